import type { StudentRow, TickedRows } from '@gurukul/contract/students';
import { harmlessCell } from '@gurukul/contract/shared/files/harmless-cell';
import { answerText } from '@gurukul/contract/shared/question-answers';
import { listedFields } from '@gurukul/contract/shared/person/person';
import type { ListedField } from '@gurukul/contract/shared/person/person';
import personWords from '@gurukul/contract/texts/person.en.json' with { type: 'json' };
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Db } from '#server/db/pool.ts';
import { listQuestions } from '#server/db/questions.ts';
import type { StoredQuestion } from '#server/db/questions.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import type { Cell, SheetFormat } from '#server/http/answers/spreadsheet.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';
import type { Listing, StudentKey } from './listing.ts';
import { keysOfPage, wholeList } from './listing.ts';
import { rowsOf } from './lists.ts';
import { listStatuses } from './queries.ts';
import { withStatuses } from './rules.ts';
import { tickedKeys } from './ticked.ts';

const dayOf = (instant: string | null) => (instant ? kolkataDay(instant) : null);

/** The fields that have their column, and the time zone, which has none. Every other field is a column after them. */
const placed: ReadonlySet<ListedField> = new Set([
  'email_id',
  'phone_number',
  'language',
  'region',
  'timezone',
]);

/** "9 of 10": as a fraction a spreadsheet reads it as a day. */
const presentOf = ({ marks = '' }: StudentRow) =>
  marks === '' ? null : `${marks.replaceAll(/[^p]/g, '').length} of ${marks.length}`;

/** A number, to be added up, where it is of one currency. */
const openOf = ({ open = [] }: StudentRow): Cell => {
  const [first, ...others] = open;
  if (first === undefined) return null;
  return others.length === 0 ? Number(first.amount) : open.map(({ amount }) => amount).join(', ');
};

/** The columns of the lists, and others that the office often needs. */
const columns: readonly (readonly [string, (row: StudentRow) => Cell])[] = [
  ['Name', (row) => row.fullname],
  ['Email', (row) => row.email_id],
  ['Phone', (row) => row.phone_number],
  ['Course', (row) => row.course_name],
  ['Class', (row) => row.class_name],
  ['Teacher', (row) => row.teacher],
  ['Language', (row) => row.language],
  ['Region', (row) => row.region],
  ...listedFields
    .filter((field) => !placed.has(field))
    .map((field) => [personWords[field], (row: StudentRow) => row[field]] as const),
  ['Registered', (row) => dayOf(row.register_at)],
  ['Registration status', (row) => row.registration_status],
  ['Attendance', presentOf],
  ['Payment status', (row) => row.pay_status],
  ['Amount', (row) => (row.amount === null ? null : Number(row.amount))],
  ['Currency', (row) => row.currency],
  ['Paid on', (row) => dayOf(row.payment_date)],
  ['Open', openOf],
  ['Open currency', ({ open = [] }) => open.map(({ currency }) => currency).join(', ') || null],
];

const words = { language: 'en', yes: 'Yes', no: 'No', day: (day: string) => day };

/** After the others a column for each own question. */
const answerColumn = (question: StoredQuestion): (typeof columns)[number] => [
  harmlessCell(question.label),
  ({ answers = [] }) => {
    const answer = answers.find(({ question_id }) => question_id === question.question_id)?.answer;
    return answer === undefined ? null : answerText(question, answer, words);
  },
];

async function* linesOf(
  db: Db,
  role: PortalRole,
  keys: readonly StudentKey[],
  all: typeof columns,
): AsyncGenerator<readonly Cell[]> {
  let done = 0;
  for await (const rows of rowsOf(db, keys, role)) {
    const statuses = await listStatuses(db, keys.slice(done, done + rows.length));
    done += rows.length;
    for (const row of withStatuses(rows, statuses)) yield all.map(([, value]) => value(row));
  }
}

/** The rows that an export would have, in its order. */
export const exportedKeys = async (
  db: Db,
  listing: Listing,
  rows: TickedRows | null | undefined,
): Promise<readonly StudentKey[]> =>
  (await (rows ? tickedKeys(db, listing, rows) : keysOfPage(db, listing, wholeList))).keys;

/**
 * Makes the file while it is sent. Memory contains the keys of the list and a thousand rows, and no connection waits
 * for a slow reader. The keys are read first, so that an error then is still a normal answer.
 */
export async function exportOf(
  db: Db,
  role: PortalRole,
  listing: Listing,
  { format, rows }: { readonly format: SheetFormat; readonly rows?: TickedRows | null | undefined },
) {
  const keys = await exportedKeys(db, listing, rows);
  const all = [...columns, ...(await listQuestions(db)).map(answerColumn)];
  const headers = all.map(([header]) => header);
  return spreadsheet({ name: 'students', title: 'Students', headers, format }, linesOf(db, role, keys, all));
}
