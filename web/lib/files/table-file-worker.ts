import { makeTableFile, type TableFormat, type TableTexts } from './table-file.ts';

export interface TableFileTask {
  readonly format: TableFormat;
  readonly table: TableTexts;
}

addEventListener('message', ({ data: { format, table } }: MessageEvent<TableFileTask>) => {
  postMessage(makeTableFile(format, table));
});
