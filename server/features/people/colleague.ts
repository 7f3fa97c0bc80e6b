import type { AboutColleague, colleagueChanges } from '@gurukul/contract/shared/person/about-person';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import type { Db } from '../../db/pool.ts';
import { maybeOne } from '../../db/rows.ts';
import { fail } from '../../http/answers/problem.ts';
import { printOf, refuseOlder } from '../../http/requests/version.ts';
import { findEmailChange } from '../accounts/email-changes.ts';
import { listContacts, saveContacts } from '../students/contacts.ts';
import { personColumns, personRow, savePerson, shownPerson } from '../students/written-person.ts';

/** What the office writes down about somebody with an account. `lock`: until the transaction ends. */
export async function readColleague(db: Db, id: number, { lock = false } = {}): Promise<AboutColleague> {
  const found = await maybeOne(
    db,
    personRow,
    sql`
      select ${personColumns}
      from people p
      where p.id = ${id} and p.main_role not in ('student', 'guardian') and p.deleted_at is null
      ${lock ? sql`for no key update of p` : sql``}
    `,
  );
  if (found === null) throw fail('not_found');
  const { other_names: _none, ...shown } = shownPerson(found);
  const contacts = await listContacts(db, id);
  const version = printOf(JSON.stringify([found, contacts]));
  return { ...shown, contacts, version, new_email: await findEmailChange(db, id) };
}

/** Saves what is given, in one change. Throws `conflict` when somebody else saved since `version`. */
export async function updateColleague(db: Db, changes: z.output<typeof colleagueChanges>): Promise<void> {
  const { user_id: id, version, contacts, country } = changes;
  const now = await readColleague(db, id, { lock: true });
  refuseOlder(version, now.version);
  await savePerson(db, id, changes, now.country);
  if (contacts !== undefined) await saveContacts(db, id, contacts, country ?? now.country);
}
