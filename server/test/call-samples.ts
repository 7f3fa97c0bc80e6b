import { callNames } from '@gurukul/contract/index';
import type { CallName } from '@gurukul/contract/index';
import { accounts } from './samples/accounts.ts';
import { passkeys } from './samples/passkeys.ts';
import { access } from './samples/access.ts';
import { security } from './samples/security.ts';
import { invitations } from './samples/invitations.ts';
import { people } from './samples/people.ts';
import { schedule } from './samples/schedule.ts';
import { assignments } from './samples/assignments.ts';
import { continuations } from './samples/continuations.ts';
import { courses } from './samples/courses.ts';
import { classes } from './samples/classes.ts';
import { meetings } from './samples/meetings.ts';
import { cases } from './samples/cases.ts';
import { cover } from './samples/cover.ts';
import { myPage } from './samples/my-page.ts';
import { students } from './samples/students.ts';
import { paymentUpload } from './samples/payment-upload.ts';
import { payments } from './samples/payments.ts';
import { certificates } from './samples/certificates.ts';
import { receipts } from './samples/receipts.ts';
import { ledger } from './samples/ledger.ts';
import { dashboards } from './samples/dashboards.ts';
import { figures } from './samples/figures.ts';
import { events } from './samples/events.ts';
import { enquiries } from './samples/enquiries.ts';
import { mails } from './samples/mails.ts';
import { checkouts } from './samples/checkouts.ts';
import { openid } from './samples/openid.ts';
import { push } from './samples/push.ts';
import { messages } from './samples/messages.ts';
import { attendance } from './samples/attendance.ts';
import { homework } from './samples/homework.ts';
import { files } from './samples/files.ts';
import { privacy } from './samples/privacy.ts';
import { duplicates } from './samples/duplicates.ts';
import { selection } from './samples/selection.ts';
import { studentImport } from './samples/student-import.ts';
import { bring } from './samples/bring.ts';
import { settlements } from './samples/settlements.ts';
import { approvals } from './samples/approvals.ts';
import { intake } from './samples/intake.ts';
import { provider } from './samples/provider.ts';
import { placing } from './samples/placing.ts';
import { questions } from './samples/questions.ts';
import { tests } from './samples/tests.ts';
import { views } from './samples/views.ts';
import { registrations } from './samples/registrations.ts';
import { reports } from './samples/reports.ts';
import { calendar } from './samples/calendar.ts';
import { search } from './samples/search.ts';
import { audit } from './samples/audit.ts';
import { empty } from './samples/sample.ts';
import type { Sample } from './samples/sample.ts';

const ofNoInput = Object.fromEntries(callNames.map((name) => [name, empty]));

/** One valid input of every call, made of the given objects. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names of the calls
export const samples = {
  ...ofNoInput,
  ...accounts,
  ...passkeys,
  ...access,
  ...security,
  ...invitations,
  ...people,
  ...schedule,
  ...assignments,
  ...courses,
  ...classes,
  ...meetings,
  ...cases,
  ...cover,
  ...myPage,
  ...students,
  ...paymentUpload,
  ...payments,
  ...receipts,
  ...certificates,
  ...ledger,
  ...dashboards,
  ...figures,
  ...events,
  ...enquiries,
  ...mails,
  ...openid,
  ...checkouts,
  ...push,
  ...messages,
  ...attendance,
  ...homework,
  ...files,
  ...privacy,
  ...duplicates,
  ...selection,
  ...studentImport,
  ...bring,
  ...settlements,
  ...approvals,
  ...intake,
  ...provider,
  ...placing,
  ...questions,
  ...tests,
  ...views,
  ...registrations,
  ...continuations,
  ...reports,
  ...calendar,
  ...search,
  ...audit,
} as Readonly<Record<CallName, Sample>>;
