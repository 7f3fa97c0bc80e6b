import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { paths, type Address } from '#web/paths.ts';
import type { ActionName } from './actions.ts';
import type { TaskName } from './find-task.ts';

type Places = Readonly<Partial<Record<PortalRole, Address>>>;

const office = (admin: Address, courseadmin: Address = admin): Places => ({ admin, courseadmin });
const everybody = (admin: Address, courseadmin: Address, teacher: Address = courseadmin): Places => ({
  admin,
  courseadmin,
  teacher,
});

/** Where each role begins a task; a role without a place does not do it. */
export const places: Readonly<Record<TaskName, Places>> = {
  cancel: everybody(paths.courseAssociation, paths.schedule),
  substitute: everybody(paths.cover, paths.cover),
  addStudent: office(`${paths.students}?do=add-student`, `${paths.allStudents}?do=add-student`),
  move: office(paths.students, paths.allStudents),
  noMail: office(paths.mails),
  roll: everybody(paths.attendance, paths.attendance),
  correctMark: everybody(paths.markAttendance, paths.markAttendance),
  payment: office(paths.payments, paths.payment),
  unpaid: office(paths.owing),
  message: everybody(paths.messages, paths.messages),
  dayOff: office(paths.daysOff),
  newClass: office(paths.courseAssociation),
  newCourse: { admin: paths.addCourse },
  invite: office(paths.teachers, paths.teachersList),
  event: office(paths.events),
  undo: office(paths.bin),
  family: office(paths.students, paths.allStudents),
  report: everybody(paths.attendanceReport, paths.attendanceReport),
};

/** What may be typed in the command bar instead. */
export const inBar: Readonly<Partial<Record<TaskName, ActionName>>> = {
  cancel: 'cancel',
  substitute: 'cover',
  move: 'move',
  noMail: 'whyNoMail',
  roll: 'callRoll',
  payment: 'receipt',
  message: 'message',
  family: 'correct',
  report: 'report',
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are the names
const names = Object.keys(places) as TaskName[];

/** The tasks of a role, in the order of the guide. */
export const tasksOf = (role: PortalRole | null): readonly TaskName[] =>
  names.filter((name) => role !== null && places[name][role] !== undefined);
