import { courseKinds, todayKinds, todayShown } from '@gurukul/contract/dashboards';
import type { CourseKind, TodayGroup, TodayKind } from '@gurukul/contract/dashboards';
import sql from 'sql-template-tag';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { Caller } from '#server/http/scope.ts';
import { nextMeeting } from '#server/time/slots.ts';
import { listHeld } from '../cases/lines.ts';
import { coversInReach, listRequests } from '../cover/queries.ts';
import { listEventsWithoutLink, listFailedMails, listDueOfCourses } from './today-queries.ts';
import type { CourseDue } from './today-queries.ts';

/** A class has the time of the missed meeting or, where no day matters, of the next one. */
function itemOf({ slot, is_enrolled, teacher, days, ...due }: CourseDue, now: Date) {
  const item = {
    ...due,
    ...(due.kind === 'unmarked_class' ? { teacher } : {}),
    ...(due.kind === 'three_absences' ? { days } : {}),
  };
  const { attendance_date: day } = item;
  if (is_enrolled !== null) return { ...item, is_enrolled };
  if (slot === null) return item;
  return day ? item : { ...item, at: nextMeeting(slot, now) };
}

const isOfCourses = (kind: TodayKind): kind is CourseKind => courseKinds.some((one) => one === kind);

/** The meetings that wait for another teacher, the next one first. There are never many. */
async function listOpenCovers(db: Db, person: Caller) {
  const covers = (
    await listRequests(
      db,
      sql`r.taken_by is null and r.closed_at is null and r.starts_at > now() and ${coversInReach(person)}`,
    )
  )
    .filter(({ state }) => state === 'open')
    .map(({ cover_id, course_id, course_name, class_name, teacher_name, starts_at: at }) => ({
      cover_id,
      course_id,
      course_name,
      class_name,
      teacher_name,
      at,
      line: `open_cover:${cover_id}`,
    }));
  if (covers.length === 0) return [];
  const held = await listHeld(
    db,
    covers.map(({ line }) => line),
    'open',
  );
  const cases = new Map(held.map((one) => [one.line, one.case]));
  return covers.flatMap((cover) => {
    const ofLine = cases.get(cover.line);
    return ofLine === undefined ? [] : [{ ...cover, case: ofLine }];
  });
}

/** Every row contains the number of all. */
const countOf = (due: readonly { readonly count: number }[]) => due[0]?.count ?? 0;

/**
 * The open tasks, in the contract's order, without empty kinds. Teachers see their classes, and nothing about money or
 * mails.
 */
export async function listToday(db: Db, person: Caller, now: Date): Promise<TodayGroup[]> {
  const groups = new Map<TodayKind, TodayGroup>();
  const isOffice = person.role !== 'teacher';
  const [covers, ofCourses, mails, events] = await Promise.all([
    listOpenCovers(db, person),
    listDueOfCourses(db, person),
    isOffice ? listFailedMails(db, person) : [],
    isOffice ? listEventsWithoutLink(db, person) : [],
  ]);
  if (covers.length > 0) {
    groups.set('open_cover', {
      kind: 'open_cover',
      count: covers.length,
      items: covers.slice(0, todayShown),
    });
  }
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
  if (kind === 'open_cover') {
    const covers = await listOpenCovers(db, person);
    const { page, pageSize } = window;
    return { kind, count: covers.length, items: covers.slice((page - 1) * pageSize, page * pageSize) };
  }
  const isOffice = person.role !== 'teacher';
  if (kind === 'failed_mail') {
    const mails = isOffice ? await listFailedMails(db, person, window) : [];
    return { kind, count: countOf(mails), items: mails };
  }
  const events = isOffice ? await listEventsWithoutLink(db, person, window) : [];
  return { kind, count: countOf(events), items: events };
}
