import { person as fields, personFieldNames } from '@gurukul/contract/shared/person/person';
import type { Contact } from '@gurukul/contract/shared/person/about-person';
import { roles } from '@gurukul/contract/shared/calls/roles';
import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { PersonValues } from '#server/db/person.ts';
import { many, run } from '#server/db/rows.ts';
import { isStudent, studies } from '#server/db/student.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { onlyOwnStudents } from '#server/http/identity/scope.ts';
import type { KnownClass } from './rules.ts';
import { knownClass } from './rules.ts';

export const listClasses = (db: Db, courseIds: readonly number[]): Promise<KnownClass[]> =>
  many(
    db,
    knownClass,
    sql`
      select k.id, k.course_id, k.class_name as name
      from classes k
      where k.course_id = any(${courseIds}::bigint[])
        and k.deleted_at is null
      order by k.id
    `,
  );

const person = {
  id: int,
  fullname: text,
  other_names: list(text),
  dob: date.nullable(),
  role: oneOf(roles),
  is_student: bool,
  site_ref: text.nullable(),
};
const storedPerson = row(person);
export type StoredPerson = RowOf<typeof storedPerson>;

const personColumns = sql`p.id, p.fullname, p.other_names, p.dob, p.main_role as role, ${studies('p')} as is_student`;

/** With the address in lower case, as in the query. */
const foundPerson = row({ ...person, email: text });
export type FoundPerson = RowOf<typeof foundPerson>;

// From here on every statement reads one table. The planner has no statistics in a new provider, takes tables for empty
// and joins them by nested loops: half a minute for 20,000 rows that take two seconds this way.

/**
 * Everybody behind these addresses, once for each. The addresses are in lower case. The indexes are asked address by
 * address (`offset 0`): to plan for a list of thousands and to read all people for it takes three times as long.
 */
export const findPeople = (db: Db, emails: readonly string[]): Promise<FoundPerson[]> =>
  many(
    db,
    foundPerson,
    sql`
      select ${personColumns}, p.site_ref, b.email
      from (
        select distinct k.email, v.person_id
        from unnest(${emails}::text[]) k (email)
        cross join lateral (
          select v.person_id from people_behind_emails v where v.email = k.email offset 0
        ) v
      ) b
      join people p on p.id = b.person_id
      order by p.id
    `,
  );

export const findStudentsById = (db: Db, ids: readonly number[]): Promise<StoredPerson[]> =>
  many(
    db,
    storedPerson,
    sql`
      select ${personColumns}, p.site_ref
      from people p
      where p.id = any(${ids}::bigint[]) and ${isStudent}
      order by p.id
    `,
  );

const namedStudent = row({ id: int, fullname: text, other_names: list(text), dob: date.nullable() });
export type NamedStudent = RowOf<typeof namedStudent>;

/** The students who have one of these birthdays: among many students, a few for each day. */
export const findStudentsBornOn = (db: Db, days: readonly string[]): Promise<NamedStudent[]> =>
  many(
    db,
    namedStudent,
    sql`
      select p.id, p.fullname, p.other_names, p.dob
      from people p
      where p.dob = any(${days}::date[]) and ${isStudent}
    `,
  );

const courseMate = row({
  id: int,
  fullname: text,
  other_names: list(text),
  dob: date.nullable(),
  phone_number: text.nullable(),
  course_id: int,
});

/** The present students of these courses, once for each course. */
export const findStudentsIn = (db: Db, courseIds: readonly number[]) =>
  many(
    db,
    courseMate,
    sql`
      select p.id, p.fullname, p.other_names, p.dob, p.phone_number, e.course_id
      from enrolments e
      join people p on p.id = e.student_id and p.deleted_at is null
      where e.course_id = any(${courseIds}::bigint[]) and e.ended_on is null
    `,
  );

/** Students by their numbers of the public site. The number of a merged student leads to the survivor. */
export const findPeopleByRef = (db: Db, refs: readonly string[]): Promise<StoredPerson[]> =>
  many(
    db,
    storedPerson,
    sql`
      with recursive led as (
        (
          select p.site_ref, p.id from people p where p.site_ref = any(${refs}::text[]) and p.deleted_at is null
          union all
          select p.site_ref, p.merged_into from people p
          where p.site_ref = any(${refs}::text[]) and p.merged_into is not null
        )
        union
        select l.site_ref, p.merged_into from led l join people p on p.id = l.id where p.merged_into is not null
      )
      select ${personColumns}, l.site_ref
      from led l
      join people p on p.id = l.id
      where ${isStudent}
    `,
  );

/** `class_id`: the class they are in or wait for. */
const foundEnrolment = row({ student_id: int, course_id: int, class_id: int.nullable() });
export type FoundEnrolment = RowOf<typeof foundEnrolment>;

export const findEnrolments = (
  db: Db,
  studentIds: readonly number[],
  courseIds: readonly number[],
): Promise<FoundEnrolment[]> =>
  many(
    db,
    foundEnrolment,
    sql`
      select e.student_id, e.course_id, coalesce(e.class_id, e.waits_for_class_id) as class_id
      from enrolments e
      where e.student_id = any(${studentIds}::bigint[])
        and e.course_id = any(${courseIds}::bigint[])
        and e.ended_on is null
    `,
  );

export interface NewStudent extends PersonValues {
  readonly otherNames: readonly string[];
  /** Their addresses and numbers after the first. */
  readonly contacts?: readonly Contact[];
}

const studentIdRow = row({ student_id: int });

/** The students of this list who are in one of the caller's courses now. */
export async function studentsIn(
  db: Db,
  studentIds: readonly number[],
  courseIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await many(
    db,
    studentIdRow,
    sql`
      select distinct e.student_id
      from enrolments e
      where e.student_id = any(${studentIds}::bigint[])
        and e.course_id = any(${courseIds}::bigint[])
        and e.ended_on is null
    `,
  );
  return new Set(rows.map(({ student_id }) => student_id));
}

const studentsRow = row({ id: int, email_id: text, first_name: text, last_name: text });

/** Returns the added students. */
export function insertStudents(
  tx: Db,
  importId: number | null,
  students: readonly NewStudent[],
): Promise<RowOf<typeof studentsRow>[]> {
  const names = raw(personFieldNames.join(', '));
  const columns = personFieldNames.map((field) => {
    const type = raw(fields[field].isDate === true ? 'date[]' : 'text[]');
    return sql`${students.map((student) => student[field])}::${type}`;
  });
  return many(
    tx,
    studentsRow,
    sql`
      insert into people (main_role, import_id, other_names, ${names})
      select 'student', ${importId}, array(select jsonb_array_elements_text(n.names)), ${raw(personFieldNames.map((field) => `n.${field}`).join(', '))}
      from unnest(
        ${students.map(({ otherNames }) => JSON.stringify(otherNames))}::jsonb[], ${join(columns)}
      ) with ordinality as n (names, ${names}, position)
      order by n.position
      returning id, email_id, first_name, last_name
    `,
  );
}

/** Colleagues among these people study from now on. */
export const beginStudies = (tx: Db, ids: readonly number[]): Promise<number> =>
  run(
    tx,
    sql`
      update people p
      set also_studies = true, registered_at = now(), updated_at = now()
      where p.id = any(${ids}::bigint[]) and p.main_role not in ('student', 'guardian') and not p.also_studies
        and p.deleted_at is null
    `,
  );

export interface NewEnrolment {
  readonly studentId: number;
  readonly courseId: number;
  readonly classId: number | null;
  /** The class is full. */
  readonly waits: boolean;
  /** Its first day, yyyy-mm-dd. */
  readonly since: string;
}

/** Returns the number of new enrolments. Existing ones are skipped. */
export const insertEnrolments = (
  tx: Db,
  importId: number | null,
  enrolments: readonly NewEnrolment[],
): Promise<number> =>
  run(
    tx,
    sql`
      insert into enrolments (student_id, course_id, class_id, waits_for_class_id, started_on, import_id)
      select n.student_id, n.course_id, case when not n.waits then n.class_id end, case when n.waits then n.class_id end,
        n.since, ${importId}
      from unnest(
        ${enrolments.map(({ studentId }) => studentId)}::bigint[],
        ${enrolments.map(({ courseId }) => courseId)}::bigint[],
        ${enrolments.map(({ classId }) => classId)}::bigint[],
        ${enrolments.map(({ waits }) => waits)}::boolean[],
        ${enrolments.map(({ since }) => since)}::date[]
      ) with ordinality as n (student_id, course_id, class_id, waits, since, position)
      order by n.position
      on conflict (student_id, course_id) where ended_on is null do nothing
    `,
  );

/** A name that somebody was recognised under. Returns the number of people who did not have it yet. */
export const addOtherNames = (
  tx: Db,
  named: readonly { readonly id: number; readonly name: string }[],
): Promise<number> =>
  run(
    tx,
    sql`
      update people p
      set other_names = p.other_names || n.names
      from (
        select g.id, array_agg(distinct g.name) as names
        from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ name }) => name)}::text[]) g (id, name)
        group by g.id
      ) n
      where p.id = n.id and not p.other_names @> n.names
    `,
  );

/**
 * Further addresses, under which students were recognised. Returns the number of those who did not have theirs yet. What
 * the caller may not write alone becomes a request.
 */
export async function addAddresses(
  tx: Db,
  caller: Caller,
  written: readonly { readonly id: number; readonly email: string }[],
): Promise<number> {
  const given = sql`unnest(
    ${written.map(({ id }) => id)}::bigint[], ${written.map(({ email }) => email)}::text[]
  ) with ordinality as n (id, email, position)`;
  const added = await run(
    tx,
    sql`
      insert into contacts (person_id, kind, value)
      select n.id, 'email', n.email
      from ${given}
      join people p on p.id = n.id
      where ${onlyOwnStudents(caller)}
      order by n.position
      on conflict (person_id, kind, lower(value)) do nothing
    `,
  );
  await run(
    tx,
    sql`
      insert into corrections (person_id, field, value, said_by)
      select p.id, 'contacts', concat_ws(', ', (
        select string_agg(c.value, ', ' order by c.id) from contacts c where c.person_id = p.id and c.kind = 'email'
      ), string_agg(distinct n.email, ', ')), ${caller.id}
      from ${given}
      join people p on p.id = n.id
      where not ${onlyOwnStudents(caller)} and lower(p.email_id) <> lower(n.email) and not exists (
        select from contacts c where c.person_id = p.id and c.kind = 'email' and lower(c.value) = lower(n.email)
      )
      group by p.id
      on conflict (person_id, field) where decided_at is null
      do update set value = excluded.value, said_by = excluded.said_by, said_at = now()
    `,
  );
  return added;
}

export const insertContacts = (
  tx: Db,
  written: readonly (Contact & { readonly id: number })[],
): Promise<number> =>
  run(
    tx,
    sql`
      insert into contacts (person_id, kind, value)
      select n.id, n.kind, n.value
      from unnest(
        ${written.map(({ id }) => id)}::bigint[], ${written.map(({ kind }) => kind)}::text[],
        ${written.map(({ value }) => value)}::text[]
      ) with ordinality as n (id, kind, value, position)
      order by n.position
      on conflict (person_id, kind, lower(value)) do nothing
    `,
  );

/** Returns the number of people who had no number yet. */
export const setRefs = (
  tx: Db,
  numbered: readonly { readonly id: number; readonly ref: string }[],
): Promise<number> =>
  run(
    tx,
    sql`
      update people p
      set site_ref = n.ref
      from unnest(${numbered.map(({ id }) => id)}::bigint[], ${numbered.map(({ ref }) => ref)}::text[]) n (id, ref)
      where p.id = n.id and p.site_ref is null
    `,
  );
