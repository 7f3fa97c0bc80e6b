import type {
  ShownCourseRow,
  StudentCourseRow,
  StudentFigures,
  StudentProfile,
} from '@gurukul/contract/students';
import { paymentStatuses, registrationStatuses } from '@gurukul/contract/students';
import type { PersonClock } from '@gurukul/contract/shared/person/person-fields';
import type { StudentAttendanceRow } from '@gurukul/contract/attendance';
import { personFieldNames } from '@gurukul/contract/shared/person/person';
import { attendanceStatuses } from '@gurukul/contract/shared/meetings/attendance-statuses';
import sql from 'sql-template-tag';
import { plannedOnce } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, int, object, oneOf, row, text } from '#server/db/columns.ts';
import { noHome, personSelected, personShape } from '#server/db/person.ts';
import { many, maybeOne, one } from '#server/db/rows.ts';
import { meetingOfRegister, timeOfRegister } from '#server/db/registers.ts';
import { isStudent } from '#server/db/student.ts';
import { percentage } from '#server/percentage.ts';
import { isSetByHand } from '#server/features/ledger/status.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownClasses, ownStudents } from '#server/http/identity/scope.ts';
import { readingZone } from '#server/time/reading-zone.ts';
import { whereaboutsColumns, whereaboutsShape } from '#server/time/whereabouts.ts';
import { workOf } from '../staff/other-life.ts';
import { guardianOf, reachedBy, seenBy } from './children.ts';
import { allowsPhotos } from '../consents/consents.ts';
import { listClassRecords, studentColumns, studentShape } from './queries.ts';
import { shownClass } from './rules.ts';

/** One student as the caller may see them: a course admin sees their own courses, a teacher their own classes. */

const storedProfile = row({
  ...studentShape,
  ...personShape,
  image: text,
  description: text,
  contact: object({ email_id: text, phone_number: text.nullable() }),
  guardian: object({ fullname: text, email_id: text, phone_number: text.nullable() }).nullable(),
});
const storedWhereabouts = row({ ...whereaboutsShape, provider_zone: text });
export type StoredProfile = RowOf<typeof storedProfile> & Pick<StudentProfile, 'clock' | 'works_as'>;

export async function findProfile(db: Db, person: Person, studentId: number): Promise<StoredProfile | null> {
  const seen = seenBy(person);
  const reached = reachedBy(person);
  const found = await maybeOne(
    db,
    storedProfile,
    plannedOnce(sql`
      select ${studentColumns}, ${personSelected(personFieldNames, seen)},
        case when ${allowsPhotos} then p.image else '' end as image, p.description,
        json_build_object('email_id', ${reached.email_id}, 'phone_number', ${reached.phone_number}) as contact,
        ${guardianOf(person)} as guardian
      from people p
      where p.id = ${studentId}
        and ${isStudent}
        and ${ownStudents(person)}
    `),
  );
  if (found === null) return null;
  return { ...found, clock: await clockOf(db, studentId), works_as: await workOf(db, person, studentId) };
}

async function clockOf(db: Db, studentId: number): Promise<PersonClock> {
  const { provider_zone, ...where } = await one(
    db,
    storedWhereabouts,
    plannedOnce(sql`
      select ${whereaboutsColumns}, (select v.time_zone from provider v) as provider_zone
      from people p
      where p.id = ${studentId}
    `),
  );
  return readingZone(where, provider_zone);
}

type CourseOfStudent = Omit<StudentCourseRow, 'can'>;

const studentCourseRow = row({
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  waits_for: text.nullable(),
  payment_status: oneOf(paymentStatuses).nullable(),
  payment_by_hand: bool,
  part_paid: bool,
  registration_status: oneOf(registrationStatuses),
});

/** Present courses of the student, newest first. */
export async function listCoursesOf(db: Db, person: Person, studentId: number): Promise<CourseOfStudent[]> {
  const rows = await many(
    db,
    studentCourseRow,
    plannedOnce(sql`
      select c.id as course_id, c.course_name, k.id as class_id, k.class_name, w.class_name as waits_for, e.payment_status,
        ${isSetByHand} as payment_by_hand,
        e.registration_status, e.payment_status is null and exists (
          select from ledger_sums l
          where l.student_id = e.student_id and l.course_id = e.course_id and l.received > l.refunded and l.open > 0
        ) as part_paid
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join classes k on k.id = e.class_id and k.deleted_at is null
      left join classes w on w.id = e.waits_for_class_id and w.deleted_at is null
      where e.student_id = ${studentId}
        and e.ended_on is null
        and ${ownClasses(person)}
      order by e.id desc
    `),
  );
  const classIds = rows.flatMap(({ class_id }) => class_id ?? []);
  const records = classIds.length === 0 ? [] : await listClassRecords(db, classIds);
  const now = new Date();
  const classes = new Map(records.map((record) => [record.id, shownClass(record, now)]));
  return rows.map((row) => {
    const { teacher = null, weekly_slots = null } = classes.get(row.class_id ?? 0) ?? {};
    return { ...row, teacher, weekly_slots };
  });
}

const studentAttendanceRow = row({
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
  attendence_date: date,
  time: text.nullable(),
  slot_id: int.nullable(),
  on_date: date.nullable(),
  extra: bool,
  attendence: oneOf(attendanceStatuses),
  mark_id: int,
  is_corrected: bool,
  can_correct: bool,
});

/** All marks, also of classes that the student has left, latest first. */
export async function listMarksOf(
  db: Db,
  person: Person,
  studentId: number,
): Promise<StudentAttendanceRow[]> {
  const rows = await many(
    db,
    studentAttendanceRow,
    plannedOnce(sql`
      select
        c.id as course_id, c.course_name, k.id as class_id, k.class_name, a.attendance_date as attendence_date,
        case
          when count(*) over (partition by a.class_id, a.attendance_date) > 1 then ${timeOfRegister}
        end as time,
        r.slot_id, r.on_date, r.is_extra as extra, a.status as attendence, a.id as mark_id, a.corrected_at is not null as is_corrected,
        k.deleted_at is null and exists (
          select from enrolments e
          where e.class_id = k.id
            and e.student_id = a.student_id
            and e.started_on <= a.attendance_date
            and (e.ended_on is null or e.ended_on > a.attendance_date)
        ) as can_correct
      from attendance a
      join classes k on k.id = a.class_id
      join courses c on c.id = k.course_id and c.deleted_at is null
      join attendance_registers r on r.id = a.register_id
      ${meetingOfRegister}
      where a.student_id = ${studentId}
        and ${ownClasses(person)}
      order by a.attendance_date desc, time desc, a.id desc
    `),
  );
  return rows.map(({ mark_id, is_corrected, can_correct, time, slot_id, on_date, extra, ...mark }) => ({
    ...mark,
    ...(time === null ? {} : { time }),
    ...(slot_id === null || on_date === null ? {} : { slot_id, on_date, extra }),
    ...(is_corrected ? { corrected: true, student_attendance_id: mark_id } : {}),
    can: { correct: can_correct },
  }));
}

export const figuresOf = (
  { associated_from }: StoredProfile,
  courses: readonly CourseOfStudent[],
  marks: readonly StudentAttendanceRow[],
): StudentFigures => {
  const count = (status: StudentAttendanceRow['attendence']) =>
    marks.filter(({ attendence }) => attendence === status).length;
  const present = count('present');
  return {
    total_courses: courses.length,
    present,
    absent: count('absent'),
    moved: count('moved'),
    drop_out: count('drop-out'),
    attendance_percentage: percentage(present, marks.length),
    associated_from,
  };
};

/** A teacher sees neither the student's address nor money. */
export function profileFor(
  { role }: Pick<Person, 'role'>,
  stored: StoredProfile,
  figures: StudentFigures,
): StudentProfile {
  const can = { update_region: role !== 'teacher', delete: role === 'admin' };
  const whole: Required<StudentProfile> = { ...stored, user_id: stored.id, uid: stored.id, figures, can };
  if (role !== 'teacher') return whole;
  return { ...whole, ...noHome };
}

const courseAbilities = (isOffice: boolean): StudentCourseRow['can'] => ({
  update_payment_status: isOffice,
  update_registration_status: isOffice,
  move: isOffice,
  unassociate: isOffice,
});

export const courseForOffice = (row: CourseOfStudent): StudentCourseRow => ({
  ...row,
  can: courseAbilities(true),
});

export function courseFor({ role }: Pick<Person, 'role'>, row: CourseOfStudent): ShownCourseRow {
  if (role !== 'teacher') return courseForOffice(row);
  const { payment_status: _status, payment_by_hand: _byHand, part_paid: _part, ...rest } = row;
  return { ...rest, can: courseAbilities(false) };
}
