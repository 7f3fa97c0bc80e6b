import type { PaymentResolution } from '@gurukul/contract/payment-upload';
import type { PaymentPreviewRow } from '@gurukul/contract/shared/money/payment-preview';

/** A person's decision about a row, and the row as it was without it. */
export interface Decision {
  readonly said: PaymentResolution;
  readonly row: PaymentPreviewRow;
  /** The chosen student's name; '' for nobody, and for a row that is left out. */
  readonly name: string;
}

/** By row number. */
export type Decisions = ReadonlyMap<number, Decision>;

export const resolutionsOf = (decisions: Decisions): PaymentResolution[] =>
  Array.from(decisions.values(), ({ said }) => said);

/** `found`: as the file and the data say, without the person. */
export type Answer = 'found' | 'skip' | 'nobody' | `student ${number}`;

export interface Option {
  readonly answer: Answer;
  /** The student it names. */
  readonly student: PaymentPreviewRow['candidates'][number] | null;
}

/** A row that changes nothing has nothing to decide, unless somebody decided about it. */
export const isDecidable = (row: PaymentPreviewRow, decisions: Decisions) =>
  row.outcome !== 'unchanged' || decisions.has(row.row);

/** The possible answers about a row without an answer. */
export function optionsOf(row: PaymentPreviewRow): Option[] {
  // Where something else is wrong with the row, a student would not save it.
  const isOnlyToSkip = row.outcome === 'problem' && !row.choose;
  const students = isOnlyToSkip ? [] : row.candidates;
  const canBeNobody = !isOnlyToSkip && (row.choose || row.student !== null);
  return [
    { answer: 'found', student: null },
    ...students.map((student): Option => ({ answer: `student ${student.id}`, student })),
    ...(canBeNobody ? [{ answer: 'nobody', student: null } as const] : []),
    { answer: 'skip', student: null },
  ];
}

export function answerOf(decision: Decision | undefined): Answer {
  if (!decision) return 'found';
  if ('skip' in decision.said) return 'skip';
  return decision.said.student_id === null ? 'nobody' : `student ${decision.said.student_id}`;
}

function resolutionOf(row: PaymentPreviewRow, { answer, student }: Option): PaymentResolution {
  if (answer === 'skip') return { row: row.row, skip: true };
  return { row: row.row, student_id: student?.id ?? null };
}

/** `row` as it stands without an answer. */
export function decide(decisions: Decisions, row: PaymentPreviewRow, option: Option): Decisions {
  const next = new Map(decisions);
  if (option.answer === 'found') next.delete(row.row);
  else next.set(row.row, { said: resolutionOf(row, option), row, name: option.student?.fullname ?? '' });
  return next;
}

/** The rows whose decision changed after the preview was made. */
export function decidedSince(checked: readonly PaymentResolution[], now: Decisions): number {
  const [before, after] = [checked, resolutionsOf(now)].map(
    (said) => new Map(said.map((each) => [each.row, JSON.stringify(each)])),
  );
  const rows = new Set([...before!.keys(), ...after!.keys()]);
  return [...rows].filter((row) => before!.get(row) !== after!.get(row)).length;
}

const meaningOf = ({ outcome, student, problems, changes, candidates, ...row }: PaymentPreviewRow) =>
  JSON.stringify([
    outcome,
    student?.id,
    problems,
    changes,
    candidates.map(({ id }) => id),
    row.amount,
    row.currency,
    row.status,
    row.course_name,
    row.created_at,
  ]);

/** Numbers of the rows that would now do something else. */
export function rowsChanged(
  before: readonly PaymentPreviewRow[],
  after: readonly PaymentPreviewRow[],
): ReadonlySet<number> {
  const meant = new Map(before.map((row) => [row.row, meaningOf(row)]));
  return new Set(after.filter((row) => meant.get(row.row) !== meaningOf(row)).map(({ row }) => row));
}

export const rowFilters = [
  'changed',
  'open',
  'problem',
  'new',
  'update',
  'nobody',
  'unchanged',
  'skip',
] as const;
export type RowFilter = (typeof rowFilters)[number];

/** `changed`: rows that a second look found otherwise. */
export function isShown(row: PaymentPreviewRow, filter: RowFilter, changed: ReadonlySet<number>): boolean {
  if (filter === 'changed') return changed.has(row.row);
  if (filter === 'open') return row.choose;
  if (filter === 'nobody') return (row.outcome === 'new' || row.outcome === 'update') && row.student === null;
  return row.outcome === filter;
}
