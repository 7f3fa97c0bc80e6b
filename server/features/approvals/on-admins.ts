import { access } from '@gurukul/contract/access';
import { accounts } from '@gurukul/contract/accounts';
import { stoppedDays, watchedCalls } from '@gurukul/contract/approvals';
import type { AskedCall, WaitingCall, WatchedCall } from '@gurukul/contract/approvals';
import { openid } from '@gurukul/contract/openid';
import { passkeys } from '@gurukul/contract/passkeys';
import { privacy } from '@gurukul/contract/privacy';
import { provider } from '@gurukul/contract/provider';
import type { Call } from '@gurukul/contract/shared/calls/call';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, maybeOne } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import type { Action } from '#server/http/serve.ts';
import { readSettings } from '#server/provider/settings.ts';
import { provenFirst } from '../access/proven-first.ts';

/** `null`: one may do it alone. `everybody`: it is about all who sign in. Else about this person, if they are an admin. */
type Concerned = number | 'everybody' | null;

interface OnAdmins {
  readonly call: Call;
  readonly whom: (db: Db, input: unknown) => Concerned | Promise<Concerned>;
}

const on = <C extends Call>(
  call: C,
  whom: (input: z.output<C['input']>, db: Db) => Concerned | Promise<Concerned>,
): OnAdmins => ({
  call,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of this call
  whom: (db, input) => whom(input as z.output<C['input']>, db),
});

/** What is not there answers so, to one person too. */
const isThere = (db: Db, serviceId: number) =>
  exists(db, sql`select from openid_services s where s.id = ${serviceId}`);

/** A later day, or none, where a day is set: people go on without a second factor. */
const isLater = (now: string | null, next: string | null | undefined) =>
  now !== null && next !== undefined && (next === null || next > now);

/**
 * Calls by which one account admin could become, weaken or remove another. What weakens nobody is not here: whoever had a
 * session, a remembered browser or a calendar link ended signs in again. The triggers of migration 0136 refuse a way to
 * the same rows that is not here.
 */
const table = {
  'accounts.ask_email_change': on(accounts.ask_email_change, ({ uid }) => uid),
  'accounts.send_reset_link': on(accounts.send_reset_link, ({ uid }) => uid),
  'passkeys.reset_factors': on(passkeys.reset_factors, ({ uid }) => uid),
  'access.end_way_in': on(access.end_way_in, ({ uid, kind }) => (provenFirst.has(kind) ? uid : null)),
  'access.reset_sign_in': on(access.reset_sign_in, ({ user_id: id }) => id),
  'access.suspend': on(access.suspend, ({ user_id: id }) => id),
  'access.resume': on(access.resume, ({ user_id: id }) => id),
  'openid.save_service': on(openid.save_service, async ({ service_id: id }, db) => {
    const isNew = id === null || id === undefined;
    return isNew || (await isThere(db, id)) ? 'everybody' : null;
  }),
  'openid.delete_service': on(openid.delete_service, async ({ service_id: id }, db) =>
    (await isThere(db, id)) ? 'everybody' : null,
  ),
  'privacy.erase_person': on(privacy.erase_person, ({ user_id: id, preview }) =>
    preview === true ? null : id,
  ),
  'provider.save_settings': on(provider.save_settings, async (wanted, db) => {
    const now = await readSettings(db);
    const fields = ['admin_factor_from', 'courseadmin_factor_from', 'teacher_factor_from'] as const;
    return fields.some((field) => isLater(now[field], wanted[field])) ? 'everybody' : null;
  }),
} satisfies { readonly [Name in WaitingCall]: OnAdmins } & {
  readonly [Name in AskedCall]?: OnAdmins;
};

const byName: Readonly<Record<string, OnAdmins | undefined>> = table;

export const onAdmins = (name: string): Call | undefined => byName[name]?.call;

/** SQL: another account admin than this one is there, suspended or not. A suspended one may come back, so they count. */
const hasOtherAdmins = (db: Db, { id }: Person) =>
  exists(
    db,
    sql`
      select from people p
      where p.main_role = 'admin' and p.deleted_at is null and p.password_hash is not null and p.id <> ${id}
    `,
  );

const isOtherAdmin = (db: Db, { id }: Person, target: number) =>
  exists(
    db,
    sql`
      select from people p
      where p.id = ${target} and p.id <> ${id} and p.main_role = 'admin' and p.deleted_at is null
    `,
  );

/**
 * Whether a second account admin, or a day in which nobody stopped it, has to approve the call. `input` is parsed. Null:
 * neither. Where no other account admin is left, one may do it alone.
 */
export async function concernsAdmins(
  db: Db,
  name: string,
  person: Person,
  input: unknown,
): Promise<{ readonly aboutId: number | null } | null> {
  const whom = (await byName[name]?.whom(db, input)) ?? null;
  if (whom === null || !(await hasOtherAdmins(db, person))) return null;
  if (whom === 'everybody') return { aboutId: null };
  return (await isOtherAdmin(db, person, whom)) ? { aboutId: whom } : null;
}

/** Somebody whose own sign-in was changed within a day may be somebody else by now: they approve nothing. */
export const isSignInNew = (db: Db, personId: number): Promise<boolean> =>
  exists(
    db,
    sql`
      select from audit_entries e
      where e.about_person_id = ${personId} and e.at > now() - interval '1 day'
        and (
          e.table_name = 'people' and e.action = 'update'
            and e.after ?| array['password_changed', 'email_id', 'main_role', 'suspended_at', 'deleted_at']
          or e.table_name = 'openid_identities' and e.action = 'insert'
        )
    `,
  );

/** SQL: nobody has to approve the row `d` any more, because it waited and nobody stopped it. */
export const isAloneNow = sql`(d.alone_from <= now() and d.decided_at is null and d.stopped_at is null)`;

/**
 * Somebody stopped or refused what this person asked about the same admin, or about all. Another input or another call
 * does not begin a new day: a second person has to decide.
 */
export const wasStopped = (db: Db, askerId: number, aboutId: number | null): Promise<boolean> =>
  exists(
    db,
    sql`
      select from asked_deeds d
      where d.asked_by = ${askerId} and d.about_person_id is not distinct from ${aboutId}::bigint
        and d.call = any(${Object.keys(table)}::text[])
        and greatest(d.stopped_at, case when not d.is_approved then d.decided_at end)
          > now() - make_interval(days => ${stoppedDays})
    `,
  );

const readerRow = row({ id: int, email_id: text });

/** All account admins who can sign in, and the one whom an action is about even if they are suspended. */
export const listWatching = (db: Db, aboutId: number | null) =>
  many(
    db,
    readerRow,
    sql`
      select p.id, p.email_id from people p
      where p.main_role = 'admin' and p.deleted_at is null and p.password_hash is not null
        and (p.suspended_at is null or p.id = ${aboutId}::bigint)
      order by p.id
    `,
  );

const nameRow = row({ fullname: text });

export const nameOf = async (db: Db, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((await maybeOne(db, nameRow, sql`select fullname from people where id = ${id}`))?.fullname ?? null);

export const isWatched = (name: string): name is WatchedCall =>
  (watchedCalls as readonly string[]).includes(name);

/** Tells all account admins that an action on one of them is done. Before it is, so that the old address is told. */
export async function tellOfDone(
  db: Db,
  { name, person, mail }: Pick<Action, 'name' | 'person' | 'mail'>,
  aboutId: number | null,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<void> {
  if (!isWatched(name)) return;
  const done = { by: person.fullname, call: name, about: await nameOf(db, aboutId) };
  await mail.enqueueMany(
    db,
    (await listWatching(db, aboutId)).map((admin) => ({
      kind: 'deed_decided' as const,
      to: admin.email_id,
      dedupeKey: `deed_done:${id}:${admin.id}`,
      data: { decidedBy: person.fullname, isApproved: true, reason, done },
    })),
  );
}
