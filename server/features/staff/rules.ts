import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type {
  CourseTeacherRow,
  InstructorRow,
  TeacherName,
  TeacherRow,
} from '@gurukul/contract/shared/teacher-row';
import { classDays } from '@gurukul/contract/shared/meetings/slots';
import type { WeeklySlot } from '../../time/slots.ts';
import type { RowOf } from '../../db/columns.ts';
import { bool, int, list, object, oneOf, row, text } from '../../db/columns.ts';
import { joined, shownSlots } from '../../time/shown-slots.ts';

/** A slot of a teacher, with its class. */
export interface TaughtSlot extends WeeklySlot {
  readonly class_name: string;
}

/** A teacher with their work in the requested courses. */
export const storedTeacher = row({
  user_id: int,
  fullname: text,
  email_id: text,
  image: text,
  phone_number: text.nullable(),
  description: text,
  work_status: text.nullable(),
  associated_from: int,
  associated: bool,
  /** The association does not depend on a course admin alone. */
  stands: bool,
  /** Their maximum of students in the requested courses, and the present number in their classes there. */
  strength: int,
  students: int,
  courses: list(text),
  pending: bool,
  slots: list(object({ class_name: text, class_day: oneOf(classDays), time: text, zone: text })),
});
export type StoredTeacher = RowOf<typeof storedTeacher>;

/** On the wire only those carry the mark who have not signed up. */
export const markPending = <Row extends { readonly pending: boolean }>({ pending, ...row }: Row) => ({
  ...row,
  ...(pending ? { pending: true as const } : {}),
});

/** Their weekly slots, joined as in the lists and one by one. */
function meetings(slots: readonly TaughtSlot[], now: Date) {
  const shown = shownSlots(slots, now);
  return { slot_time: joined(shown), weekly_slots: shown };
}

const classNames = (slots: readonly TaughtSlot[]) =>
  [...new Set(slots.map((slot) => slot.class_name))].join(', ');

const nameAndImage = ({ user_id, fullname, image }: StoredTeacher) => ({
  user_id,
  name: fullname,
  fullname,
  image,
});

interface Table {
  /** The reader's role. */
  readonly role: PortalRole;
  readonly now: Date;
}

const directoryRow = (teacher: StoredTeacher) =>
  markPending({ ...nameAndImage(teacher), email_id: teacher.email_id, pending: teacher.pending });

const statusOf = ({ associated }: StoredTeacher) => (associated ? 'associate' : 'not associate');

/** A row of the teacher tables. */
export function teacherRow(teacher: StoredTeacher, { role, now }: Table): TeacherRow {
  const { strength, students, slots } = teacher;
  return {
    ...directoryRow(teacher),
    student_count: strength,
    status: statusOf(teacher),
    can: { delete: role === 'admin' },
    work_status: teacher.work_status,
    ...(role === 'admin' || teacher.stands ? { phone_number: teacher.phone_number } : {}),
    associated_from: teacher.associated_from,
    available_slots: strength - students,
    courses: teacher.courses,
    course_name: teacher.courses.join(', '),
    class_name: classNames(slots),
    ...meetings(slots, now),
  };
}

/** The same for one course. Of teachers outside it, a course admin sees the directory only. */
export function courseTeacherRow(teacher: StoredTeacher, course_id: number, table: Table): CourseTeacherRow {
  if (teacher.associated || table.role === 'admin') return { ...teacherRow(teacher, table), course_id };
  return {
    ...directoryRow(teacher),
    course_id,
    student_count: teacher.strength,
    status: statusOf(teacher),
  };
}

/** A teacher as the course shows them: no address, no phone, no numbers. */
export const instructorRow = (teacher: StoredTeacher, now: Date, courseId: number): InstructorRow => ({
  ...nameAndImage(teacher),
  course_id: courseId,
  description: teacher.description,
  work_status: teacher.work_status,
  associated_from: teacher.associated_from,
  class_name: classNames(teacher.slots),
  ...meetings(teacher.slots, now),
});

/** Names to choose from. */
export const teacherChoice = ({ user_id, name, fullname }: TeacherName): TeacherName => ({
  user_id,
  name,
  fullname,
});
