import { courseKinds, todayKinds, todayShown } from '@gurukul/contract/dashboards';
import type {
  CourseItem,
  CourseKind,
  TodayFilter,
  TodayGroup,
  TodayKind,
} from '@gurukul/contract/dashboards';
import sql from 'sql-template-tag';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { nextMeeting } from '#server/time/slots.ts';
import { listHeld } from '../cases/lines.ts';
import { shown } from '../ledger/amounts.ts';
import { coversInReach, listRequests } from '../cover/queries.ts';
import {
  countOlder,
  listDueOfCourses,
  listEndingChecks,
  listEventsWithoutLink,
  listFailedMails,
  listFamilyAnswers,
  listHomeworkToCheck,
  listOpenRegistrations,
  listProposedCorrections,
} from './today-queries.ts';
import type { CourseDue } from './today-queries.ts';
import type { CoverRequest } from '../cover/queries.ts';

/** A class has the time of the missed meeting or, where no day matters, of the next one. Fields of other kinds are left out. */
function itemOf(due: CourseDue, now: Date): CourseItem {
  const { slot, is_enrolled, teacher, teachers, missing, since, days, owes, ...rest } = due;
  const isOfNext = slot !== null && is_enrolled === null && rest.attendance_date === null;
  const first = since ?? days?.[0] ?? owes?.[0]?.since;
  return {
    ...rest,
    ...(isOfNext ? { at: nextMeeting(slot, now) } : {}),
    ...(is_enrolled === null ? {} : { is_enrolled }),
    ...(due.kind === 'unmarked_class' ? { teacher } : {}),
    ...(teachers === null ? {} : { teachers }),
    ...(missing === null ? {} : { missing }),
    ...(first ? { since: first } : {}),
    ...(due.kind === 'three_absences' ? { days } : {}),
    ...(owes === null
      ? {}
      : { owes: owes.map((one) => ({ ...one, amount: shown(one.amount, one.currency) })) }),
  };
}

const isOfCourses = (kind: TodayKind): kind is CourseKind => courseKinds.some((one) => one === kind);

const wanted = ({ course_id, class_id, teacher_id, search }: TodayFilter) => {
  const part = search?.toLowerCase() ?? '';
  return (cover: CoverRequest) =>
    (course_id === undefined || cover.course_id === course_id) &&
    (class_id === undefined || cover.class_id === class_id) &&
    (teacher_id === undefined || cover.teacher_id === teacher_id) &&
    [cover.class_name, cover.course_name, cover.teacher_name].join(' ').toLowerCase().includes(part);
};

/** The meetings that wait for another teacher, the next one first. There are never many. */
async function listOpenCovers(db: Db, person: Caller, filter: TodayFilter = {}) {
  const covers = (
    await listRequests(
      db,
      sql`r.taken_by is null and r.closed_at is null and r.starts_at > now() and ${coversInReach(person)}`,
    )
  )
    .filter((cover) => cover.state === 'open' && wanted(filter)(cover))
    .map(({ cover_id, course_id, course_name, class_id, class_name, teacher_name, starts_at: at }) => ({
      cover_id,
      course_id,
      course_name,
      class_id,
      class_name,
      teacher_name,
      at,
      line: `open_cover:${cover_id}`,
    }));
  if (covers.length === 0) return [];
  const held = await listHeld(
    db,
    covers.map(({ line }) => line),
    filter.held ?? 'open',
  );
  const cases = new Map(held.map((one) => [one.line, one.case]));
  return covers.flatMap((cover) => {
    const ofLine = cases.get(cover.line);
    if (ofLine === undefined) return [];
    const isOfOwner = filter.owner_id === undefined || ofLine?.owner?.user_id === filter.owner_id;
    return isOfOwner ? [{ ...cover, case: ofLine }] : [];
  });
}

/** Every row contains the number of all. */
const countOf = (due: readonly { readonly count: number }[]) => due[0]?.count ?? 0;

/**
 * The open tasks, in the contract's order, without empty kinds, and how many are older. Teachers see their classes, and
 * nothing about money or mails.
 */
export async function listToday(db: Db, person: Caller, now: Date) {
  const groups = new Map<TodayKind, TodayGroup>();
  const others = todayKinds.filter((kind) => !isOfCourses(kind));
  const window = { page: 1, pageSize: todayShown };
  const [ofCourses, older, homework, ...rest] = await Promise.all([
    listDueOfCourses(db, person, null, window, { age: 'recent' }),
    countOlder(db, person),
    listHomeworkToCheck(db, person, { page: 1, pageSize: 1 }, { age: 'older' }),
    ...others.map((kind) => listTodayOf(db, person, kind, window, now, { age: 'recent' })),
  ]);
  for (const [kind, due] of Map.groupBy(ofCourses, (one) => one.kind)) {
    groups.set(kind, { kind, count: countOf(due), items: due.map((one) => itemOf(one, now)) });
  }
  for (const group of rest) if (group.count > 0) groups.set(group.kind, group);
  const ofHomework = { kind: 'homework_to_check', count: countOf(homework) } as const;
  return {
    data: todayKinds.flatMap((kind) => groups.get(kind) ?? []),
    older: ofHomework.count > 0 ? [...older, ofHomework] : older,
  };
}

/** One page of what a filter finds of a kind. A kind that the role does not have is empty. */
export async function listTodayOf(
  db: Db,
  person: Caller,
  kind: TodayKind,
  window: Window,
  now: Date,
  filter: TodayFilter = {},
): Promise<TodayGroup> {
  if (isOfCourses(kind)) {
    const due = await listDueOfCourses(db, person, kind, window, filter);
    return { kind, count: countOf(due), items: due.map((one) => itemOf(one, now)) };
  }
  if (kind === 'open_cover') {
    const covers = filter.age === 'older' ? [] : await listOpenCovers(db, person, filter);
    const { page, pageSize } = window;
    return { kind, count: covers.length, items: covers.slice((page - 1) * pageSize, page * pageSize) };
  }
  if (kind === 'homework_to_check') {
    const homework = await listHomeworkToCheck(db, person, window, filter);
    return { kind, count: countOf(homework), items: homework };
  }
  if (kind === 'family_answer') {
    const answers = filter.age === 'older' ? [] : await listFamilyAnswers(db, person, window, filter);
    return { kind, count: countOf(answers), items: answers };
  }
  // A mail, an event and a correction are of no class.
  const isNone =
    filter.age === 'older' ||
    person.role === 'teacher' ||
    filter.class_id !== undefined ||
    filter.teacher_id !== undefined;
  if (kind === 'failed_mail') {
    const mails = isNone ? [] : await listFailedMails(db, person, window, filter);
    return { kind, count: countOf(mails), items: mails };
  }
  if (kind === 'registered_not_placed') {
    const open = isNone ? [] : await listOpenRegistrations(db, person, window, filter);
    return { kind, count: countOf(open), items: open };
  }
  const isOfNone = isNone || filter.course_id !== undefined;
  const ofNoCourse = { course_id: null, course_name: null };
  if (kind === 'check_ends') {
    const isOffered = !isOfNone && person.role === 'admin';
    const ending = isOffered ? await listEndingChecks(db, window, filter) : [];
    return { kind, count: countOf(ending), items: ending.map((one) => ({ ...one, ...ofNoCourse })) };
  }
  if (kind === 'correction') {
    const corrections = isOfNone ? [] : await listProposedCorrections(db, person, window, filter);
    return {
      kind,
      count: countOf(corrections),
      items: corrections.map((one) => ({ ...one, ...ofNoCourse })),
    };
  }
  const events = isNone ? [] : await listEventsWithoutLink(db, person, window, filter);
  return { kind, count: countOf(events), items: events };
}
