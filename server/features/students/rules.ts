import { markLetters } from '@gurukul/contract/attendance';
import { noCourse } from '@gurukul/contract/students';
import type { StudentRow } from '@gurukul/contract/students';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { wireAnswers } from '#server/db/questions.ts';
import { joined, shownSlots } from '#server/time/shown-slots.ts';
import type { ClassRecord, StatusRecord, StudentRecord } from './queries.ts';

type ShownClass = Pick<StudentRow, 'class_id' | 'class_name' | 'teacher' | 'slot_time' | 'weekly_slots'>;
export type ShownClasses = Map<number, ShownClass>;

/** The class in a student's row. The next meetings are computed once for all rows. */
export function shownClass({ id, class_name, teacher, slots }: ClassRecord, now: Date): ShownClass {
  const shown = shownSlots(slots, now);
  return { class_id: id, class_name, teacher, slot_time: joined(shown), weekly_slots: shown };
}

const noClass: ShownClass = {
  class_id: null,
  class_name: null,
  teacher: null,
  slot_time: null,
  weekly_slots: null,
};

/** The classes of the rows that are not read yet. */
export const unknownClasses = (records: readonly StudentRecord[], known: ShownClasses): number[] => [
  ...new Set(records.flatMap(({ class_id }) => (class_id === null || known.has(class_id) ? [] : [class_id]))),
];

/** A row on the wire, for the office. Lists for teachers are made elsewhere and have fewer fields. */
export const studentRow = (
  { answers, ...record }: StudentRecord,
  { classes, role }: { readonly classes: ShownClasses; readonly role: PortalRole },
): StudentRow => ({
  ...record,
  ...((record.class_id === null ? undefined : classes.get(record.class_id)) ?? noClass),
  user_id: record.id,
  uid: record.id,
  course_id: record.course_id ?? noCourse,
  can: { unassociate: record.course_id !== null, delete: role === 'admin' },
  ...(Object.keys(answers).length > 0 && { answers: wireAnswers(answers) }),
});

/** The rows of a page, which say too how a student stands in the course. */
export function withStatuses(rows: readonly StudentRow[], statuses: readonly StatusRecord[]): StudentRow[] {
  const found = new Map(statuses.map((status) => [`${status.student_id} ${status.course_id}`, status]));
  return rows.map((row) => {
    const { marks = [], open = [] } = found.get(`${row.id} ${row.course_id}`) ?? {};
    return { ...row, marks: marks.map((mark) => markLetters[mark]).join(''), open };
  });
}
