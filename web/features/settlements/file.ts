import { settlementRowsMax } from '@gurukul/contract/settlements';
import { formatNumber } from '#web/lib/format/format.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import type { SheetLines } from '#web/lib/files/sheet.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { linesOfJson, sheetOf, type SettlementSheet } from './sheet-rows.ts';

const t = settlementsTexts;

const megabytesMax = sheetBytesMax / 1024 / 1024;
export const fileLimits = { megabytes: megabytesMax, rows: formatNumber(settlementRowsMax) };

async function readTable(file: File, onShare: (share: number) => void): Promise<SheetLines> {
  if (!/\.json$/i.test(file.name)) {
    return readFileLines(file, { rowsMax: settlementRowsMax, isExact: true }, onShare);
  }
  const lines = linesOfJson(await file.text());
  return lines === null ? { kind: 'fault', fault: 'unreadable' } : { kind: 'lines', lines };
}

/** The rows of a chosen file, or what to tell the person about it. */
export async function readSettlementFile(
  file: File,
  onShare: (share: number) => void,
): Promise<SettlementSheet | string> {
  if (file.size > sheetBytesMax) return t.faults.tooLarge(fileLimits.megabytes);
  const read = await readTable(file, onShare);
  if (read.kind === 'fault') {
    if (read.fault === 'tooMany') return t.faults.tooMany(fileLimits.rows);
    return read.fault === 'empty' ? t.faults.empty : importsTexts.faults[read.fault];
  }
  if (read.lines.length > settlementRowsMax + 1) return t.faults.tooMany(fileLimits.rows);
  return sheetOf(file.name, read.lines) ?? t.faults.empty;
}
