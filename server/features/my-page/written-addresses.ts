import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { bool, instant, int, list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { studies } from '#server/db/student.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { refuseLink } from '#server/channels/mail/my-page-link.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import type { AddressRefusedData } from '#server/channels/mail/templates/written-address.ts';

/*
 * Tells the proved mailboxes of a person that an address came or went, and lets them refuse it for a day. What is to be
 * told was noted by the trigger that passes every written address (migration 130).
 */

/** "r•••@example.org" */
export const masked = (mailbox: string): string => mailbox.replace(/^(.)[^@]*/u, '$1•••');

const dayMs = 86_400_000;
const toldAtOnce = 100;

const changedRow = row({ person_id: int });

const toldRow = row({
  id: int,
  first_name: text,
  told: list(text),
  added: list(text),
  now_ms: int,
});

/** Writes the mails about addresses that came or went. Returns their number. */
export const tellWrittenAddresses = (
  pool: pg.Pool,
  mailer: Mailer,
  config: Pick<Config, 'appUrl' | 'secretKey'>,
): Promise<number> =>
  inTransaction(pool, async (tx) => {
    const changed = await many(
      tx,
      changedRow,
      sql`
        update mailboxes set to_tell = false
        where to_tell and person_id in (
          select m.person_id from mailboxes m where m.to_tell order by m.person_id limit ${toldAtOnce}
        )
        returning person_id
      `,
    );
    if (changed.length === 0) return 0;
    const people = await many(
      tx,
      toldRow,
      sql`
        select p.id, p.first_name, (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms,
          array(
            select around from proved_mailboxes_around(p.id) around
            -- The office has ended the page of a reader whom it does not trust any more.
            where not exists (select from personal_pages g where g.mailbox = around and g.revoked_at is not null)
            order by around
          ) as told,
          array(
            select m.mailbox from mailboxes m
            where m.person_id = p.id and m.counts_from > now() and m.left_at is null
            order by m.mailbox
          ) as added
        from people p
        where p.id = any(${changed.map(({ person_id: id }) => id)}::bigint[]) and p.deleted_at is null
        order by p.id
      `,
    );
    const mails = people.flatMap(({ id, first_name: name, told, added, now_ms: nowMs }) =>
      told.map((mailbox) => ({
        kind: 'address_changed' as const,
        to: mailbox,
        person_id: id,
        dedupeKey: `address_changed:${id}:${nowMs}:${mailbox}`,
        data: { name: oneLine(name), added: added.map(masked), url: refuseLink(config, id, nowMs) },
      })),
    );
    return mails.length === 0 ? 0 : mailer.enqueueMany(tx, mails);
  });

/** Every minute, for addresses that were written for somebody. */
export const writtenAddressesLook = (
  pool: pg.Pool,
  mailer: Mailer,
  config: Pick<Config, 'appUrl' | 'secretKey'>,
): Look => ({
  look: async () => (await tellWrittenAddresses(pool, mailer, config)) > 0,
  everyMs: 60_000,
  failure: 'proved mailboxes could not be told of a written address',
});

const pendingRow = row({ mailbox: text, is_gone: bool, was_first: bool, at: instant });

/** What came (`is_gone` false) or went until the mail was written, and can still be refused. The latest first. */
const listRefusable = (db: Db, personId: number, toldMs: number) =>
  many(
    db,
    pendingRow,
    sql`
      select m.mailbox, m.left_at is not null as is_gone, m.was_first,
        coalesce(m.left_at, m.counts_from - interval '1 day') as at
      from mailboxes m
      join people p on p.id = m.person_id and p.deleted_at is null
      where m.person_id = ${personId}
        and coalesce(m.left_at, m.counts_from - interval '1 day') between
          now() - interval '1 day' and to_timestamp(${toldMs} / 1000.0)
        and (m.left_at is not null or m.counts_from > now())
      order by at desc, m.mailbox
    `,
  );

export interface Refusable {
  /** First name. */
  readonly name: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const nameRow = row({ first_name: text });

/** What a link refuses; null when nothing is left, or its day is over. */
export async function findRefusable(
  db: Db,
  personId: number,
  toldMs: number,
  now: Date,
): Promise<Refusable | null> {
  if (now.getTime() - toldMs > dayMs) return null;
  const found = await listRefusable(db, personId, toldMs);
  if (found.length === 0) return null;
  const { first_name: name } = await one(
    db,
    nameRow,
    sql`select first_name from people where id = ${personId}`,
  );
  const some = (isGone: boolean) =>
    found.filter(({ is_gone: is }) => is === isGone).map(({ mailbox }) => masked(mailbox));
  return { name, added: some(false), removed: some(true) };
}

const addressRow = row({ email: text });

/** Takes the new addresses away, puts the earlier ones back, and tells the account admins. False: nothing was left. */
export async function refuseAddresses(
  tx: Db,
  mail: Mailer,
  personId: number,
  toldMs: number,
): Promise<boolean> {
  const person = await maybeOne(
    tx,
    addressRow,
    sql`
      select lower(email_id) as email from people where id = ${personId} and deleted_at is null for no key update
    `,
  );
  const found = person === null ? [] : await listRefusable(tx, personId, toldMs);
  if (person === null || found.length === 0) return false;
  const added = found.flatMap(({ is_gone: isGone, mailbox }) => (isGone ? [] : [mailbox]));
  const gone = found.filter(({ is_gone: isGone }) => isGone);
  await run(
    tx,
    sql`
      delete from contacts where person_id = ${personId} and kind = 'email' and lower(value) = any(${added}::text[])
    `,
  );
  const isFree = person.email === '' || added.includes(person.email);
  const first = isFree ? gone.find(({ was_first: was }) => was)?.mailbox : undefined;
  if (isFree) {
    await run(
      tx,
      sql`update people set email_id = ${first ?? ''}, updated_at = now() where id = ${personId} and password_hash is null`,
    );
  }
  await run(
    tx,
    sql`
      insert into contacts (person_id, kind, value)
      select ${personId}, 'email', g.mailbox
      from unnest(${gone.map(({ mailbox }) => mailbox)}::text[]) g (mailbox)
      where g.mailbox is distinct from ${first ?? null}::text
      on conflict (person_id, kind, lower(value)) do nothing
    `,
  );
  await tellAdmins(tx, mail, {
    personId,
    why: 'refused',
    mailbox: added.map(masked).join(', ') || '–',
    key: `refused:${personId}:${toldMs}`,
  });
  return true;
}

const studentRow = row({ fullname: text, student_id: int.nullable() });

/** Tells the account admins that the reader of a mailbox does not agree. */
export async function tellAdmins(
  tx: Db,
  mail: Mailer,
  {
    personId,
    why,
    mailbox,
    key,
  }: Pick<AddressRefusedData, 'why' | 'mailbox'> & { readonly personId: number; readonly key: string },
): Promise<void> {
  const { fullname, student_id: studentId } = await one(
    tx,
    studentRow,
    sql`
      select p.fullname, case when ${studies('p')} then p.id else (
        select g.student_id from guardians g
        join people s on s.id = g.student_id and s.deleted_at is null
        where g.guardian_id = p.id order by g.id limit 1
      ) end as student_id
      from people p where p.id = ${personId}
    `,
  );
  const path = studentId === null ? '/' : `/student/${studentId}`;
  for (const admin of await listAdmins(tx)) {
    await mail.enqueue(tx, {
      kind: 'address_refused',
      to: admin.email_id,
      person_id: admin.id,
      dedupeKey: `address_refused:${key}:${admin.id}`,
      data: { why, fullname: oneLine(fullname), mailbox, path },
    });
  }
}
