import { certificates } from '@gurukul/contract/certificates';
import { pdfType } from '@gurukul/contract/files';
import type { Spelling } from '@gurukul/contract/receipts';
import { useState } from 'react';
import { download } from '#web/calls/download.ts';
import { messageOf } from '#web/calls/errors.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

/** Saves certificates, one page each. */
export function useDownload() {
  const [isPending, setPending] = useState(false);
  const press = async (ids: readonly number[]) => {
    if (isPending) return;
    setPending(true);
    try {
      const file = await download(certificates.download, { certificate_ids: [...ids] }, () => undefined);
      saveFile(file.name, pdfType, file.bytes);
    } catch (error) {
      toast.error(messageOf(error, certificatesTexts.failed));
    } finally {
      setPending(false);
    }
  };
  return { press, isPending };
}

/** Saves the transcript of a student. */
export async function saveTranscript(
  studentId: number,
  more: { language: 'en' | 'te' | 'hi' | 'ta'; spelled?: Spelling[] },
): Promise<void> {
  const file = await download(
    certificates.download_transcript,
    { user_id: studentId, ...more },
    () => undefined,
  );
  saveFile(file.name, pdfType, file.bytes);
}
