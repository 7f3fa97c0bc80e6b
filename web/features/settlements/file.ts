import { countKnownColumns } from '@gurukul/contract/shared/files/settlement-layouts';
import { settlementRowsMax } from '@gurukul/contract/settlements';
import type { SheetLines } from '#web/lib/files/sheet.ts';
import { readTable } from '../imports/read-table.ts';
import { linesOfJson } from './sheet-rows.ts';

async function openJson(file: File): Promise<SheetLines | null> {
  if (!/\.json$/i.test(file.name)) return null;
  const lines = linesOfJson(await file.text());
  if (lines === null) return { kind: 'fault', fault: 'unreadable' };
  return { kind: 'sheets', sheets: [{ name: '', lines, totals: [] }], left: [] };
}

/** The rows of a chosen file, or what to tell the person about it. */
export const readSettlementFile = (file: File, onShare: (share: number) => void) =>
  readTable(file, onShare, {
    rowsMax: settlementRowsMax,
    isExact: true,
    countKnown: countKnownColumns,
    open: openJson,
  });
