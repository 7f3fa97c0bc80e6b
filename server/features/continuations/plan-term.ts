import type { TermPlan, TermStay } from '@gurukul/contract/continuations';
import { termStays } from '@gurukul/contract/continuations';
import { isFinished } from '@gurukul/contract/certificates';
import { said } from '@gurukul/contract/shared/words/messages';
import { registrationStatuses } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import { bool, date, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { timesOf } from '#server/db/weekly-times.ts';
import { firstNames } from '#server/first-names.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import { officeDay, officeToday } from '#server/time/office-clock.ts';
import { weeklySlot } from '#server/time/slots.ts';
import { plainName } from '#server/plain-name.ts';

/* What the next run of a course would be. The preview and the save use the same plan. */

export interface WantedTerm {
  readonly course_id: number;
  readonly course_name: string;
  readonly start_date: string;
  readonly until: string;
  readonly another?: boolean | undefined;
}

const courseRow = row({
  version: int,
  start_date: date,
  ends_on: date,
  runs_until: date.nullable(),
  is_followed: bool,
  topics: int,
  prices: int,
  days_off: list(object({ name: text, from: text, to: text })),
});

const findCourse = (db: Db, caller: Caller, { course_id, start_date }: WantedTerm) =>
  maybeOne(
    db,
    courseRow,
    sql`
      select c.version, c.start_date, n.ends_on - 1 as ends_on,
        case when o.ends_on > ${start_date}::date then o.ends_on - 1 end as runs_until,
        exists (select from courses f where f.follows_id = c.id and f.deleted_at is null) as is_followed,
        (select count(*)::integer from topics t where t.course_id = c.id) as topics,
        (select count(*)::integer from course_prices p where p.course_id = c.id) as prices,
        (
          select coalesce(json_agg(json_build_object('name', d.name, 'from', d.from_date, 'to', d.until_date)
            order by d.from_date, d.id), '[]')
          from days_off d
          where d.course_id is null and d.from_date < n.ends_on and d.until_date >= ${start_date}::date
        ) as days_off
      from courses c
      cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) o
      cross join lateral (select course_end(${start_date}::date, c.course_duration) as ends_on) n
      where c.id = ${course_id} and c.deleted_at is null and ${ownCourses(caller)}
    `,
  );

const nameRow = row({ course_name: text });

/** By its name alone a family tells two courses that run apart. */
async function isNameTaken(db: Db, name: string): Promise<boolean> {
  const running = await many(
    db,
    nameRow,
    sql`
      select c.course_name from courses c
      where c.deleted_at is null and course_end(c.start_date, c.course_duration) > ${officeToday}
    `,
  );
  return running.some(({ course_name }) => plainName(course_name) === plainName(name));
}

const classRow = row({ class_name: text, times: list(weeklySlot), teachers: list(text) });

const listClasses = (db: Db, courseId: number) =>
  many(
    db,
    classRow,
    sql`
      select k.class_name, ${timesOf(sql`k.id`)} as times, (
          select coalesce(array_agg(distinct p.fullname), '{}')
          from class_slots s
          join slot_teachers t on t.slot_id = s.id and t.ended_at is null
          join present_staff p on p.id = t.teacher_id
          where s.class_id = k.id and s.deleted_at is null
        ) as teachers
      from classes k
      where k.course_id = ${courseId} and k.deleted_at is null
      order by k.class_name, k.id
    `,
  );

const uncheckedRow = row({ fullname: text, is_left_out: bool });

/** Whom `begin-term` leaves out of classes of children, or whom Settings only warn of. */
const listUnchecked = (db: Db, { course_id, start_date }: WantedTerm) =>
  many(
    db,
    uncheckedRow,
    sql`
      select distinct p.fullname, v.children_rule = 'refuse' as is_left_out
      from provider v
      join class_slots s on s.course_id = ${course_id} and s.deleted_at is null
      join classes k on k.id = s.class_id and k.deleted_at is null and k.for_children
      join slot_teachers t on t.slot_id = s.id and t.ended_at is null
      join present_staff p on p.id = t.teacher_id
      where v.children_rule in ('warn', 'refuse') and not coalesce(checked_until(p.id) >= ${start_date}::date, false)
      order by p.fullname
    `,
  );

const studentRow = row({
  student_id: int,
  fullname: text,
  registration_status: oneOf(registrationStatuses),
  class_name: text.nullable(),
  owes: bool,
});
export type TermStudent = RowOf<typeof studentRow>;

const listStudents = (db: Db, courseId: number) =>
  many(
    db,
    studentRow,
    sql`
      select p.id as student_id, p.fullname, e.registration_status, k.class_name, exists (
          select from ledger_sums l where l.student_id = p.id and l.course_id = e.course_id and l.open > 0
        ) as owes
      from enrolments e
      join people p on p.id = e.student_id and ${isStudent}
      left join classes k on k.id = e.class_id and k.deleted_at is null
      where e.course_id = ${courseId} and e.ended_on is null
      order by p.id
    `,
  );

function stayOf({ registration_status: status, class_name: group }: TermStudent): TermStay | null {
  if (isFinished(status)) return null;
  if (status === 'Dropped') return 'dropped';
  if (status === 'Failed') return 'failed';
  if (status === 'Canceled' || status === 'Registration failed') return 'canceled';
  return group === null ? 'no_class' : null;
}

const named = (students: readonly TermStudent[]) => firstNames(students.map(({ fullname }) => fullname));

export interface PlannedTerm {
  readonly plan: TermPlan;
  /** Who is asked. */
  readonly asked: readonly TermStudent[];
}

export async function planTerm(db: Db, caller: Caller, wanted: WantedTerm): Promise<PlannedTerm> {
  const course = await findCourse(db, caller, wanted);
  if (course === null) throw fail('not_found');
  if (course.is_followed && wanted.another !== true) throw fail('term_is_there');
  if (wanted.start_date <= course.start_date || wanted.until < (await officeDay(db)))
    throw fail('wrong_date');
  if (await isNameTaken(db, wanted.course_name))
    throw fail('bad_input', { details: { course_name: said('course_name_taken') } });
  const classes = await listClasses(db, wanted.course_id);
  const unchecked = await listUnchecked(db, wanted);
  const students = await listStudents(db, wanted.course_id);
  const judged = students.map((student) => ({ student, reason: stayOf(student) }));
  const asked = judged.flatMap(({ student, reason }) => (reason === null ? [student] : []));
  const readers = await listMailReaders(
    db,
    sql`select unnest(${asked.map(({ student_id }) => student_id)}::bigint[])`,
  );
  const reached = new Set(readers.flatMap(({ person_id, email_id }) => (email_id === '' ? [] : [person_id])));
  const { version, start_date: _start, is_followed: _followed, ...shown } = course;
  return {
    plan: {
      ...shown,
      classes,
      students: students.length,
      asked: asked.length,
      stays: termStays.flatMap((reason) => {
        const staying = judged.filter((one) => one.reason === reason).map(({ student }) => student);
        return staying.length === 0 ? [] : [{ reason, ...named(staying) }];
      }),
      unchecked: {
        ...firstNames(unchecked.map(({ fullname }) => fullname)),
        is_left_out: unchecked.some(({ is_left_out }) => is_left_out),
      },
      owing: named(asked.filter(({ owes }) => owes)),
      unreachable: named(asked.filter(({ student_id }) => !reached.has(student_id))),
      digest: await digestOf([
        wanted.course_id,
        wanted.course_name,
        wanted.start_date,
        wanted.until,
        version,
        course.topics,
        course.prices,
        ...classes,
        ...judged.map(({ student, reason }) => [student.student_id, student.class_name, reason]),
      ]),
    },
    asked,
  };
}
