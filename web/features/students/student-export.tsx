import { students } from '@gurukul/contract/students';
import { useState } from 'react';
import { download } from '#web/calls/download.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { TableFormat } from '#web/lib/table-file.ts';
import { texts } from '#web/texts/texts.ts';
import { ExportMenu } from '#web/ui/table/export-menu.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { AskedStudents } from './use-asked-students.ts';

const t = texts.ui.export;
const megabyte = 1_000_000;

const failureOf = (error: unknown) => refusalOf(error, t.failed);

interface StudentExportProps {
  filter: AskedStudents['filter'];
  count: number | undefined;
}

/** Every student of the list, whichever page is shown, as a file that the server makes. */
export function StudentExport({ filter, count }: StudentExportProps) {
  const [progress, setProgress] = useState('');
  const save = async (format: TableFormat) => {
    setProgress('');
    const file = await download(students.export_students, { ...filter, format }, (bytes) =>
      setProgress(t.soFar((bytes / megabyte).toFixed(1))),
    );
    saveFile(file.name, file.bytes.type, file.bytes);
    toast.success(t.saved(file.name));
  };
  return <ExportMenu count={count} progress={progress} save={save} failureOf={failureOf} />;
}
