import type { classes } from '@gurukul/contract/classes';
import { timeZones } from '@gurukul/contract/classes';
import { said } from '@gurukul/contract/shared/words/messages';
import { reminderTimes } from '@gurukul/contract/shared/meetings/reminders';
import sql from 'sql-template-tag';
import { listTeaching, standingOf } from '../../db/teaching.ts';
import type { Db } from '../../db/pool.ts';
import type { Handlers, Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { scope } from '../../http/identity/scope.ts';
import { refuseOlder } from '../../http/requests/version.ts';
import { lockCourse } from '../courses/queries.ts';
import { tellTeachersOfSlots } from '../meetings/slot-news.ts';
import { lockAssociated } from '../staff/lock-teachers.ts';
import { handOver, insertAssignment, lockTeacherOf } from '../assignments/queries.ts';
import { refuseWrongTeacher } from '../assignments/double-booking.ts';
import { refuseUncheckedOf } from '../checks/refuse-unchecked.ts';
import { listTeachersOfCourse } from '../staff/queries.ts';
import { lookedBack } from '../attendance/roll-rules.ts';
import { nextRollDay } from '../attendance/rolls.ts';
import { nextMeetings } from '../meetings/join-links.ts';
import { lookedAhead } from '../meetings/slot-news.ts';
import { daysAround, listMeetings } from '../meetings/queries.ts';
import { findClass, listClassCards } from './class-cards.ts';
import {
  deleteClass,
  deleteSlot,
  ensureClass,
  insertSlot,
  listClasses,
  lockClassUse,
  renameClass,
  setLanguage,
  setForChildren,
  setReminders,
  updateSlot,
} from './queries.ts';
import { listWaiting, placeWaiting, stopWaiting } from './waiting.ts';

interface Marked {
  readonly for_children?: boolean | undefined;
  readonly allow_unchecked?: boolean | undefined;
}

/** Says that a class is of children, or not. Refused where one of its teachers may not teach them. */
async function markChildren(db: Db, person: Person, classId: number, { for_children, ...insists }: Marked) {
  if (for_children === undefined) return;
  const changed = await setForChildren(db, person, classId, for_children);
  if (for_children && changed > 0) await refuseUncheckedOf(db, person, classId, insists);
}

export const classesHandlers: Handlers<typeof classes> = {
  async get_class({ class_id }, { db, person }) {
    const now = new Date();
    const [card, meetings] = await Promise.all([
      findClass(db, person, class_id, now),
      listMeetings(db, person, sql`k.id = ${class_id}`, daysAround(now, lookedBack, lookedAhead)),
    ]);
    if (card === null) throw fail('not_found');
    const roll_date = nextRollDay(meetings, now);
    const [taught] = await listTeaching(db, sql`k.id = ${class_id}`);
    const standing = taught ? standingOf(taught) : null;
    return {
      status: 200,
      message: 'success',
      data: { ...card, roll_date, ...nextMeetings(meetings, now), standing },
    };
  },

  async get_classes({ course_id }, { db, person }) {
    await scope(db, person).course(course_id);
    return {
      status: 200,
      message: 'success',
      data: await listClassCards(db, person, course_id, new Date()),
    };
  },

  async create_class(input, { db, person }) {
    const { course_id: courseId, teacher_id: teacherId, class_day, time, duration, join_link } = input;
    await lockCourse(db, person, courseId);
    const teacher = teacherId === undefined ? null : await lockAssociated(db, courseId, teacherId);
    const classId = await ensureClass(db, person, courseId, input.class_name);
    await setLanguage(db, classId, input.language);
    await markChildren(db, person, classId, input);
    const zone = timeZones[input.time_zone];
    const slot = { courseId, classId, class_day, time, zone, duration, join_link };
    const { id: slotId } = await insertSlot(db, person, slot);
    if (teacher !== null) {
      await insertAssignment(db, person, courseId, slotId, teacher.id);
      await refuseWrongTeacher(db, person, { courseId, slotId, teacher, insists: input });
    }
    return { status: 200, message: 'success', class: await listClasses(db, person, courseId, new Date()) };
  },

  async update_class(input, ctx) {
    const { db, person } = ctx;
    const {
      course_id: courseId,
      id: slotId,
      teacher_id: teacherId,
      class_day,
      time,
      duration,
      join_link,
    } = input;
    await lockCourse(db, person, courseId);
    const { class_id } = await scope(db, person).slot(courseId, slotId);
    if (input.version !== undefined) {
      const slots = await listClasses(db, person, courseId, new Date());
      refuseOlder(input.version, slots.find(({ id }) => id === slotId)?.version);
    }
    const teacher =
      teacherId === undefined
        ? await lockTeacherOf(db, courseId, slotId)
        : await lockAssociated(db, courseId, teacherId);
    await renameClass(db, person, courseId, class_id, input.class_name);
    await setLanguage(db, class_id, input.language);
    await updateSlot(db, person, {
      courseId,
      slotId,
      class_day,
      time,
      zone: timeZones[input.time_zone],
      duration,
      join_link,
    });
    if (teacher !== null) {
      const isTheirs = teacherId === undefined || !(await handOver(db, person, courseId, slotId, teacher.id));
      await refuseWrongTeacher(db, person, { courseId, slotId, teacher, isTheirs, insists: input });
    }
    await markChildren(db, person, class_id, input);
    await tellTeachersOfSlots(ctx);
    const now = new Date();
    return {
      status: 200,
      message: 'success',
      data: await listClasses(db, person, courseId, now),
      teachers: await listTeachersOfCourse(db, person, courseId, now),
    };
  },

  async delete_class({ id, course_id }, { db, person }) {
    await lockCourse(db, person, course_id);
    const { class_id } = await scope(db, person).slot(course_id, id);
    const { slots, has_students } = await lockClassUse(db, course_id, class_id);
    const isLast = slots === 1;
    if (isLast && has_students) throw fail('class_has_students');
    await deleteSlot(db, person, course_id, id);
    if (isLast) await deleteClass(db, person, course_id, class_id);
    return { status: 200, message: 'success', data: await listClasses(db, person, course_id, new Date()) };
  },

  async set_reminders({ class_id, reminders }, { db, person }) {
    const { course_id } = await scope(db, person).class(null, class_id);
    await lockCourse(db, person, course_id);
    // In one order, so that the same choice is the same value.
    const chosen = reminderTimes.filter((one) => reminders.includes(one));
    await setReminders(db, person, class_id, chosen);
    return { status: 200, message: 'success' };
  },

  async get_waiting({ class_id }, { db, person }) {
    if ((await findClass(db, person, class_id, new Date())) === null) throw fail('not_found');
    return { status: 200, message: 'success', data: await listWaiting(db, person, class_id) };
  },

  async place_waiting({ enrolment_id, even_if_full, charge }, { db, person }) {
    const outcome = await placeWaiting(db, person, enrolment_id, {
      evenIfFull: even_if_full === true,
      andCharge: charge === true,
    });
    return { status: 200, type: outcome === 'student_moved' ? 'success' : 'warning', ...said(outcome) };
  },

  async stop_waiting({ enrolment_id }, { db, person }) {
    await stopWaiting(db, person, enrolment_id);
    return { status: 200, message: 'success' };
  },
};
