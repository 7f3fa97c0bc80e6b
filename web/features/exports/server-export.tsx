import type { Call, CallInput } from '@gurukul/contract/shared/calls/call';
import { useState } from 'react';
import { saveDownload } from '#web/calls/download.ts';
import { refusalOf } from '#web/calls/errors.ts';
import type { TableFormat } from '#web/lib/files/table-file.ts';
import { texts } from '#web/texts/texts.ts';
import { ExportMenu } from '#web/ui/table/export-menu.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = texts.ui.export;
const megabyte = 1_000_000;

const failureOf = (error: unknown) => refusalOf(error, t.failed);

/** Saves a file that the server makes. */
export async function saveExport<C extends Call>(
  call: C,
  input: CallInput<C>,
  onBytes?: (count: number) => void,
): Promise<void> {
  toast.success(t.saved({ file: await saveDownload(call, input, onBytes) }));
}

interface ServerExportProps<C extends Call> {
  call: C;
  inputOf: (format: TableFormat) => CallInput<C>;
  /** Rows there are to take; undefined while that is not known. */
  count: number | undefined;
}

/** All rows of the filters, not only the page shown, as a file that the server makes. */
export function ServerExport<C extends Call>({ call, inputOf, count }: ServerExportProps<C>) {
  const [progress, setProgress] = useState('');
  const save = async (format: TableFormat) => {
    setProgress('');
    await saveExport(call, inputOf(format), (bytes) =>
      setProgress(t.soFar({ megabytes: (bytes / megabyte).toFixed(1) })),
    );
  };
  return <ExportMenu count={count} progress={progress} save={save} failureOf={failureOf} />;
}
