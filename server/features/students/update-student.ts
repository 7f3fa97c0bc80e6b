import type { studentChanges } from '@gurukul/contract/shared/person/about-person';
import { said } from '@gurukul/contract/shared/words/messages';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import { idRow, int, row, text } from '#server/db/columns.ts';
import { exists, many, one, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownStudents } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { refuseOlder } from '#server/http/requests/version.ts';
import { fit, nameOf } from '../likeness/names.ts';
import { phoneCountriesOf } from '../likeness/phone-countries.ts';
import { listGuardians, readAbout } from './about.ts';
import { saveContacts } from './contacts.ts';
import type { AskedField } from '@gurukul/contract/my-page';
import { askForRest } from './ask-for-addresses.ts';
import { phoneIn, savePerson } from './written-person.ts';

type Changes = z.output<typeof studentChanges>;
type GivenGuardian = NonNullable<Changes['guardians']>[number];

/**
 * Saves what is given, in one change. What the caller may not write alone becomes a request: the fields are returned.
 * Throws `conflict` when somebody else saved since `version`.
 */
export async function updateStudent({ db, person }: Ctx, given: Changes): Promise<AskedField[]> {
  const { user_id: id, version } = given;
  const now = await readAbout(db, person, id, { lock: true });
  refuseOlder(version, now.version);
  if (person.role !== 'admin' && (await isColleague(db, id))) throw fail('keeps_own_data');
  const { changes, asked } = await askForRest(db, person, now, given);
  const { contacts, guardians } = changes;
  await savePerson(db, id, changes, now.country);
  if (contacts !== undefined) await saveContacts(db, id, contacts, changes.country ?? now.country);
  if (guardians !== undefined) await saveGuardians(db, person, id, guardians);
  return asked;
}

const isColleague = (db: Db, id: number) =>
  exists(db, sql`select from people p where p.id = ${id} and p.main_role <> 'student'`);

export async function saveGuardians(
  db: Db,
  person: Caller,
  studentId: number,
  given: readonly GivenGuardian[],
): Promise<void> {
  const before = new Map((await listGuardians(db, studentId)).map((each) => [each.guardian_id, each]));
  const kept = new Set<number>();
  const countries = await phoneCountriesOf(db, studentId);
  for (const [index, guardian] of given.entries()) {
    const phone = phoneIn(guardian.phone_number, countries);
    if (phone === null) {
      throw fail('bad_input', { details: { [`guardians.${index}.phone_number`]: said('phone_wrong') } });
    }
    const written = { ...guardian, phone };
    const known = guardian.guardian_id === undefined ? undefined : before.get(guardian.guardian_id);
    if (guardian.guardian_id !== undefined && known === undefined) throw fail('not_found');
    if (known?.is_only_guardian) await renameGuardian(db, known.guardian_id, written);
    const id =
      known?.guardian_id ??
      (await findGuardian(db, person, studentId, written)) ??
      (await addGuardian(db, written));
    kept.add(id);
    await run(
      db,
      sql`
        insert into guardians (student_id, guardian_id, relation, may_see, pays)
        values (${studentId}, ${id}, ${guardian.relation}, ${guardian.may_see}, ${guardian.pays})
        on conflict (student_id, guardian_id) do update
          set relation = excluded.relation, may_see = excluded.may_see, pays = excluded.pays
          where (guardians.relation, guardians.may_see, guardians.pays)
            is distinct from (excluded.relation, excluded.may_see, excluded.pays)
      `,
    );
  }
  const gone = [...before.keys()].filter((id) => !kept.has(id));
  await run(
    db,
    sql`delete from guardians where student_id = ${studentId} and guardian_id = any(${gone}::bigint[])`,
  );
  // Somebody who was nothing but the guardian of this student is nobody's now.
  await run(
    db,
    sql`
      update people p
      set deleted_at = now(), updated_at = now()
      where p.id = any(${gone}::bigint[])
        and p.main_role = 'guardian'
        and p.deleted_at is null
        and not exists (select from guardians r where r.guardian_id = p.id)
        and not exists (select from event_registrations r where r.student_id = p.id and r.removed_at is null)
    `,
  );
}

interface WrittenGuardian extends GivenGuardian {
  /** '' when none. */
  readonly phone: string;
}

/** The last word is the family's name. */
export function namesOf(name: string): { readonly first: string; readonly last: string } {
  const at = name.lastIndexOf(' ');
  return at < 0 ? { first: name, last: '' } : { first: name.slice(0, at), last: name.slice(at + 1) };
}

async function renameGuardian(db: Db, id: number, { name, email_id, phone }: WrittenGuardian): Promise<void> {
  const { first, last } = namesOf(name);
  await run(
    db,
    sql`
      update people
      set first_name = ${first}, last_name = ${last}, email_id = ${email_id}, phone_number = ${phone || null},
        updated_at = now()
      where id = ${id}
        and (fullname, email_id, phone_number) is distinct from (${name}, ${email_id}, ${phone || null})
    `,
  );
}

const likelyRow = row({ id: int, fullname: text });

/**
 * A person who is known already by that address and name. A course admin finds guardians of their own students only:
 * otherwise a link would tell whose addresses are known.
 */
async function findGuardian(
  db: Db,
  person: Caller,
  studentId: number,
  { name, email_id: email }: WrittenGuardian,
): Promise<number | null> {
  if (email === '') return null;
  const isOwn = sql`exists (
    select from guardians r
    join people p on p.id = r.student_id and p.deleted_at is null
    where r.guardian_id = g.id and ${ownStudents(person)}
  )`;
  const found = await many(
    db,
    likelyRow,
    sql`
      select g.id, g.fullname
      from people g
      where lower(g.email_id) = lower(${email})
        and g.deleted_at is null
        and g.id <> ${studentId}
        and ${person.role === 'admin' ? sql`true` : isOwn}
      order by g.main_role = 'guardian', g.id
    `,
  );
  const written = nameOf(name);
  return found.find(({ fullname }) => fit(nameOf(fullname), written) === 'same')?.id ?? null;
}

async function addGuardian(db: Db, { name, email_id, phone }: WrittenGuardian): Promise<number> {
  const { first, last } = namesOf(name);
  const { id } = await one(
    db,
    idRow,
    sql`
      insert into people (main_role, first_name, last_name, email_id, phone_number)
      values ('guardian', ${first}, ${last}, ${email_id}, ${phone || null})
      returning id
    `,
  );
  return id;
}
