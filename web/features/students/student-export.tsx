import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { students } from '@gurukul/contract/students';
import { useState } from 'react';
import { download } from '#web/calls/download.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import type { TableFormat } from '#web/lib/files/table-file.ts';
import { texts } from '#web/texts/texts.ts';
import { ExportMenu } from '#web/ui/table/export-menu.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { AskedStudents } from './use-asked-students.ts';

const t = texts.ui.export;
const megabyte = 1_000_000;

const failureOf = (error: unknown) => refusalOf(error, t.failed);

type Exported = Omit<CallInput<typeof students.export_students>, 'format'>;

/** Saves students as a file that the server makes. */
export async function exportStudents(
  asked: Exported,
  format: TableFormat,
  onBytes: (count: number) => void = () => undefined,
): Promise<void> {
  const file = await download(students.export_students, { ...asked, format }, onBytes);
  saveFile(file.name, file.bytes.type, file.bytes);
  toast.success(t.saved({ file: file.name }));
}

interface StudentExportProps {
  filter: AskedStudents['filter'];
  count: number | undefined;
}

/** Every student of the list, whichever page is shown. */
export function StudentExport({ filter, count }: StudentExportProps) {
  const [progress, setProgress] = useState('');
  const save = async (format: TableFormat) => {
    setProgress('');
    await exportStudents(filter, format, (bytes) =>
      setProgress(t.soFar({ megabytes: (bytes / megabyte).toFixed(1) })),
    );
  };
  return <ExportMenu count={count} progress={progress} save={save} failureOf={failureOf} />;
}
