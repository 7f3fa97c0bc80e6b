import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { bool, int, row, text } from '../../db/columns.ts';
import { exists, many, one, run } from '../../db/rows.ts';
import { studies } from '#server/db/student.ts';
import { counts, mostAtOneAddress, namedWith } from './behind.ts';

/* Who has proved which mailbox. What then counts is said by `counts`, and what a new address begins with by the trigger. */

/** Its reader has proved the mailbox (in lower case) for these people. */
export const proveMailbox = (db: Db, mailbox: string, people: readonly number[]) =>
  run(
    db,
    sql`
      insert into mailboxes (person_id, mailbox, proved_at)
      select n.id, ${mailbox}, now() from unnest(${people}::bigint[]) n (id) order by n.id
      on conflict on constraint mailboxes_pkey do update
      set proved_at = coalesce(mailboxes.proved_at, excluded.proved_at), denied_at = null
    `,
  );

/** For rows that are written without a call: the demo provider, and what a test plants. `day`: yyyy-mm-dd. */
export const proveAllMailboxes = (db: Db, day: string | null = null) =>
  run(
    db,
    sql`
      insert into mailboxes (person_id, mailbox, proved_at, counts_from)
      select a.person_id, a.mailbox, since.at, since.at
      from (
        select p.id as person_id, lower(p.email_id) as mailbox from people p where p.email_id <> ''
        union
        select c.person_id, lower(c.value) from contacts c where c.kind = 'email'
      ) a
      cross join (select coalesce(${day}::timestamptz, now()) as at) since
      on conflict on constraint mailboxes_pkey do update
      set proved_at = now(), denied_at = null, counts_from = now(), left_at = null, to_tell = false
    `,
  );

const unprovedRow = row({ person_id: int, first_name: text });
export type Unproved = RowOf<typeof unprovedRow>;

/**
 * The students, and the guardians who may see one, who are written with a mailbox that is not proved for them, the
 * longest known first. One more than a page asks about.
 */
export const listUnproved = (db: Db, mailbox: string): Promise<Unproved[]> =>
  many(
    db,
    unprovedRow,
    sql`
      select p.id as person_id, p.first_name
      from people p
      where p.id in (${namedWith(sql`${mailbox}`)})
        and (${studies('p')} or exists (
          select from guardians g
          join people s on s.id = g.student_id and s.deleted_at is null
          where g.guardian_id = p.id and g.may_see
        ))
        and not exists (
          select from guardians barred
          where barred.student_id = p.id and not barred.may_see and barred.guardian_id in (${namedWith(sql`${mailbox}`)})
        )
        and not exists (
          select from mailboxes m
          where m.person_id = p.id and m.mailbox = ${mailbox} and (m.proved_at is not null or m.denied_at is not null)
        )
      order by p.id
      limit ${mostAtOneAddress + 1}
    `,
  );

/**
 * A right code came from the mailbox. Where nobody was proved there before, it proves everybody who is written with it,
 * if they are few. Later ones are asked about, one by one.
 */
export async function proveByCode(db: Db, mailbox: string): Promise<void> {
  const isKnown = await exists(
    db,
    sql`
      select from mailboxes m
      join people p on p.id = m.person_id and p.deleted_at is null
      where m.mailbox = ${mailbox} and m.left_at is null and (m.proved_at is not null or m.denied_at is not null)
    `,
  );
  if (isKnown) return;
  const found = await listUnproved(db, mailbox);
  if (found.length > mostAtOneAddress) return;
  await proveMailbox(
    db,
    mailbox,
    found.map(({ person_id: id }) => id),
  );
}

/** The reader of the mailbox says that the person is not theirs. Nobody is asked about them again. */
export const denyMailbox = (db: Db, mailbox: string, person: number) =>
  run(
    db,
    sql`
      insert into mailboxes (person_id, mailbox, denied_at) values (${person}, ${mailbox}, now())
      on conflict on constraint mailboxes_pkey do update set denied_at = now() where mailboxes.proved_at is null
    `,
  );

/** The mailbox is proved for somebody, and counts when the day is over in which it can be refused. */
export const isWaiting = (db: Db, mailbox: string): Promise<boolean> =>
  exists(
    db,
    sql`
      select from mailboxes m
      join people p on p.id = m.person_id and p.deleted_at is null
      where m.mailbox = ${mailbox} and m.proved_at is not null and m.counts_from > now()
    `,
  );

const mayRow = row({ may: bool });

/**
 * Says whether a mail may tell the reader of an address facts of these people: the address counts for each of them, or
 * for a guardian who may see them or pays for them. Of nobody: it is an address that nobody in the portal has, such as
 * that of a donor, or one that somebody has proved.
 */
export async function mayHaveFacts(db: Db, address: string, people: readonly number[]): Promise<boolean> {
  const mailbox = sql`${address.toLowerCase()}`;
  const { may } = await one(
    db,
    mayRow,
    people.length === 0
      ? sql`
          select exists (select from mailboxes m where m.mailbox = ${mailbox} and ${counts})
            or not exists (${namedWith(mailbox)}) as may
        `
      : sql`
          select not exists (
            select from unnest(${people}::bigint[]) about (id)
            where not exists (
              select from mailboxes m
              where m.mailbox = ${mailbox} and ${counts} and (m.person_id = about.id or m.person_id in (
                select g.guardian_id from guardians g where g.student_id = about.id and (g.may_see or g.pays)
              ))
            )
          ) as may
        `,
  );
  return may;
}
