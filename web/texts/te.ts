import { byWords } from './by-words.ts';
import type { Texts } from './catalogue.ts';
import { access } from './te/access.ts';
import { accounts } from './te/accounts.ts';
import { attendance } from './te/attendance.ts';
import { audit } from './te/audit.ts';
import { calendar } from './te/calendar.ts';
import { classes } from './te/classes.ts';
import { courses } from './te/courses.ts';
import { dashboards } from './te/dashboards.ts';
import { enquiries } from './te/enquiries.ts';
import { events } from './te/events.ts';
import { frame } from './te/frame.ts';
import { history } from './te/history.ts';
import { homework } from './te/homework.ts';
import { imports } from './te/imports.ts';
import { intake } from './te/intake.ts';
import { mails } from './te/mails.ts';
import { paymentUpload } from './te/payment-upload.ts';
import { payments } from './te/payments.ts';
import { pdf } from './te/pdf.ts';
import { people } from './te/people.ts';
import { roleReach } from './te/role-reach.ts';
import { rollCall } from './te/roll-call.ts';
import { schedule } from './te/schedule.ts';
import { search } from './te/search.ts';
import { sessions } from './te/sessions.ts';
import { server } from './te/server.ts';
import { shell } from './te/shell.ts';
import { student } from './te/student.ts';
import { students } from './te/students.ts';
import { ui } from './te/ui.ts';
import { updating } from './te/updating.ts';
import { values } from './te/values.ts';

/** What the server said. */
export const say = byWords(server);

/** Everything the portal says in Telugu. */
export const te: Texts = {
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
