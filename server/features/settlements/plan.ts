import { createHash } from 'node:crypto';
import type { SettlementLine, SettlementPayout, SettlementPreview } from '@gurukul/contract/settlements';
import { said } from '@gurukul/contract/shared/words/messages';
import { fromMils } from '@gurukul/contract/shared/money/money';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { inBatches } from '#server/db/batches.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import { mapInSlices } from '#server/slices.ts';
import { today } from '#server/time/today.ts';
import { Explainer, findKnown, findSavedPayouts } from './explain.ts';
import type { Explanation } from './explain.ts';
import { insertLines, insertSettlement } from './queries.ts';
import type { LineToSave } from './queries.ts';
import { readLines } from './read-lines.ts';
import type { FileLine, ReadFile, SettlementFile } from './read-lines.ts';

/** A file as it is sent. */
export interface GivenFile extends SettlementFile {
  readonly file_name?: string | undefined;
  readonly choices?: readonly { readonly row: number; readonly payment_id: string }[] | undefined;
}

interface PlannedLine {
  readonly line: FileLine;
  readonly found: Explanation;
}

interface PlannedPayout {
  readonly payoutId: string;
  readonly utr: string;
  readonly paidOn: string | null;
  readonly currency: string;
  readonly lines: readonly PlannedLine[];
  readonly sums: PayoutSums;
  readonly state: SettlementPayout['state'];
  readonly reason: Sentence | null;
}

/** In thousandths. */
interface PayoutSums {
  readonly captures: bigint;
  readonly fees: bigint;
  readonly tax: bigint;
  readonly refunds: bigint;
  readonly adjustments: bigint;
  readonly payout: bigint;
  readonly difference: bigint;
}

export interface SettlementPlan {
  readonly file: ReadFile;
  readonly lines: readonly PlannedLine[];
  readonly payouts: readonly PlannedPayout[];
}

const sum = (lines: readonly PlannedLine[], of: (line: FileLine) => bigint): bigint =>
  lines.reduce((total, { line }) => total + of(line), 0n);

/** A line that stands in the file a second time moved no money. */
const counts = ({ found }: PlannedLine) => found.reason?.code !== 'line_twice';

/** What the balances of a statement say that it moved: the last one without the first. Null where it has none. */
function movedBy(lines: readonly PlannedLine[]): bigint | null {
  const rows = lines.map(({ line }) => line).filter(({ unreadable }) => unreadable === null);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || rows.some(({ balance }) => balance === null)) return null;
  const upwards = last.balance! - (first.balance! - first.net);
  const downwards = first.balance! - (last.balance! - last.net);
  // The newest row may stand first. The order in which more rows follow from each other is the right one.
  const follows = (a: FileLine, b: FileLine) => b.balance === a.balance! + b.net;
  const pairs = rows.slice(1).map((row, index) => [rows[index]!, row] as const);
  const isUpwards =
    pairs.filter(([a, b]) => follows(a, b)).length >= pairs.filter(([a, b]) => follows(b, a)).length;
  return isUpwards ? upwards : downwards;
}

/**
 * captures - fees - refunds + adjustments against the payout: the amount of the service's own row for it, else what the
 * rows say that they add to it.
 */
function sumsOf(all: readonly PlannedLine[]): PayoutSums {
  const counted = all.filter(counts);
  const own = counted.filter(({ line }) => line.kind === 'payout');
  const lines = counted.filter(({ line }) => line.kind !== 'payout');
  const grossOf = (...kinds: readonly FileLine['kind'][]) =>
    sum(
      lines.filter(({ line }) => kinds.includes(line.kind)),
      ({ gross }) => gross,
    );
  const captures = grossOf('payment');
  const refunds = -grossOf('refund', 'dispute');
  const adjustments = grossOf('adjustment', 'other');
  const fees = sum(counted, ({ fee }) => fee);
  const isStatement = all[0]?.line.payoutId === 'statement';
  const stated = own.length > 0 ? -sum(own, ({ gross }) => gross) : sum(lines, ({ net }) => net);
  const payout = (isStatement ? movedBy(counted) : null) ?? stated;
  return {
    captures,
    fees,
    tax: sum(counted, ({ tax }) => tax),
    refunds,
    adjustments,
    payout,
    difference: captures - fees - refunds + adjustments - payout,
  };
}

const hasReason = (lines: readonly PlannedLine[], code: Sentence['code']) =>
  lines.some(({ found }) => found.reason?.code === code);

function stateOf(
  payoutId: string,
  lines: readonly PlannedLine[],
  sums: PayoutSums,
  isSaved: boolean,
): Pick<PlannedPayout, 'state' | 'reason'> {
  const blocked = (code: 'settlement_unreadable' | 'settlement_differs' | 'settlement_overlaps') => ({
    state: 'blocked' as const,
    reason: said(code),
  });
  const isStatement = payoutId === 'statement';
  if (payoutId === '') return { state: 'pending', reason: said('settlement_no_payout') };
  const areSaved = lines.every(({ found }) =>
    ['line_saved_before', 'line_twice'].includes(found.reason?.code ?? ''),
  );
  if (isSaved || areSaved) return { state: 'saved', reason: said('settlement_saved') };
  if (lines.some(({ found }) => found.state === 'unreadable')) return blocked('settlement_unreadable');
  if (sums.difference !== 0n) return blocked('settlement_differs');
  // The same payments in another payout: one of the two files is wrong. Statements may overlap.
  if (!isStatement && hasReason(lines, 'line_saved_before')) return blocked('settlement_overlaps');
  return { state: 'new', reason: null };
}

const keyOf = ({ payoutId, currency }: FileLine) => `${payoutId} ${currency ?? ''}`;

/** Reads a file and what may explain it. Preview and saving use the same plan. */
export async function planSettlement({ db }: Ctx, given: GivenFile): Promise<SettlementPlan> {
  const file = await readLines(given, { today: await today(db), now: new Date().toISOString() });
  const { service } = file.layout;
  const choices = new Map(given.choices?.map(({ row, payment_id }) => [row, payment_id]));
  const known = await findKnown(db, service, file.lines, [...choices.values()]);
  const saved = await findSavedPayouts(db, service, [...new Set(file.lines.map(({ payoutId }) => payoutId))]);
  return decide(file, new Explainer(known, choices), saved);
}

/** Decides what a file says, and what explains it. `saved`: payouts that are saved already. */
export async function decide(
  file: ReadFile,
  explainer: Explainer,
  saved: ReadonlySet<string>,
): Promise<SettlementPlan> {
  const lines = await mapInSlices(file.lines, (line): PlannedLine => ({
    line,
    found: explainer.explain(line),
  }));

  const payouts = [...Map.groupBy(lines, ({ line }) => keyOf(line))].flatMap(
    ([key, some]): PlannedPayout[] => {
      const [first] = some;
      if (first === undefined || first.line.currency === null) return [];
      const sums = sumsOf(some);
      const days = some.flatMap(({ line }) => line.day ?? []).toSorted();
      return [
        {
          payoutId: first.line.payoutId,
          utr: some.find(({ line }) => line.utr !== '')?.line.utr ?? '',
          paidOn: days.at(-1) ?? null,
          currency: first.line.currency,
          lines: some,
          sums,
          ...stateOf(first.line.payoutId, some, sums, saved.has(key)),
        },
      ];
    },
  );
  return { file, lines, payouts };
}

const isOpen = ({ found }: PlannedLine) => found.state === 'open';

function shownLine({ line, found }: PlannedLine): SettlementLine {
  const { currency } = line;
  const isRead = line.unreadable === null;
  const shown = (mils: bigint) => (isRead ? fromMils(mils, currency) : null);
  return {
    row: line.row,
    kind: line.kind,
    reference: line.payoutId === 'statement' ? '' : line.id,
    description: line.description,
    on: line.day,
    currency,
    gross: shown(line.gross),
    fee: shown(line.fee),
    tax: shown(line.tax),
    net: shown(line.net),
    payout_id: line.payoutId,
    state: found.state,
    explained_by: found.by,
    reason: found.reason,
    candidates: found.candidates.map(({ payment_id, full_name, paid_on }) => ({
      payment_id,
      full_name,
      paid_on,
    })),
  };
}

function shownSums({ sums, currency }: PlannedPayout) {
  const shown = (mils: bigint) => fromMils(mils, currency);
  return {
    captures: shown(sums.captures),
    fees: shown(sums.fees),
    tax: shown(sums.tax),
    refunds: shown(sums.refunds),
    adjustments: shown(sums.adjustments),
    payout: shown(sums.payout),
  };
}

const shownPayout = (payout: PlannedPayout): SettlementPayout => ({
  payout_id: payout.payoutId,
  utr: payout.utr,
  paid_on: payout.paidOn,
  currency: payout.currency,
  ...shownSums(payout),
  difference: fromMils(payout.sums.difference, payout.currency),
  lines: payout.lines.length,
  open: payout.lines.filter(isOpen).length,
  state: payout.state,
  reason: payout.reason,
});

export async function previewOf({ file, lines, payouts }: SettlementPlan): Promise<SettlementPreview> {
  const { order, decided_by, example } = file.dates;
  const shownLines = await mapInSlices(lines, shownLine);
  const shownPayouts = payouts.map(shownPayout);
  const count = (state: SettlementLine['state']) => lines.filter(({ found }) => found.state === state).length;
  const [open, unreadable] = [count('open'), count('unreadable')];
  return {
    service: file.layout.service,
    unit: file.unit,
    dates: { order, decided_by, example },
    payouts: shownPayouts,
    lines: shownLines,
    not_taken: [...file.notTaken],
    totals: { rows: lines.length, explained: lines.length - open - unreadable, open, unreadable },
    digest: await digestOf([...shownPayouts, ...shownLines]),
  };
}

/** A line of a statement that was saved before stays where it is. */
const isNew = ({ found }: PlannedLine) =>
  found.reason?.code !== 'line_saved_before' && found.reason?.code !== 'line_twice';

function lineToSave(settlementId: number, currency: string, { line, found }: PlannedLine): LineToSave {
  const text = (mils: bigint) => fromMils(mils, currency);
  return {
    settlement_id: settlementId,
    line_id: line.id,
    row_number: line.row,
    kind: line.kind,
    refs: line.refs,
    on_day: line.day,
    description: line.description,
    gross: text(line.gross),
    fee: text(line.fee),
    tax: text(line.tax),
    net: text(line.net),
    shown_amount: line.shown === null ? null : fromMils(line.shown.mils, line.shown.currency),
    shown_currency: line.shown?.currency ?? null,
    explained_by: found.by?.number ?? null,
    payout_of: found.payoutOf,
    open: found.state === 'open' ? (found.reason?.code ?? null) : null,
  };
}

/** Saves the new payouts of a plan. A statement is saved without the rows of earlier ones. */
export async function saveSettlement(
  { file, payouts }: SettlementPlan,
  { db: tx, person }: Ctx,
  { file_name: fileName = '' }: GivenFile,
): Promise<{ saved: number; lines: number; open: number }> {
  const { service } = file.layout;
  const fresh = payouts.filter(({ state }) => state === 'new');
  const toSave: LineToSave[] = [];
  for (const payout of fresh) {
    const isStatement = payout.payoutId === 'statement';
    const lines = payout.lines.filter(isNew);
    const sums = isStatement ? sumsOfRows(lines) : payout.sums;
    const name = isStatement
      ? createHash('sha256')
          .update(JSON.stringify(lines.map(({ line }) => line.id)))
          .digest('base64url')
      : payout.payoutId;
    const id = await insertSettlement(tx, {
      service,
      payout_id: name,
      utr: payout.utr,
      paid_on: payout.paidOn,
      currency: payout.currency,
      ...shownSums({ ...payout, sums }),
      file_name: fileName,
      saved_by: person.id,
    });
    toSave.push(...lines.map((line) => lineToSave(id, payout.currency, line)));
  }
  await inBatches(toSave, (some) => insertLines(tx, service, some));
  return {
    saved: fresh.length,
    lines: toSave.length,
    open: toSave.filter(({ open }) => open !== null).length,
  };
}

/** Of some rows of a statement: without its balances, which are about all of them. */
const sumsOfRows = (lines: readonly PlannedLine[]): PayoutSums =>
  sumsOf(lines.map(({ line, found }) => ({ line: { ...line, balance: null }, found })));
