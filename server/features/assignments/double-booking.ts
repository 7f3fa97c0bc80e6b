import type { Colleague } from '@gurukul/contract/assignments';
import type { OverlappingSlot, OverlapSlot, TeacherOverlap } from '@gurukul/contract/shared/meetings/overlap';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { int, list, row, text } from '../../db/columns.ts';
import { many, one } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { ownCourses } from '../../http/identity/scope.ts';
import type { TimedSlot } from '../../time/overlap.ts';
import { overlapsWith, timedSlot } from '../../time/overlap.ts';
import { slotTimes } from '../../time/slots.ts';
import { refuseUnchecked } from '../checks/refuse-unchecked.ts';
import type { LockedTeacher } from '../staff/lock-teachers.ts';

interface Booking {
  readonly courseId: number;
  /** With its new day, time and length. */
  readonly slotId: number;
  /** The new teacher. The row is locked, so nobody gives them anything else meanwhile. */
  readonly teacher: LockedTeacher;
  /** The slot was theirs before. */
  readonly isTheirs?: boolean;
  /** The person was warned and insists. */
  readonly insists: {
    readonly allow_overlap?: boolean | undefined;
    readonly allow_unchecked?: boolean | undefined;
  };
}

/**
 * Throws a refusal, and so rolls back the save, when the teacher may not have the slot. Every save that gives a teacher a
 * slot or moves one of theirs calls this.
 */
export async function refuseWrongTeacher(db: Db, person: Person, booking: Booking): Promise<void> {
  const { slotId, teacher, isTheirs = false, insists } = booking;
  if (!isTheirs) {
    const { class_id } = await one(
      db,
      classRow,
      sql`select s.class_id from class_slots s where s.id = ${slotId}`,
    );
    await refuseUnchecked(db, person, [{ teacher_id: teacher.id, class_id }], insists);
  }
  if (insists.allow_overlap !== true) await refuseDoubleBooking(db, person, booking);
}

const classRow = row({ class_id: int });

/** The same when the teacher would be in two places at once in any week of the next twelve months. */
async function refuseDoubleBooking(
  db: Db,
  person: Person,
  { courseId, slotId, teacher }: Booking,
): Promise<void> {
  const slot = await readSlot(db, slotId);
  const now = new Date();
  const overlapOf = overlapsWith(slot, now);
  const others = await listOtherSlots(db, person, teacher.id, slotId);
  const overlapping = others.flatMap((other): OverlappingSlot[] => {
    const overlap = overlapOf(other);
    if (overlap === null) return [];
    const { class_name, course_name } = other;
    const meetings = { saved_at: overlap.start.toISOString(), meets_at: overlap.otherStart.toISOString() };
    return [{ class_name, course_name, ...shown(other, overlap.otherStart), ...meetings }];
  });
  if (overlapping.length === 0) return;

  overlapping.sort((a, b) => a.saved_at.localeCompare(b.saved_at));
  const candidates = (await listColleagues(db, person, courseId)).filter(
    ({ user_id }) => user_id !== teacher.id,
  );
  const overlap: TeacherOverlap = {
    teacher: { user_id: teacher.id, fullname: teacher.fullname },
    slot: shown(slot, new Date(overlapping[0]?.saved_at ?? now)),
    clashes: overlapping,
    free_teachers: candidates
      .filter(({ slots }) => slots.every((other) => overlapOf(other) === null))
      .map(({ user_id, fullname }) => ({ user_id, fullname })),
  };
  throw fail('teacher_is_busy', { overlap });
}

const readSlot = (db: Db, slotId: number) =>
  one(db, timedSlot, sql`select ${slotColumns} from class_slots s where s.id = ${slotId}`);

/** The teachers of the course, with their hours and with what keeps them from a slot. */
export async function listChoices(
  db: Db,
  person: Person,
  courseId: number,
  slotId: number,
): Promise<Colleague[]> {
  const overlapOf = overlapsWith(await readSlot(db, slotId), new Date());
  const colleagues = await listColleagues(db, person, courseId);
  return colleagues.map(({ user_id, fullname, slots }) => {
    const clash = slots.find((other) => other.id !== slotId && overlapOf(other) !== null);
    return {
      user_id,
      fullname,
      weekly_minutes: slots.reduce((sum, { duration }) => sum + duration, 0),
      clash: clash ? { class_name: clash.class_name, course_name: clash.course_name } : null,
    };
  });
}

/** With the zone's name on that day: EST in winter, EDT in summer. */
function shown({ class_day, time, zone, duration }: TimedSlot, meeting: Date): OverlapSlot {
  const { time_zone } = slotTimes({ class_day, time, zone }, meeting);
  return { class_day, time, time_zone, zone, duration };
}

const slotColumns = sql`
  s.class_day, to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone, s.duration_minutes as duration
`;

const otherSlotsRow = timedSlot.extend({
  class_name: text.nullable(),
  course_name: text.nullable(),
});

/** All other slots of the teacher, in any course. Of foreign courses only the time is returned. */
const listOtherSlots = (db: Db, person: Person, teacherId: number, exceptSlotId: number) =>
  many(
    db,
    otherSlotsRow,
    sql`
      select
        ${slotColumns},
        case when own.is_visible then k.class_name end as class_name,
        case when own.is_visible then c.course_name end as course_name
      from slot_teachers t
      join class_slots s on s.id = t.slot_id
      join classes k on k.id = s.class_id
      join courses c on c.id = s.course_id
      cross join lateral (select ${ownCourses(person)} as is_visible) own
      where t.teacher_id = ${teacherId}
        and t.slot_id <> ${exceptSlotId}
        and t.ended_at is null
        and s.deleted_at is null
        and c.deleted_at is null
      order by s.id
    `,
  );

const colleague = row({
  user_id: int,
  fullname: text,
  slots: list(otherSlotsRow.extend({ id: int })),
});

/**
 * The teachers of the course with all their slots in any course; of foreign courses only the time. Grouped, not a subquery per teacher: without
 * statistics the planner read a hundred times as many rows for that (7 s with 5,000 classes).
 */
const listColleagues = (db: Db, person: Person, courseId: number) =>
  many(
    db,
    colleague,
    sql`
      select
        p.id as user_id,
        p.fullname,
        coalesce(
          json_agg(json_build_object(
            'id', s.id,
            'class_name', case when ${ownCourses(person)} then k.class_name end,
            'course_name', case when ${ownCourses(person)} then c.course_name end,
            'class_day', s.class_day,
            'time', to_char(s.local_time, 'HH24:MI'),
            'zone', s.time_zone,
            'duration', s.duration_minutes
          )) filter (where s.id is not null),
          '[]'
        ) as slots
      from course_teachers ct
      join present_staff p on p.id = ct.teacher_id
      left join (
        slot_teachers t
        join class_slots s on s.id = t.slot_id and s.deleted_at is null
        join classes k on k.id = s.class_id
        join courses c on c.id = s.course_id and c.deleted_at is null
      ) on t.teacher_id = p.id and t.ended_at is null
      where ct.course_id = ${courseId}
        and ct.associated
        and (p.main_role = 'teacher' or p.as_role = 'teacher')
      group by p.id, p.fullname
      order by lower(p.fullname), p.id
    `,
  );
