import sql from 'sql-template-tag';
import * as z from 'zod';
import { waitFor } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, instant, int, list, row, text } from '#server/db/columns.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import { afterCommit } from '#server/db/tx.ts';
import { takeTurn } from '#server/db/turns.ts';
import { undoPayments } from '#server/features/payment-upload/undo.ts';
import { voidWrongReceipts } from '#server/features/receipts/queries.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail, Problem } from '#server/http/answers/problem.ts';
import { requireProof } from '#server/http/identity/step-up.ts';
import { tellOnAgain } from '../events/tell.ts';
import { tellOfUndoneMove, tellOfUndoneSlots } from '../meetings/join-links.ts';
import { tellOfUndoneTerm } from '../continuations/tell-undone.ts';
import { tellOfUndoneRefund } from '../payments/tell-refunded.ts';
import { tellOfUndoneDecision } from '../registrations/tell-undone.ts';
import { tellOfUndo } from '../meetings/tell.ts';
import { undoDays } from '@gurukul/contract/audit';
import type { UndoReason, UndoReasonCode } from '@gurukul/contract/shared/words/undo-reason';
import { brokenRules, ofErasedPeople } from './broken-rules.ts';
import { knownFacts, undoRefusal } from './undo-refusal.ts';
import { nameOf, readNames, knownRow } from './names.ts';
import type { KnownRow } from './names.ts';
import { liesWithin } from './who-may-read.ts';
import { endColumns, tellsSomething, undoableBy, undoOf } from './recorded.ts';
import { describeTables, differences, listEntries, references, stepsOf, takeBack } from './undo-steps.ts';
import type { Difference, Reference, Step } from './undo-steps.ts';
import type { Trail } from './trail.ts';
import { markUndone } from './undone.ts';

const foundChange = row({
  id: int,
  call: text.nullable(),
  is_undone: bool,
  is_expired: bool,
});
type FoundChange = RowOf<typeof foundChange>;

/** A change within the caller's reach, made by a call that the caller may make. Any other change is a 404. */
async function findChange(tx: Db, trail: Trail, person: Person, changeId: number): Promise<FoundChange> {
  const change = await maybeOne(
    tx,
    foundChange,
    sql`
      select ch.id, ch.call, u.change_id is not null as is_undone,
        ch.at <= now() - make_interval(days => ${undoDays}::int) as is_expired
      from changes ch
      left join undos u on u.change_id = ch.id
      where ch.id = ${changeId}
        and ${liesWithin(trail, person)}
    `,
  );
  const isHis = person.role === 'admin' || undoableBy(person).includes(change?.call ?? '');
  if (change === null || !isHis) throw fail('not_found');
  return change;
}

/**
 * Undoes a change as a whole. Throws a refusal with the reasons and changes nothing. Returns the number of rows, and of
 * mails that it asked for. It runs in the transaction of a call, whose own trail records the undo.
 */
export async function undoChange(
  ctx: Ctx,
  trail: Trail,
  changeId: number,
  asked: UndoOptions,
): Promise<UndoResult> {
  const { db, person } = ctx;
  const change = await findChange(db, trail, person, changeId);
  if (change.is_undone) throw fail('change_undone');
  if (change.is_expired) throw fail('change_expired');
  const kind = undoOf(change.call);
  if (kind === undefined) throw fail('not_undoable');
  // An upload wrote many rows at once.
  if (kind === 'imported') requireProof(person);

  const erased = await ofErasedPeople(db, changeId);
  if (erased.length > 0) throw undoRefusal(trail, erased);
  const upload = await findPaymentUpload(db, changeId);
  if (upload !== null) return undoUpload(ctx, trail, upload);
  await markUndone(db, changeId, person.id);
  await allowTime(db);
  await holdWhatItConcerns(db, changeId);
  const rows = await takeAllBack(db, trail, changeId);
  await voidWrongReceipts(db, await paymentsOf(db, changeId), 'A change of the payment was undone');
  afterCommit(db, async () => ctx.provider.forget());
  const mails = await afterwards[change.call ?? '']?.(ctx, changeId, { isWanted: asked.tell });
  return { rows, mails: mails ?? 0 };
}

interface UndoOptions {
  /** People who heard that an event is off hear that it is on again. Of meetings they always do. */
  readonly tell: boolean;
}

interface UndoResult {
  readonly rows: number;
  readonly mails: number;
}

/** Further work after an undo of these calls. */
const afterwards: Readonly<Record<string, typeof tellOnAgain>> = {
  'events.cancel_event': tellOnAgain,
  'events.delete_event': tellOnAgain,
  'meetings.cancel_meeting': tellOfUndo,
  'meetings.move_meeting': tellOfUndo,
  'meetings.add_meeting': tellOfUndo,
  'meetings.restore_meeting': tellOfUndo,
  'meetings.change_teacher': tellOfUndo,
  'meetings.set_join_link': tellOfUndoneSlots,
  'classes.create_class': tellOfUndoneSlots,
  'classes.update_class': tellOfUndoneSlots,
  'classes.delete_class': tellOfUndoneSlots,
  'assignments.add_teacher_to_class': tellOfUndoneSlots,
  'assignments.replace_teacher_to_class': tellOfUndoneSlots,
  'assignments.remove_teacher_from_class': tellOfUndoneSlots,
  'students.update_course_to_student': tellOfUndoneMove,
  'classes.place_waiting': tellOfUndoneMove,
  'payments.refund_payment': tellOfUndoneRefund,
  'registrations.decide': tellOfUndoneDecision,
  'courses.next_term': tellOfUndoneTerm,
  'meetings.set_recording': tellOfUndo,
  'cover.ask_cover': tellOfUndo,
  'meetings.add_day_off': tellOfUndo,
  'meetings.add_days_off': tellOfUndo,
  'meetings.delete_day_off': tellOfUndo,
};

/** An upload of thousands of rows takes seconds. The plan for one row would serve it badly. */
async function allowTime(tx: Db): Promise<void> {
  waitFor(tx, 60);
  await run(
    tx,
    sql`
      select set_config('statement_timeout', '60s', true), set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('idle_in_transaction_session_timeout', '60s', true)
    `,
  );
}

const idRow = row({ id: text });

const paymentsRow = row({ ids: list(int) });

/** The payments that the change wrote. */
const paymentsOf = async (tx: Db, changeId: number): Promise<number[]> => {
  const { ids } = await one(
    tx,
    paymentsRow,
    sql`
      select coalesce(array_agg(e.row_id::bigint), '{}') as ids
      from audit_entries e
      where e.change_id = ${changeId} and e.table_name = 'payments'
    `,
  );
  return ids;
};

const findPaymentUpload = async (tx: Db, changeId: number) => {
  const found = await maybeOne(
    tx,
    idRow,
    sql`
      select e.row_id as id
      from audit_entries e
      where e.change_id = ${changeId}
        and e.table_name = 'imports'
        and e.action = 'insert'
        and e.after ->> 'kind' = 'payments'
    `,
  );
  return found === null ? null : Number(found.id);
};

/** Undoes an upload as the list of uploads does. */
async function undoUpload(ctx: Ctx, trail: Trail, importId: number): Promise<UndoResult> {
  await takeTurn(ctx.db, 'import of payments');
  try {
    const { removed, restored, mails } = await undoPayments(ctx, importId);
    return { rows: removed + restored + 1, mails };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { refusal } = error;
    if (refusal.code === 'upload_undone') throw fail('change_undone', { cause: error });
    if (refusal.code !== 'upload_built_upon') throw error;
    throw undoRefusal(trail, refusal.reasons, error);
  }
}

/**
 * Locks rows in the house's order: courses by id, people by id, then the rows below them. Others who write about one of
 * these people, a mark or a payment for example, wait until it is clear whether the person stays.
 */
async function holdWhatItConcerns(tx: Db, changeId: number): Promise<void> {
  await run(
    tx,
    sql`
      select from courses c
      where c.id in (select e.course_id from audit_entries e where e.change_id = ${changeId})
      order by c.id
      for no key update
    `,
  );
  await run(
    tx,
    sql`
      select from people p
      where p.id in (select e.about_person_id from audit_entries e where e.change_id = ${changeId})
      order by p.id
      for update
    `,
  );
}

async function takeAllBack(tx: Db, trail: Trail, changeId: number): Promise<number> {
  const steps = stepsOf(await listEntries(tx, trail, changeId));
  const tables = await describeTables(
    tx,
    trail,
    steps.map(({ table }) => table),
  );
  let rows = 0;
  for (const step of steps) {
    const table = tables.get(step.table);
    if (table === undefined) throw new Error(`no table ${step.table}`);
    const changed = await differences(tx, step, table);
    if (changed.length > 0) throw undoRefusal(trail, await whatChanged(tx, trail, step, changed));
    const referring = await references(tx, step, table);
    if (referring.length > 0) throw undoRefusal(trail, await whatRefers(tx, trail, step, referring));
    rows += await takeBack(tx, step, table).catch((error: unknown) => refuseForbidden(trail, error));
  }
  const broken = await brokenRules(tx, trail, changeId, tables.keys());
  if (broken.length > 0) throw undoRefusal(trail, broken);
  return rows;
}

/** The later change, by the constraint that forbids both. */
const forbidden: Readonly<Record<string, UndoReasonCode>> = {
  people_email_unique: 'email_taken',
  people_second_role_pairs: 'other_roles',
  classes_name_unique: 'class_name_taken',
  class_slots_time_unique: 'slot_taken',
  slot_teachers_one_per_slot: 'other_teacher',
  enrolments_one_current: 'student_is_back',
  event_registrations_once: 'registered_again',
  payments_payment_id_unique: 'payment_recorded_again',
  course_types_type_unique: 'course_type_taken',
  query_types_name_unique: 'query_type_taken',
  saved_views_own_name: 'view_name_taken',
  saved_views_office_name: 'view_name_taken',
};

function refuseForbidden(trail: Trail, error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const { code, constraint }: Error & { readonly code?: unknown; readonly constraint?: unknown } = error;
  const isIntegrity = typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string';
  if (!isIntegrity) throw error;
  const why = forbidden[constraint] ?? 'belongs_to_changed';
  throw undoRefusal(trail, [{ code: why, place: constraint }], error);
}

const sinceRow = row({
  row_id: text,
  table_name: text,
  about_person_id: int.nullable(),
  before: z.record(text, z.json()).nullable(),
  after: z.record(text, z.json()).nullable(),
  by: text.nullable(),
  by_key: text.nullable(),
  at: instant.nullable(),
});

/** The rows of a step with their names, from the trail. */
const listRows = (tx: Db, { ids, table }: Step, rowIds: readonly string[]): Promise<KnownRow[]> =>
  many(
    tx,
    knownRow,
    sql`
      select e.table_name, e.row_id, e.about_person_id, e.before, e.after
      from audit_entries e
      where e.id = any(${ids}::bigint[])
        and e.table_name = ${table}
        and e.row_id = any(${rowIds}::text[])
      order by e.row_id
    `,
  );

const isEnd = (column: string) => (endColumns as readonly string[]).includes(column);

/** The rows and columns written since, with author and time. */
async function whatChanged(
  tx: Db,
  trail: Trail,
  step: Step,
  changed: readonly Difference[],
): Promise<UndoReason[]> {
  const since = await many(
    tx,
    sinceRow,
    sql`
      select given.row_id, e.table_name, e.about_person_id, e.before, e.after, last.by, last.by_key, last.at
      from unnest(${changed.map(({ row_id }) => row_id)}::text[]) as given (row_id)
      join audit_entries e on e.id = any(${step.ids}::bigint[]) and e.row_id = given.row_id
      left join lateral (
        select later.at, p.fullname as by, k.name as by_key
        from audit_entries later
        left join people p on p.id = later.person_id
        left join intake_keys k on k.id = later.intake_key_id
        where later.table_name = e.table_name
          and later.row_id = e.row_id
          and later.id > e.id
          and later.change_id <> e.change_id
          and later.change_id <> current_change()
        order by later.at desc, later.id desc
        limit 1
      ) last on true
    `,
  );
  const names = await readNames(tx, trail, since);
  const columnsOf = new Map(changed.map(({ row_id, columns }) => [row_id, columns]));
  return since.flatMap((row): UndoReason[] => {
    const { table_name: table, row_id, by, by_key, at } = row;
    const all = columnsOf.get(row.row_id) ?? [];
    const told = all.filter((column) => tellsSomething(trail, table, column));
    const columns = told.length > 0 ? told : all;
    const place = `${table}.${row_id}`;
    const facts = { table, row: row_id, ...knownFacts({ name: nameOf(row, names), by, by_key, at }) };
    if (columns.length === 0) return [{ code: 'row_removed', place, ...facts }];
    return columns.map((column) => {
      // The row is over, and not by this step: the reason names the person who ended it.
      const isOver = isEnd(column) && !step.columns.includes(column);
      const code = isOver ? 'row_over' : 'column_changed';
      return { code, place: `${place}.${column}`, column, ...facts };
    });
  });
}

async function whatRefers(
  tx: Db,
  trail: Trail,
  step: Step,
  referring: readonly Reference[],
): Promise<UndoReason[]> {
  const rows = await listRows(
    tx,
    step,
    referring.map(({ row_id }) => row_id),
  );
  const names = await readNames(tx, trail, rows);
  const called = new Map(rows.map((row) => [row.row_id, nameOf(row, names)]));
  return referring.map(({ row_id: row, from: of }) => ({
    code: 'referred_to',
    place: `${step.table}.${row}.${of}`,
    table: step.table,
    row,
    of,
    ...knownFacts({ name: called.get(row) ?? null }),
  }));
}
