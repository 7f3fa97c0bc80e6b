import { todayKinds } from '@gurukul/contract/dashboards';
import type { TodayGroup, TodayKind } from '@gurukul/contract/dashboards';
import type { Db } from '#server/db/pool.ts';
import type { Caller } from '#server/http/scope.ts';
import { meetingOnDate, nextMeeting } from '#server/time/slots.ts';
import type { WeeklySlot } from '#server/time/slots.ts';
import {
  listAbsent,
  listEventsWithoutLink,
  listFailedMails,
  listUnmarked,
  listUnpaid,
  listUnplaced,
  listUntaught,
} from './today-queries.ts';
import type { Due } from './today-queries.ts';

/** When the class met that day. */
const startOn = (slot: WeeklySlot, date: string | null | undefined) =>
  date ? meetingOnDate(slot, 0, date)?.starts_at : undefined;

type List = (db: Db, person: Caller, now: Date) => Promise<Due[]>;

/** A class is named with when it met, or when it meets next. */
const lists: Readonly<Record<TodayKind, List>> = {
  unmarked_class: async (db, person) => {
    const unmarked = await listUnmarked(db, person);
    return unmarked.map(({ slot, ...due }) => ({ ...due, at: startOn(slot, due.attendance_date) }));
  },
  class_without_teacher: async (db, person, now) => {
    const untaught = await listUntaught(db, person);
    return untaught.map(({ slot, ...due }) => ({ ...due, at: nextMeeting(slot, now) }));
  },
  paid_not_placed: listUnplaced,
  attending_unpaid: listUnpaid,
  three_absences: listAbsent,
  failed_mail: listFailedMails,
  event_without_link: listEventsWithoutLink,
};

/** Teachers are told about their classes, and nothing about money or letters. */
const ofTeachers: readonly TodayKind[] = ['unmarked_class', 'three_absences'];

/**
 * What needs a person, in the order of the contract, kinds with nothing left out. Three at a time: more connections
 * would be taken from others than are won for this one.
 */
export async function listToday(db: Db, person: Caller, now: Date): Promise<TodayGroup[]> {
  const kinds = person.role === 'teacher' ? ofTeachers : todayKinds;
  const groups = new Map<TodayKind, TodayGroup>();
  const waiting = [...kinds];
  const work = async () => {
    for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- each worker does one at a time
      const due = await lists[kind](db, person, now);
      const count = due[0]?.count ?? 0;
      if (count > 0) groups.set(kind, { kind, count, items: due });
    }
  };
  await Promise.all([work(), work(), work()]);
  return kinds.flatMap((kind) => groups.get(kind) ?? []);
}
