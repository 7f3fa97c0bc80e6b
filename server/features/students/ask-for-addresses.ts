import type { AskedField, ProposedGuardian } from '@gurukul/contract/my-page';
import type { AboutStudent, studentChanges } from '@gurukul/contract/shared/person/about-person';
import { said } from '@gurukul/contract/shared/words/messages';
import sql from 'sql-template-tag';
import * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import { idRow } from '#server/db/columns.ts';
import { exists, many, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { onlyOwnGuardians, onlyOwnStudents } from '#server/http/identity/scope.ts';
import { printOf } from '#server/http/requests/version.ts';
import { phoneCountriesOf } from '../likeness/phone-countries.ts';
import { phoneIn } from './written-person.ts';
import { listGuardians } from './about.ts';

/*
 * Who writes an address decides who sees everything behind it. So a course admin writes those of students who are in
 * their own courses alone, and of guardians all of whose children are such students. Anything else is a request: a row
 * of `corrections`, which an account admin decides.
 */

type Changes = z.output<typeof studentChanges>;
type GuardianInput = NonNullable<Changes['guardians']>;

const isOnlyOwn = (db: Db, person: Person, id: number) =>
  exists(db, sql`select from people p where p.id = ${id} and ${onlyOwnStudents(person)}`);

const askFor = (db: Db, person: Person, studentId: number, field: AskedField, value: string) =>
  run(
    db,
    sql`
      insert into corrections (person_id, field, value, said_by)
      values (${studentId}, ${field}, ${value}, ${person.id})
      on conflict (person_id, field) where decided_at is null
      do update set value = excluded.value, said_by = excluded.said_by, said_at = now()
      where corrections.value <> excluded.value
    `,
  );

const emailsOf = (contacts: AboutStudent['contacts']) =>
  contacts.flatMap(({ kind, value }) => (kind === 'email' ? [value.normalize('NFKC')] : []));
const asKeys = (emails: readonly string[]) =>
  JSON.stringify(emails.map((each) => each.toLowerCase()).toSorted());

/** Takes out what the caller may not write alone, and asks for it. Returns what is left, and the fields asked for. */
export async function askForRest(
  db: Db,
  person: Person,
  now: AboutStudent,
  given: Changes,
): Promise<{ readonly changes: Changes; readonly asked: AskedField[] }> {
  if (person.role === 'admin') return { changes: given, asked: [] };
  const { user_id: id } = now;
  const asked: AskedField[] = [];
  const changes = { ...given };
  const isAlone = await isOnlyOwn(db, person, id);
  if (!isAlone && changes.email_id !== undefined && changes.email_id !== now.email_id) {
    await askFor(db, person, id, 'email_id', changes.email_id);
    asked.push('email_id');
    delete changes.email_id;
  }
  if (!isAlone && changes.contacts !== undefined) {
    const before = emailsOf(now.contacts);
    const wanted = emailsOf(changes.contacts);
    if (asKeys(before) !== asKeys(wanted)) {
      await askFor(db, person, id, 'contacts', wanted.join(', '));
      asked.push('contacts');
      changes.contacts = [
        ...now.contacts.filter(({ kind }) => kind === 'email'),
        ...changes.contacts.filter(({ kind }) => kind === 'phone'),
      ];
    }
  }
  if (
    changes.guardians !== undefined &&
    !(await mayWriteGuardians(db, person, now, changes.guardians, isAlone))
  ) {
    const countries = await phoneCountriesOf(db, id);
    const value = {
      print: printOf(JSON.stringify(await listGuardians(db, id))),
      guardians: changes.guardians.map((guardian, index) => {
        const phone = phoneIn(guardian.phone_number, countries);
        if (phone === null) {
          throw fail('bad_input', { details: { [`guardians.${index}.phone_number`]: said('phone_wrong') } });
        }
        return { ...guardian, phone_number: phone };
      }),
    };
    await askFor(db, person, id, 'guardians', JSON.stringify(value));
    asked.push('guardians');
    delete changes.guardians;
  }
  return { changes, asked };
}

/** New guardians of a student who is theirs alone, and changes of those all of whose children are. */
async function mayWriteGuardians(
  db: Db,
  person: Person,
  { user_id: id, guardians }: AboutStudent,
  given: GuardianInput,
  isAlone: boolean,
): Promise<boolean> {
  const before = new Map(guardians.map((each) => [each.guardian_id, each]));
  const countries = await phoneCountriesOf(db, id);
  const changed = given.filter(({ guardian_id: of, ...now }) => {
    const was = of === undefined ? undefined : before.get(of);
    if (of !== undefined && was === undefined) throw fail('not_found');
    if (was === undefined) return true;
    const facts = [was.relation !== now.relation, was.may_see !== now.may_see, was.pays !== now.pays];
    const own = [
      was.name !== now.name,
      was.email_id !== now.email_id,
      was.phone_number !== (phoneIn(now.phone_number, countries) ?? now.phone_number),
    ];
    return [...facts, ...(was.can.rename ? own : [])].includes(true);
  });
  const isGone = guardians.some((was) => !given.some(({ guardian_id: of }) => of === was.guardian_id));
  if (changed.length === 0 && !isGone) return true;
  if (!isAlone) return false;
  const ids = changed.flatMap(({ guardian_id: of }) => of ?? []);
  const foreign = await many(
    db,
    idRow,
    sql`
      select g.id from people g
      where g.id = any(${ids}::bigint[]) and g.id <> ${id} and not ${onlyOwnGuardians(person)}
    `,
  );
  return foreign.length === 0;
}

const stored = z.object({
  print: z.string(),
  guardians: z.array(
    z.object({
      guardian_id: z.number().optional(),
      name: z.string(),
      relation: z.string(),
      email_id: z.string(),
      phone_number: z.string(),
      may_see: z.boolean(),
      pays: z.boolean(),
    }),
  ),
});

/** The guardians of a request. Throws `conflict` when they have changed since. */
export async function askedGuardians(db: Db, studentId: number, value: string): Promise<GuardianInput> {
  const { print, guardians } = stored.parse(JSON.parse(value));
  if (print !== printOf(JSON.stringify(await listGuardians(db, studentId)))) throw fail('conflict');
  return guardians;
}

/** For the screen: the guardians as they are, and as they are asked for. */
export async function shownGuardians(
  db: Db,
  studentId: number,
  value: string,
): Promise<{ readonly now: ProposedGuardian[]; readonly value: ProposedGuardian[] }> {
  const now = await listGuardians(db, studentId);
  const shown = ({ name, relation, email_id, phone_number, may_see, pays }: GuardianInput[number]) => ({
    name,
    relation,
    email_id,
    phone_number,
    may_see,
    pays,
  });
  return {
    // As in the form: not how to reach colleagues and students who are guardians.
    now: now.map(({ is_only_guardian: isOnly, ...each }) =>
      shown({
        ...each,
        email_id: isOnly ? each.email_id : '',
        phone_number: isOnly ? (each.phone_number ?? '') : '',
      }),
    ),
    value: stored.parse(JSON.parse(value)).guardians.map(shown),
  };
}
