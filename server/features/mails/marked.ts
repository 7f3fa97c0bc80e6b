import type { MarkedAddress } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { idRow, instant, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, maybeOne, run } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownStudents, ownTeachers } from '#server/http/identity/scope.ts';

/** Throws 404 for somebody who is neither a student nor a colleague within reach. */
async function reach(db: Db, caller: Caller, personId: number): Promise<void> {
  const found = await maybeOne(
    db,
    idRow,
    sql`
      select p.id from people p
      where p.id = ${personId} and p.deleted_at is null and (
        ${isStudent} and ${ownStudents(caller)}
        or p.main_role not in ('student', 'guardian') and (p.id = ${caller.id} or ${ownTeachers(caller)})
      )
    `,
  );
  if (found === null) throw fail('not_found');
}

/** SQL: the addresses of a person and of their guardians, in lower case, with whose they are. */
const addressesOf = (personId: number): Sql => sql`
  select lower(a.address) as mailbox, p.fullname
  from people p
  cross join lateral (
    select p.email_id as address
    union all
    select c.value from contacts c where c.person_id = p.id and c.kind = 'email'
  ) a
  where p.deleted_at is null
    and (p.id = ${personId} or p.id in (select g.guardian_id from guardians g where g.student_id = ${personId}))
`;

const markedRow = row({
  address: text,
  fullname: text,
  kind: oneOf(['hard', 'complaint']),
  reason: text,
  at: instant,
});

export async function listMarked(db: Db, caller: Caller, personId: number): Promise<MarkedAddress[]> {
  await reach(db, caller, personId);
  return many(
    db,
    markedRow,
    sql`
      select distinct on (a.mailbox) a.mailbox as address, a.fullname, m.marks_address as kind,
        coalesce(m.bounce, m.failure, '') as reason, coalesce(m.bounced_at, m.failed_at, m.enqueued_at) as at
      from (${addressesOf(personId)}) a
      join mails m on lower(m.recipient) = a.mailbox and m.marks_address in ('hard', 'complaint')
      order by a.mailbox, m.marks_address desc, m.id desc
    `,
  );
}

/** The office says that the address is right, or has read the complaint. Of an address without a mark nothing changes. */
export async function tryAddress(db: Db, caller: Caller, personId: number, address: string): Promise<void> {
  await reach(db, caller, personId);
  const mailbox = address.toLowerCase();
  const isTheirs = await exists(
    db,
    sql`select from (${addressesOf(personId)}) a where a.mailbox = ${mailbox}`,
  );
  if (!isTheirs) throw fail('not_found');
  await run(
    db,
    sql`
      update mails set marks_address = 'past'
      where lower(recipient) = ${mailbox} and marks_address in ('hard', 'complaint')
    `,
  );
}
