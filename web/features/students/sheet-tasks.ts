import { importColumns, importRowsMax } from '@gurukul/contract/imports';
import { inWorker } from '#web/lib/in-worker.ts';
import { saveFile, spreadsheetType } from '#web/lib/save-file.ts';
import { texts } from '#web/texts/texts.ts';
import type { SheetAnswer } from './sheet.ts';
import type { SheetTask } from './sheet-worker.ts';

const t = texts.students.import;

export const sheetBytesMax = 10 * 1024 * 1024;
const startWorker = () => new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });

const ask = <T>(task: SheetTask, transfer?: Transferable[]) => inWorker<T>(startWorker(), task, transfer);

/** The students in a file, or why there are none to be had. Never throws. */
export async function readStudents(file: File): Promise<SheetAnswer> {
  try {
    const bytes = await file.arrayBuffer();
    return await ask<SheetAnswer>({ kind: 'read', bytes, rowsMax: importRowsMax }, [bytes]);
  } catch {
    return { kind: 'fault', fault: 'unreadable' };
  }
}

const needed = new Set<string>(importColumns.slice(0, 6));

/** Hands the person an empty spreadsheet that fits. */
export async function downloadTemplate() {
  const { column, needed: neededText, content, yes, no } = t.sheetHints;
  const bytes = await ask<ArrayBuffer>({
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
  saveFile(t.templateFile, spreadsheetType, bytes);
}
