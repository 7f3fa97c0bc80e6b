import { byWords } from './by-words.ts';
import type { Texts } from './catalogue.ts';
import { access } from './hi/access.ts';
import { accounts } from './hi/accounts.ts';
import { attendance } from './hi/attendance.ts';
import { audit } from './hi/audit.ts';
import { calendar } from './hi/calendar.ts';
import { classes } from './hi/classes.ts';
import { courses } from './hi/courses.ts';
import { dashboards } from './hi/dashboards.ts';
import { enquiries } from './hi/enquiries.ts';
import { events } from './hi/events.ts';
import { frame } from './hi/frame.ts';
import { history } from './hi/history.ts';
import { homework } from './hi/homework.ts';
import { imports } from './hi/imports.ts';
import { intake } from './hi/intake.ts';
import { mails } from './hi/mails.ts';
import { paymentUpload } from './hi/payment-upload.ts';
import { payments } from './hi/payments.ts';
import { pdf } from './hi/pdf.ts';
import { people } from './hi/people.ts';
import { roleReach } from './hi/role-reach.ts';
import { rollCall } from './hi/roll-call.ts';
import { schedule } from './hi/schedule.ts';
import { search } from './hi/search.ts';
import { sessions } from './hi/sessions.ts';
import { server } from './hi/server.ts';
import { shell } from './hi/shell.ts';
import { student } from './hi/student.ts';
import { students } from './hi/students.ts';
import { ui } from './hi/ui.ts';
import { updating } from './hi/updating.ts';
import { values } from './hi/values.ts';

/** What the server said. */
export const say = byWords(server);

/** Everything the portal says in Hindi. */
export const hi: Texts = {
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
};
