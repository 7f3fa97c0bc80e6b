import { courseKinds, todayKinds } from '@gurukul/contract/dashboards';
import type { CourseKind, TodayGroup, TodayKind } from '@gurukul/contract/dashboards';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { Caller } from '#server/http/scope.ts';
import { nextMeeting } from '#server/time/slots.ts';
import { listEventsWithoutLink, listFailedMails, listDueOfCourses } from './today-queries.ts';
import type { CourseDue } from './today-queries.ts';

/** A class has the time of the missed meeting or, where no day matters, of the next one. */
function itemOf({ slot, is_enrolled, teacher, ...due }: CourseDue, now: Date) {
  const item = due.kind === 'unmarked_class' ? { ...due, teacher } : due;
  const { attendance_date: day } = item;
  if (is_enrolled !== null) return { ...item, is_enrolled };
  if (slot === null) return item;
  return day ? item : { ...item, at: nextMeeting(slot, now) };
}

const isOfCourses = (kind: TodayKind): kind is CourseKind => courseKinds.some((one) => one === kind);

/** Every row contains the number of all. */
const countOf = (due: readonly { readonly count: number }[]) => due[0]?.count ?? 0;

/**
 * The open tasks, in the contract's order, without empty kinds. Teachers see their classes, and nothing about money or
 * mails.
 */
export async function listToday(db: Db, person: Caller, now: Date): Promise<TodayGroup[]> {
  const groups = new Map<TodayKind, TodayGroup>();
  const isOffice = person.role !== 'teacher';
  const [ofCourses, mails, events] = await Promise.all([
    listDueOfCourses(db, person),
    isOffice ? listFailedMails(db, person) : [],
    isOffice ? listEventsWithoutLink(db, person) : [],
  ]);
  for (const [kind, due] of Map.groupBy(ofCourses, (one) => one.kind)) {
    groups.set(kind, { kind, count: countOf(due), items: due.map((one) => itemOf(one, now)) });
  }
  if (mails.length > 0)
    groups.set('failed_mail', { kind: 'failed_mail', count: countOf(mails), items: mails });
  if (events.length > 0)
    groups.set('event_without_link', { kind: 'event_without_link', count: countOf(events), items: events });
  return todayKinds.flatMap((kind) => groups.get(kind) ?? []);
}

/** One page of a kind. A kind that the role does not have is empty. */
export async function listTodayOf(
  db: Db,
  person: Caller,
  kind: TodayKind,
  window: Window,
  now: Date,
): Promise<TodayGroup> {
  if (isOfCourses(kind)) {
    const due = await listDueOfCourses(db, person, kind, window);
    return { kind, count: countOf(due), items: due.map((one) => itemOf(one, now)) };
  }
  const isOffice = person.role !== 'teacher';
  if (kind === 'failed_mail') {
    const mails = isOffice ? await listFailedMails(db, person, window) : [];
    return { kind, count: countOf(mails), items: mails };
  }
  const events = isOffice ? await listEventsWithoutLink(db, person, window) : [];
  return { kind, count: countOf(events), items: events };
}
