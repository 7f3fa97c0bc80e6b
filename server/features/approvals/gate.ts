import { hash } from 'node:crypto';
import { exportHours } from '@gurukul/contract/approvals';
import type { Call } from '@gurukul/contract/shared/calls/call';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, row, text } from '#server/db/columns.ts';
import { exists, maybeOne, one, run } from '#server/db/rows.ts';
import { hour, take } from '#server/http/limits/counters.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Action } from '#server/http/serve.ts';
import { concernsAdmins, isAloneNow, tellOfDone } from './on-admins.ts';
import type { ActionSize } from './sizes.ts';
import { askedOf } from './sizes.ts';

const doneRow = row({ id: int, reason: text });
const settingRow = row({ above: int.nullable() });

/** The names of keys in one order, so that a copy that was stored and read is the same. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};

export const inputHash = (input: unknown): Buffer =>
  Buffer.from(hash('sha256', JSON.stringify(sorted(input)), 'hex'), 'hex');

/** Of the rows that an action takes or ends, in any order; null when its input alone says what happens. */
export const digestOf = ({ rows }: ActionSize): Buffer | null =>
  rows === undefined
    ? null
    : Buffer.from(hash('sha256', JSON.stringify(rows.map(String).toSorted()), 'hex'), 'hex');

/**
 * What an approval is for: the input with empty secrets. The person who makes the call types them again, so they are
 * stored nowhere.
 */
export const boundInput = (call: Call, input: unknown): unknown =>
  isRecord(input) && call.sealed !== undefined
    ? { ...input, ...Object.fromEntries(call.sealed.map((field) => [field, ''])) }
    : input;

export const withoutSecrets = (call: Call, input: unknown): unknown =>
  isRecord(input)
    ? Object.fromEntries(Object.entries(input).filter(([field]) => call.sealed?.includes(field) !== true))
    : input;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows of people that left or ended by this person's hand in this hour, in whatever role and session. */
const counterOf = ({ id }: Person) => ({ key: `rows-by-one:${id}`, seconds: hour });

/** The size of an action that needs a second person; null: it needs none, and has been counted. `input` is parsed. */
export async function neededFor(
  db: Db,
  name: string,
  person: Person,
  input: unknown,
): Promise<ActionSize | null> {
  const asked = askedOf(name);
  if (asked === undefined) return null;
  const { above } = await one(db, settingRow, sql`select v.second_person_above as above from provider v`);
  if (above === null) return null;
  const found: ActionSize | null = await asked.sizeOf(db, person, input);
  if (found === null || found.size === 0) return null;
  const isAlone = found.size !== 'always' && (await take(db, counterOf(person), found.size, above));
  return isAlone ? null : found;
}

/** Of `asked_deeds d`: an account admin approved it who is still here. */
const isApprovedHere = sql`(
  d.is_approved and exists (select from present_staff s where s.id = d.decided_by and s.main_role = 'admin')
)`;

/**
 * Counts the rows that a call takes or ends. Beyond those that one person may take or end alone in an hour it refuses the
 * call, unless another admin, who is still here, has approved exactly this one for exactly these rows. Then it is done: a
 * change once, in the transaction of the change, and an export for an hour. Two at once wait for each other.
 * Of an action on another account admin a day counts as the approval, and all account admins hear that it is done.
 */
export async function requireSecondPerson(db: Db, action: Action): Promise<void> {
  const { name, call, person, input, changes } = action;
  const needed = await neededFor(db, name, person, input);
  const onAdmin = await concernsAdmins(db, name, person, input);
  if (needed === null && onAdmin === null) return;
  const isFresh = changes
    ? sql`d.done_at is null and d.expires_at > now()`
    : sql`d.decided_at > now() - make_interval(hours => ${exportHours})`;
  const isApproved = sql`
    d.asked_by = ${person.id} and d.call = ${name} and d.hash = ${inputHash(boundInput(call, input))} and ${isFresh}
    and ${needed === null ? sql`(${isApprovedHere} or ${isAloneNow})` : isApprovedHere}
  `;
  const digest = needed === null ? null : digestOf(needed);
  const done = await maybeOne(
    db,
    doneRow,
    sql`
      update asked_deeds d
      set done_at = coalesce(d.done_at, now())
      where d.id = (
          select max(d.id) from asked_deeds d
          where ${isApproved} and d.rows_digest is not distinct from ${digest}
        )
        and ${isFresh}
      returning d.id, d.reason
    `,
  );
  if (done === null) {
    const isChanged = await exists(db, sql`select from asked_deeds d where ${isApproved}`);
    throw fail(isChanged ? 'deed_changed' : 'second_person_needed', { call: name });
  }
  // For the triggers of migration 0136.
  await run(db, sql`select set_config('gurukul.second_person', 'yes', true)`);
  if (onAdmin === null) return;
  await tellOfDone(db, action, onAdmin.aboutId, done);
}
