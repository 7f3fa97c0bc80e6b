import { today } from '../format/format.ts';
import { inWorker } from './in-worker.ts';
import { saveFile, spreadsheetType } from './save-file.ts';
import type { TableFormat, TableTexts } from './table-file.ts';
import type { TableFileTask } from './table-file-worker.ts';

const types: Readonly<Record<TableFormat, string>> = {
  xlsx: spreadsheetType,
  csv: 'text/csv;charset=utf-8',
};

/** Makes the file in a worker. The page stays quick and never loads the spreadsheet library. */
export async function saveTable(name: string, format: TableFormat, table: TableTexts) {
  const worker = new Worker(new URL('./table-file-worker.ts', import.meta.url), { type: 'module' });
  const task: TableFileTask = { format, table };
  const contents = await inWorker<ArrayBuffer | string>(worker, task);
  saveFile(`${name}-${today()}.${format}`, types[format], contents);
}
