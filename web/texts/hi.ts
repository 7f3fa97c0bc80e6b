import type { Texts } from './catalogue.ts';
import { en } from './en.ts';
import { accounts } from './hi/accounts.ts';
import { attendance } from './hi/attendance.ts';
import { classes } from './hi/classes.ts';
import { courses } from './hi/courses.ts';
import { dashboards } from './hi/dashboards.ts';
import { events } from './hi/events.ts';
import { frame } from './hi/frame.ts';
import { homework } from './hi/homework.ts';
import { mails } from './hi/mails.ts';
import { people } from './hi/people.ts';
import { rollCall } from './hi/roll-call.ts';
import { schedule } from './hi/schedule.ts';
import { shell } from './hi/shell.ts';
import { student } from './hi/student.ts';
import { students } from './hi/students.ts';
import { ui } from './hi/ui.ts';

export const hi: Texts = {
  ...en,
  frame,
  accounts,
  shell,
  ui,
  courses,
  people,
  classes,
  students,
  student,
  attendance,
  rollCall,
  homework,
  events,
  mails,
  schedule,
  dashboards,
};
