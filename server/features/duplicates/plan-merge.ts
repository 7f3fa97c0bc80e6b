import type { MergePreview } from '@gurukul/contract/duplicates';
import { attendanceStatuses } from '@gurukul/contract/shared/meetings/attendance-statuses';
import sql, { join, raw } from 'sql-template-tag';
import { date, int, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { overlapsWith, timedSlot } from '#server/time/overlap.ts';
import { mergeThings } from '@gurukul/contract/duplicates';
import { moved, movedAnew } from './moves.ts';
import { survivorOf } from '../students/survivor.ts';
import { listPeople, shownPerson } from './people.ts';
import type { LivingPerson } from './people.ts';

/** Two people: the survivor and the one who is merged into them. */
export interface Two {
  readonly keepId: number;
  readonly mergeId: number;
}

const courseClashRow = row({
  course_id: int,
  course_name: text,
  keep_enrolment: int,
  merge_enrolment: int,
  keep: text.nullable(),
  merge: text.nullable(),
});

const listCourseClashes = (db: Db, { keepId, mergeId }: Two) =>
  many(
    db,
    courseClashRow,
    sql`
      select c.id as course_id, c.course_name, k.id as keep_enrolment, m.id as merge_enrolment,
        (select g.class_name from classes g where g.id = k.class_id) as keep,
        (select g.class_name from classes g where g.id = m.class_id) as merge
      from enrolments k
      join enrolments m on m.course_id = k.course_id and m.student_id = ${mergeId} and m.ended_on is null
      join courses c on c.id = k.course_id
      where k.student_id = ${keepId} and k.ended_on is null
      order by c.course_name, c.id
    `,
  );

const markClashRow = row({
  class_id: int,
  class_name: text,
  course_name: text,
  attendance_date: date,
  register_id: int,
  keep_mark: int,
  merge_mark: int,
  keep: oneOf(attendanceStatuses),
  merge: oneOf(attendanceStatuses),
});

const listMarkClashes = (db: Db, { keepId, mergeId }: Two) =>
  many(
    db,
    markClashRow,
    sql`
      select g.id as class_id, g.class_name, c.course_name, k.attendance_date, k.register_id, k.id as keep_mark, m.id as merge_mark,
        k.status as keep, m.status as merge
      from attendance k
      join attendance m
        on m.class_id = k.class_id and m.attendance_date = k.attendance_date and m.register_id = k.register_id
        and m.student_id = ${mergeId}
      join classes g on g.id = k.class_id
      join courses c on c.id = g.course_id
      where k.student_id = ${keepId}
      order by k.attendance_date desc, g.id, k.register_id
    `,
  );

const eventClashRow = row({ event_id: int, event_name: text });

const listEventClashes = (db: Db, { keepId, mergeId }: Two) =>
  many(
    db,
    eventClashRow,
    sql`
      select v.id as event_id, v.event_name
      from event_registrations k
      join event_registrations m on m.event_id = k.event_id and m.student_id = ${mergeId} and m.removed_at is null
      join events v on v.id = k.event_id
      where k.student_id = ${keepId} and k.removed_at is null
      order by v.id
    `,
  );

const taughtSlot = timedSlot.extend({ teacher_id: int, class_name: text });

/** Classes of the two that meet at one moment, so that the survivor is in two places. */
async function listOverlaps(db: Db, { keepId, mergeId }: Two): Promise<MergePreview['clashes']['overlaps']> {
  const slots = await many(
    db,
    taughtSlot,
    sql`
      select t.teacher_id, k.class_name, s.class_day, to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone,
        s.duration_minutes as duration
      from slot_teachers t
      join class_slots s on s.id = t.slot_id and s.deleted_at is null
      join classes k on k.id = s.class_id
      join courses c on c.id = s.course_id and c.deleted_at is null
      where t.teacher_id in (${keepId}, ${mergeId}) and t.ended_at is null
      order by s.id
    `,
  );
  const now = new Date();
  const merging = slots.filter(({ teacher_id: id }) => id === mergeId);
  return slots
    .filter(({ teacher_id: id }) => id === keepId)
    .flatMap((slot) => {
      const overlapOf = overlapsWith(slot, now);
      return merging.flatMap((other) => {
        const overlap = overlapOf(other);
        if (overlap === null) return [];
        return [{ keep: slot.class_name, merge: other.class_name, meets_at: overlap.start.toISOString() }];
      });
    });
}

const countRow = row({ thing: oneOf(mergeThings), count: int });

const countMoves = (db: Db, { mergeId }: Two) =>
  many(
    db,
    countRow,
    sql`
      select thing, sum(count)::int as count
      from (${join(
        [...moved, movedAnew].map(
          ({ table, column }) =>
            sql`select ${table}::text as thing, count(*) as count from ${raw(table)} where ${raw(column)} = ${mergeId}`,
        ),
        ' union all ',
      )}) counted
      group by thing
      having sum(count) > 0
    `,
  );

const stateRow = row({ state: text });

/** A hash of all rows of both people. Of mails only whose they are, because mails go out meanwhile. */
async function digestOfBoth(db: Db, { keepId, mergeId }: Two): Promise<string> {
  const both = sql`(${keepId}, ${mergeId})`;
  const { state } = await one(
    db,
    stateRow,
    sql`
      select string_agg(rows, e'\n' order by place) as state
      from (
        select 0 as place, string_agg(p::text, e'\n' order by p.id) as rows from people p where p.id in ${both}
        ${join(
          [...moved, movedAnew].map(({ table, column }, n) => {
            const whole = table === 'mails' ? sql`t.id || ' ' || t.person_id` : sql`t::text`;
            return sql`
              union all
              select ${n + 1}, md5(string_agg(${whole}, e'\n' order by t::text))
              from ${raw(table)} t where t.${raw(column)} in ${both}
            `;
          }),
          ' ',
        )}
      ) all_rows
    `,
  );
  return digestOf([keepId, mergeId, state]);
}

/** The student whom the colleague is too: the account stays, and studies from now on. */
export const isOfTwoLives = (keep: LivingPerson, merge: LivingPerson): boolean =>
  keep.main_role !== 'student' && keep.main_role !== 'guardian' && merge.main_role === 'student';

export interface MergePlan {
  readonly keep: LivingPerson;
  readonly merge: LivingPerson;
  readonly courses: readonly RowOf<typeof courseClashRow>[];
  /** Also those that do not differ, of which the survivor's stays. */
  readonly marks: readonly RowOf<typeof markClashRow>[];
  readonly preview: MergePreview;
}

/** What a merge would do. Throws for people who cannot be merged. */
export async function planMerge(db: Db, caller: Person, two: Two): Promise<MergePlan> {
  const { keepId, mergeId } = two;
  if (keepId === mergeId) throw fail('same_person');
  const people = await listPeople(db, [keepId, mergeId]);
  const find = async (id: number): Promise<LivingPerson> => {
    const person = people.find(({ user_id: known }) => known === id);
    if (person === undefined) throw await missing(db, id);
    return person;
  };
  const [keep, merge] = [await find(keepId), await find(mergeId)];
  if (mergeId === caller.id) throw fail('merge_of_oneself');
  const hasOneRole = keep.main_role === merge.main_role && keep.as_role === merge.as_role;
  // The guardian of a student may become a student.
  const hasBecome = keep.main_role === 'student' && merge.main_role === 'guardian';
  if (!hasOneRole && !hasBecome && !isOfTwoLives(keep, merge)) throw fail('merge_of_roles');

  const [courses, marks, events] = [
    await listCourseClashes(db, two),
    await listMarkClashes(db, two),
    await listEventClashes(db, two),
  ];
  const counts = await countMoves(db, two);
  return {
    keep,
    merge,
    courses,
    marks,
    preview: {
      keep: shownPerson(keep),
      merge: shownPerson(merge),
      moves: mergeThings.flatMap((thing) => counts.filter((each) => each.thing === thing)),
      clashes: {
        courses: courses.map(({ course_id, course_name, keep: keeps, merge: merges }) => ({
          course_id,
          course_name,
          keep: keeps,
          merge: merges,
        })),
        marks: marks
          .filter((mark) => mark.keep !== mark.merge)
          .map(
            ({
              class_id,
              class_name,
              course_name,
              attendance_date,
              register_id,
              keep: keeps,
              merge: merges,
            }) => ({
              class_id,
              class_name,
              course_name,
              attendance_date,
              attendance_id: register_id,
              keep: keeps,
              merge: merges,
            }),
          ),
        events: [...events],
        overlaps: await listOverlaps(db, two),
      },
      digest: await digestOfBoth(db, two),
    },
  };
}

/** The refusal for somebody who is not there: it names the survivor of a merged person. */
export async function missing(db: Db, id: number) {
  const survivor = await survivorOf(db, id);
  return survivor === null ? fail('not_found') : fail('person_merged', { merged_into: survivor });
}
