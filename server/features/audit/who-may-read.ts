import { homeFields } from '@gurukul/contract/shared/person/person';
import type { Sql } from 'sql-template-tag';
import sql, { join, raw } from 'sql-template-tag';
import type { Caller } from '#server/http/identity/scope.ts';
import {
  ownCases,
  ownClasses,
  ownCourses,
  ownNotes,
  ownStudents,
  onlyOwnGuardians,
  onlyOwnStudents,
} from '#server/http/identity/scope.ts';
import type { Withheld } from './shown-changes.ts';
import type { Trail } from './trail.ts';
import { studies } from '#server/db/student.ts';

const everything = sql`true`;

const courseIsOwn = (caller: Caller, id: Sql): Sql => sql`
  ${id} in (select c.id from courses c where c.deleted_at is null and ${ownCourses(caller)})
`;

/** Condition on `audit_entries e` of a note: the caller may read the note with its present readers, also a deleted one. */
const noteIsOwn = (caller: Caller): Sql => sql`
  exists (
    select from notes n
    left join people p on p.id = n.person_id
    left join cases x on x.id = n.case_id
    where n.id = e.row_id::bigint
      and case
        when n.person_id is not null then ${ownNotes(caller)}
        else (${caller.role !== 'teacher'} or n.readers = 'teachers') and ${ownCases(caller)}
      end
  )
`;

/**
 * Condition on `audit_entries e` of `changes ch`: the caller may read it. A course admin reads entries of their own
 * courses, their own actions outside any course, the row of the person whose timeline they may see, and the notes on
 * their students.
 */
export function mayRead(caller: Caller, personId: number | null): Sql {
  if (caller.role === 'admin') return everything;
  return sql`
    case
      when e.table_name = 'notes' then ${noteIsOwn(caller)}
      when e.course_id is null then
        ch.person_id = ${caller.id} or (e.table_name = 'people' and e.about_person_id = ${personId}::bigint)
      else ${courseIsOwn(caller, sql`e.course_id`)}
    end
  `;
}

/**
 * Condition for undoing: rows of the caller's own courses, before and after, and the caller's own actions on students
 * who are in their courses, on notes about these, and on guardians of nobody else's students. Addresses and guardians
 * come back only for students who are in nobody else's courses.
 */
const mayUndo = (caller: Caller): Sql => sql`
  case
    when e.table_name = 'notes' then ch.person_id = ${caller.id} and ${noteIsOwn(caller)}
    when e.course_id is null then
      ch.person_id = ${caller.id}
      and (
        e.about_person_id is null
        or exists (
          select from people p
          where p.id = e.about_person_id
            and ${studies('p')}
            and case
              when e.table_name in ('contacts', 'guardians') or (e.table_name = 'people' and e.before ? 'email_id')
                then ${onlyOwnStudents(caller)}
              else ${ownStudents(caller)}
            end
        )
        or exists (
          select from people g
          where g.id = e.about_person_id
            and g.main_role = 'guardian'
            and ${onlyOwnGuardians(caller)}
        )
      )
    else
      ${courseIsOwn(caller, sql`e.course_id`)}
      and (
        e.before is null
        or e.before ->> 'course_id' is null
        or ${courseIsOwn(caller, sql`(e.before ->> 'course_id')::bigint`)}
      )
  end
`;

/** The class of a row. An entry of an update does not contain it, only the row does. */
const classOf = (trail: Trail): Sql => sql`
  coalesce(
    (e.after ->> 'class_id')::bigint,
    case e.table_name
      ${join(
        trail.tables
          .filter((table) => trail.of(table).isOfClass)
          .map(
            (table) =>
              sql`when ${table} then (select t.class_id from ${raw(table)} t where t.id = e.row_id::bigint)`,
          ),
        ' ',
      )}
    end
  )
`;

/** For a teacher: their own actions in their own classes, on notes that they may read, and on what is their own. */
const ownAction = (trail: Trail, caller: Caller): Sql => sql`
  ch.person_id = ${caller.id}
  and case
    when e.table_name = 'notes' then ${noteIsOwn(caller)}
    else
      e.table_name = any(${trail.tables.filter((table) => trail.of(table).isAuthors)}::text[])
      or ${classOf(trail)} in (
        select k.id
        from classes k
        join courses c on c.id = k.course_id and c.deleted_at is null
        where k.deleted_at is null and ${ownClasses(caller)}
      )
  end
`;

/** Condition on `changes ch`: all of it is within the caller's reach. */
export function liesWithin(trail: Trail, caller: Caller): Sql {
  if (caller.role === 'admin') return everything;
  return sql`not exists (
    select from audit_entries e where e.change_id = ch.id and not coalesce(${caller.role === 'teacher' ? ownAction(trail, caller) : mayUndo(caller)}, false)
  )`;
}

const nothing: ReadonlySet<string> = new Set();
const whereSomebodyLives: ReadonlySet<string> = new Set(homeFields);

/** Columns hidden as on the page of a colleague: only the colleague and account admins see their address. */
export const withheldFrom =
  (caller: Caller): Withheld =>
  ({ table_name: table, about_person_id: personId }, names) =>
    caller.role === 'admin' ||
    table !== 'people' ||
    personId === null ||
    personId === caller.id ||
    names.isStudent(personId)
      ? nothing
      : whereSomebodyLives;
