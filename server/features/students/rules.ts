import { noCourse } from '@gurukul/contract/students';
import type { StudentRow } from '@gurukul/contract/students';
import { nextMeeting } from '#server/time/slots.ts';
import type { WeeklySlot } from '#server/time/slots.ts';
import type { StudentRecord } from './queries.ts';

/** The next meeting of each of a class's timings, earliest first, separated by commas. */
function slotTime(slots: readonly WeeklySlot[] | null, now: Date): string | null {
  if (slots === null) return null;
  return slots
    .map((slot) => nextMeeting(slot, now))
    .toSorted()
    .join(',');
}

/** Rows of the wire. A class comes with many students, so its next meetings are derived once. */
export function studentRows(records: readonly StudentRecord[], now: Date): StudentRow[] {
  const times = new Map<number, string | null>();
  return records.map(({ slots, ...record }) => {
    if (record.class_id !== null && !times.has(record.class_id)) {
      times.set(record.class_id, slotTime(slots, now));
    }
    return {
      ...record,
      user_id: record.id,
      uid: record.id,
      course_id: record.course_id ?? noCourse,
      slot_time: record.class_id === null ? null : (times.get(record.class_id) ?? null),
    };
  });
}
