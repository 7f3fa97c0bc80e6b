import { openLinesMax } from '@gurukul/contract/settlements';
import type { SavedSettlement } from '@gurukul/contract/settlements';
import { toMils } from '@gurukul/contract/shared/money/money';
import { settlementServices } from '@gurukul/contract/shared/files/settlement-layouts';
import type { SettlementService } from '@gurukul/contract/shared/files/settlement-layouts';
import type { Db } from '#server/db/pool.ts';
import { Explainer, findKnown } from './explain.ts';
import { countSettlements, listOpenLines, listSettlements } from './queries.ts';
import type { OpenLine } from './queries.ts';
import type { FileLine } from './read-lines.ts';

const serviceOf = (text: string): SettlementService =>
  settlementServices.find((each) => each === text) ?? 'bank';

/** A saved line as it was in its file. */
const asLine = (line: OpenLine): FileLine => ({
  row: line.row_number,
  kind: fileKinds[line.kind] ?? 'other',
  id: line.line_id,
  refs: line.refs,
  order: '',
  payoutId: line.service === 'bank' ? 'statement' : String(line.settlement_id),
  utr: '',
  day: line.on_day,
  currency: line.currency,
  gross: toMils(line.gross),
  fee: toMils(line.fee),
  tax: toMils(line.tax),
  net: toMils(line.net),
  balance: null,
  shown:
    line.shown_amount === null || line.shown_currency === null
      ? null
      : { mils: toMils(line.shown_amount), currency: line.shown_currency },
  description: line.description,
  unreadable: null,
  contradiction: null,
});

const fileKinds: Readonly<Record<string, FileLine['kind']>> = {
  payment: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  adjustment: 'adjustment',
  fee: 'fee',
  payout: 'payout',
};

/** The lines that nothing explains today, by settlement. What came or went since they were saved counts. */
async function openToday(db: Db, ids: readonly number[]) {
  const stored = await listOpenLines(db, ids);
  const open = new Map<number, SavedSettlement['open_lines']>();
  for (const [service, lines] of Map.groupBy(stored, (line) => serviceOf(line.service))) {
    const read = lines.map((line) => ({ line: asLine(line), id: line.settlement_id }));
    const known = await findKnown(
      db,
      service,
      read.map(({ line }) => line),
    );
    // They are saved themselves.
    const explainer = new Explainer({ ...known, savedLines: new Set() });
    for (const { line, id } of read) {
      const { state, reason } = explainer.explain(line);
      if (state !== 'open') continue;
      const some = open.get(id) ?? [];
      some.push({
        row: line.row,
        kind: line.kind,
        reference: service === 'bank' ? '' : line.id,
        description: line.description,
        net: stored.find(({ line_id }) => line_id === line.id)?.net ?? null,
        reason,
      });
      open.set(id, some);
    }
  }
  return open;
}

/** One page of the saved settlements. */
export async function readSettlements(
  db: Db,
  page: number,
  pageSize: number,
): Promise<{ data: SavedSettlement[]; total_count: number }> {
  const rows = await listSettlements(db, pageSize, (page - 1) * pageSize);
  const open = await openToday(
    db,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row): SavedSettlement => {
    const lines = open.get(row.id) ?? [];
    return {
      ...row,
      service: serviceOf(row.service),
      open: lines.length,
      open_lines: lines.slice(0, openLinesMax),
    };
  });
  return { data, total_count: await countSettlements(db) };
}
