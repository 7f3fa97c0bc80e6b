import { useState } from 'react';
import type { download } from '#web/calls/download.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import type { TableFormat } from '#web/lib/files/table-file.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { ExportMenu } from '#web/ui/table/export-menu.tsx';

const t = texts.ui.export;
const megabyte = 1_000_000;

const failureOf = (error: unknown) => refusalOf(error, t.failed);

interface MoneyExportProps {
  /** Rows that the filters leave; undefined while that is not known. */
  count: number | undefined;
  /** Fetches the file that the server makes of all of them. */
  fetchFile: (format: TableFormat, onBytes: Parameters<typeof download>[2]) => ReturnType<typeof download>;
}

/** Every row that the filters leave, whichever page is shown, as a file. */
export function MoneyExport({ count, fetchFile }: MoneyExportProps) {
  const [progress, setProgress] = useState('');
  const save = async (format: TableFormat) => {
    setProgress('');
    const file = await fetchFile(format, (bytes) =>
      setProgress(t.soFar({ megabytes: (bytes / megabyte).toFixed(1) })),
    );
    saveFile(file.name, file.bytes.type, file.bytes);
    toast.success(t.saved({ file: file.name }));
  };
  return <ExportMenu count={count} progress={progress} save={save} failureOf={failureOf} />;
}
