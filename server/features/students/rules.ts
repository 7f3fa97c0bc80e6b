import { noCourse } from '@gurukul/contract/students';
import type { StudentRow } from '@gurukul/contract/students';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { joined, timingsOf } from '#server/time/timings.ts';
import type { ClassRecord, StudentRecord } from './queries.ts';

type ShownClass = Pick<StudentRow, 'class_id' | 'class_name' | 'teacher' | 'slot_time' | 'timings'>;
export type ShownClasses = Map<number, ShownClass>;

/** What a student's row says of the class; its next meetings are derived once for all rows. */
export function shownClass({ id, class_name, teacher, slots }: ClassRecord, now: Date): ShownClass {
  const timings = timingsOf(slots, now);
  return { class_id: id, class_name, teacher, slot_time: joined(timings), timings };
}

const noClass: ShownClass = {
  class_id: null,
  class_name: null,
  teacher: null,
  slot_time: null,
  timings: null,
};

/** Which classes of the rows are not known yet. */
export const unknownClasses = (records: readonly StudentRecord[], known: ShownClasses): number[] => [
  ...new Set(records.flatMap(({ class_id }) => (class_id === null || known.has(class_id) ? [] : [class_id]))),
];

/** Rows of the wire, for the office: a teacher's lists are made elsewhere and hold less. */
export const studentRow = (
  record: StudentRecord,
  { classes, role }: { readonly classes: ShownClasses; readonly role: PortalRole },
): StudentRow => ({
  ...record,
  ...((record.class_id === null ? undefined : classes.get(record.class_id)) ?? noClass),
  user_id: record.id,
  uid: record.id,
  course_id: record.course_id ?? noCourse,
  can: { unassociate: record.course_id !== null, delete: role === 'admin' },
});
