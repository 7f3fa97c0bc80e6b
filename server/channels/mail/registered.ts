import sql from 'sql-template-tag';
import { bool, int, list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { timesOf } from '#server/db/weekly-times.ts';
import { nextMeeting, weeklySlot } from '#server/time/slots.ts';
import { oneLine } from './templates.ts';
import type { RegisteredLearner, RegistrationNewsData } from './templates/registration.ts';

/* What becomes of learners who were registered, as it is now. */

const placeRow = row({
  student_id: int,
  is_in: bool,
  is_asked: bool,
  is_waiting: bool,
  is_held: bool,
  class_name: text.nullable(),
  slots: list(weeklySlot),
  zone: text,
});

/** Of these students in a course: whether they are in it, their class, or the one they wait for. */
const placesIn = (db: Db, courseId: number, students: readonly number[]) =>
  many(
    db,
    placeRow,
    sql`
      select s.id as student_id, e.id is not null as is_in, exists (
          select from registrations r
          where r.student_id = s.id and r.course_id = ${courseId} and r.decided_at is null
        ) as is_asked,
        e.class_id is null as is_waiting, e.class_id is null and h.class_id is not null as is_held, k.class_name,
        ${timesOf(sql`k.id`)} as slots,
        -- as the family said on the form, else as the office has it
        coalesce((
          select nullif(r.timezone, '') from registrations r
          where r.student_id = s.id and r.course_id = ${courseId}
          order by r.id desc
          limit 1
        ), p.timezone) as zone
      from unnest(${[...students]}::bigint[]) as s (id)
      join people p on p.id = s.id
      left join enrolments e on e.student_id = s.id and e.course_id = ${courseId} and e.ended_on is null
      left join lateral (
        select r.class_id from registrations r
        where r.student_id = e.student_id and r.course_id = e.course_id and r.held_until > now() and r.decided_at is null
        limit 1
      ) h on true
      left join classes k on k.id = coalesce(e.class_id, e.waits_for_class_id, h.class_id) and k.deleted_at is null
    `,
  );

type Told = Pick<RegistrationNewsData, 'news'> & {
  readonly courseId: number;
  readonly learners: readonly { readonly name: string; readonly studentId: number | null }[];
};

async function statesOf(db: Db, { courseId, news, learners }: Told) {
  const ids = learners.flatMap(({ studentId }) => studentId ?? []);
  const places = new Map((await placesIn(db, courseId, ids)).map((place) => [place.student_id, place]));
  const now = new Date();
  return learners.map(({ name, studentId }) => {
    const place = studentId === null ? undefined : places.get(studentId);
    const about = { name: oneLine(name), student_id: studentId };
    if (news === 'refused' || place === undefined || place.class_name === null) {
      const state = news === 'refused' ? 'refused' : 'office';
      return { place, learner: { ...about, state, class_name: '', weeks: [] } as const };
    }
    const weeks = [...Map.groupBy(place.slots, ({ zone }) => zone)].map(([zone, slots]) => ({
      zone,
      starts: slots.map((slot) => nextMeeting(slot, now)),
    }));
    const state = place.is_held ? 'held' : place.is_waiting ? 'waiting' : 'placed';
    return {
      place,
      learner: { ...about, state, class_name: oneLine(place.class_name), weeks, zone: place.zone } as const,
    };
  });
}

export const becomeOf = async (db: Db, told: Told): Promise<RegisteredLearner[]> =>
  (await statesOf(db, told)).map(({ learner }) => learner);

/** The mail with what becomes of them by now. Of whom it holds no more it says nothing; null: of nobody. */
export async function stillBecoming(
  db: Db,
  data: RegistrationNewsData,
): Promise<RegistrationNewsData | null> {
  const { course_id: courseId, news } = data;
  if (courseId === undefined) return data;
  const asked = data.learners.map(({ name, student_id: studentId = null }) => ({ name, studentId }));
  const learners = (await statesOf(db, { courseId, news, learners: asked })).flatMap(({ place, learner }) => {
    if (place === undefined) return learner;
    const holds = {
      placed: learner.state === 'placed',
      refused: !place.is_in,
      other: place.is_in || place.is_asked,
    }[news === 'placed' || news === 'refused' ? news : 'other'];
    return holds ? learner : [];
  });
  return learners.length === 0 ? null : { ...data, learners };
}
