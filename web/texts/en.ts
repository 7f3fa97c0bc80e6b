import { access } from './en/access.ts';
import { accounts } from './en/accounts.ts';
import { attendance } from './en/attendance.ts';
import { audit } from './en/audit.ts';
import { calendar } from './en/calendar.ts';
import { classes } from './en/classes.ts';
import { courses } from './en/courses.ts';
import { dashboards } from './en/dashboards.ts';
import { enquiries } from './en/enquiries.ts';
import { events } from './en/events.ts';
import { frame } from './en/frame.ts';
import { history } from './en/history.ts';
import { homework } from './en/homework.ts';
import { imports } from './en/imports.ts';
import { intake } from './en/intake.ts';
import { mails } from './en/mails.ts';
import { paymentUpload } from './en/payment-upload.ts';
import { payments } from './en/payments.ts';
import { pdf } from './en/pdf.ts';
import { people } from './en/people.ts';
import { roleReach } from './en/role-reach.ts';
import { rollCall } from './en/roll-call.ts';
import { schedule } from './en/schedule.ts';
import { search } from './en/search.ts';
import { sessions } from './en/sessions.ts';
import { shell } from './en/shell.ts';
import { student } from './en/student.ts';
import { students } from './en/students.ts';
import { ui } from './en/ui.ts';
import { updating } from './en/updating.ts';
import { values } from './en/values.ts';

/** Everything the portal says in English. Texts that the office knows are kept letter by letter. */
export const en = {
  frame,
  access,
  accounts,
  shell,
  search,
  ui,
  courses,
  people,
  classes,
  students,
  student,
  updating,
  imports,
  attendance,
  roleReach,
  rollCall,
  homework,
  events,
  mails,
  pdf,
  schedule,
  calendar,
  payments,
  paymentUpload,
  intake,
  enquiries,
  dashboards,
  sessions,
  audit,
  history,
  values,
} as const;
