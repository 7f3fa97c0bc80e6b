import { importColumns, importRowsMax } from '@gurukul/contract/imports';
import { texts } from '#web/texts/texts.ts';
import type { SheetAnswer } from './sheet.ts';
import type { SheetTask } from './sheet-worker.ts';

const t = texts.students.import;

export const sheetBytesMax = 10 * 1024 * 1024;
const patienceMs = 60_000;

/** One task, one worker: a file that keeps the reader busy for ever is ended with it. */
function inWorker<T>(task: SheetTask, transfer: Transferable[] = []): Promise<T> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The sheet takes too long')), patienceMs);
    worker.addEventListener('message', ({ data }: MessageEvent<T>) => {
      clearTimeout(timer);
      resolve(data);
    });
    worker.addEventListener('error', (event) => {
      clearTimeout(timer);
      reject(new Error(event.message));
    });
    worker.postMessage(task, transfer);
  });
  return answer.finally(() => worker.terminate());
}

/** The students in a file, or why there are none to be had. Never throws. */
export async function readStudents(file: File): Promise<SheetAnswer> {
  try {
    const bytes = await file.arrayBuffer();
    return await inWorker<SheetAnswer>({ kind: 'read', bytes, rowsMax: importRowsMax }, [bytes]);
  } catch {
    return { kind: 'fault', fault: 'unreadable' };
  }
}

const needed = new Set<string>(importColumns.slice(0, 6));

/** Hands the person an empty spreadsheet that fits. */
export async function downloadTemplate() {
  const { column, needed: neededText, content, yes, no } = t.sheetHints;
  const bytes = await inWorker<ArrayBuffer>({
    kind: 'template',
    texts: {
      students: texts.students.all.title,
      help: t.sheetTitle,
      columns: importColumns.map((name) => t.columnNames[name]),
      lines: [
        [column, neededText, content],
        ...importColumns.map((name) => [t.columnNames[name], needed.has(name) ? yes : no, t.contents[name]]),
      ],
    },
  });
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = t.templateFile;
  link.click();
  // The browser has begun the download by then; before, it would find nothing at the address.
  setTimeout(() => URL.revokeObjectURL(url), patienceMs);
}
