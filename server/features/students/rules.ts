import { noCourse } from '@gurukul/contract/students';
import type { StudentRow } from '@gurukul/contract/students';
import { joined, timingsOf } from '#server/time/timings.ts';
import type { WeeklySlot } from '#server/time/slots.ts';
import type { StudentRecord } from './queries.ts';

/** The weekly timings of a class, joined and one by one. */
function meetings(slots: readonly WeeklySlot[], now: Date) {
  const timings = timingsOf(slots, now);
  return { slot_time: joined(timings), timings };
}

const noMeetings = { slot_time: null, timings: null };

/** Rows of the wire. A class comes with many students, so its next meetings are derived once. */
export function studentRows(records: readonly StudentRecord[], now: Date): StudentRow[] {
  const times = new Map<number, ReturnType<typeof meetings>>();
  return records.map(({ slots, ...record }) => {
    if (record.class_id !== null && slots !== null && !times.has(record.class_id)) {
      times.set(record.class_id, meetings(slots, now));
    }
    return {
      ...record,
      user_id: record.id,
      uid: record.id,
      course_id: record.course_id ?? noCourse,
      ...(record.class_id === null ? noMeetings : (times.get(record.class_id) ?? noMeetings)),
    };
  });
}
