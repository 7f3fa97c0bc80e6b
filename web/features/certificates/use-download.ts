import { certificates } from '@gurukul/contract/certificates';
import { saveDownload } from '#web/calls/download.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useBusy } from '#web/lib/use-busy.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

/** Saves certificates, one page each. */
export function useDownload() {
  const [isPending, setPending] = useBusy();
  const press = async (ids: readonly number[]) => {
    if (isPending) return;
    setPending(true);
    try {
      await saveDownload(certificates.download, { certificate_ids: [...ids] });
    } catch (error) {
      toast.error(messageOf(error, certificatesTexts.failed));
    } finally {
      setPending(false);
    }
  };
  return { press, isPending };
}
