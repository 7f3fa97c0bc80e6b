import { todayKinds } from '@gurukul/contract/dashboards';
import type { TodayGroup, TodayItem, TodayKind } from '@gurukul/contract/dashboards';
import type { Db } from '#server/db/pool.ts';
import type { Caller } from '#server/http/scope.ts';
import { meetingOnDate, nextMeeting } from '#server/time/slots.ts';
import { listEventsWithoutLink, listFailedMails, listDueOfCourses } from './today-queries.ts';
import type { Due, CourseDue } from './today-queries.ts';

/** A class is named with when it met or, where no day is the matter, meets next. */
function itemOf({ slot, is_enrolled, ...item }: CourseDue, now: Date): TodayItem {
  const { attendance_date: day } = item;
  if (is_enrolled !== null) return { ...item, is_enrolled };
  if (slot === null) return item;
  return { ...item, at: day ? meetingOnDate(slot, 0, day)?.starts_at : nextMeeting(slot, now) };
}

/**
 * What needs a person, in the order of the contract, kinds with nothing left out. Teachers are told about their classes,
 * and nothing about money or letters.
 */
export async function listToday(db: Db, person: Caller, now: Date): Promise<TodayGroup[]> {
  const groups = new Map<TodayKind, TodayGroup>();
  const add = (kind: TodayKind, due: readonly Due[]) => {
    const count = due[0]?.count ?? 0;
    if (count > 0) groups.set(kind, { kind, count, items: [...due] });
  };
  const isOffice = person.role !== 'teacher';
  const [ofCourses, letters, events] = await Promise.all([
    listDueOfCourses(db, person),
    isOffice ? listFailedMails(db, person) : [],
    isOffice ? listEventsWithoutLink(db, person) : [],
  ]);
  for (const [kind, due] of Map.groupBy(ofCourses, (one) => one.kind)) {
    add(
      kind,
      due.map((one) => ({ ...itemOf(one, now), count: one.count })),
    );
  }
  add('failed_mail', letters);
  add('event_without_link', events);
  return todayKinds.flatMap((kind) => groups.get(kind) ?? []);
}
