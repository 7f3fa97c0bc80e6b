import { accessAudit } from './features/access-requests/audit.ts';
import { approvalsAudit } from './features/approvals/audit.ts';
import { accountsAudit } from './features/accounts/audit.ts';
import { assignmentsAudit } from './features/assignments/audit.ts';
import { attendanceAudit } from './features/attendance/audit.ts';
import { calendarAudit } from './features/calendar/audit.ts';
import { casesAudit } from './features/cases/audit.ts';
import { certificatesAudit } from './features/certificates/audit.ts';
import { classesAudit } from './features/classes/audit.ts';
import { continuationsAudit } from './features/continuations/audit.ts';
import { coursesAudit } from './features/courses/audit.ts';
import { enquiriesAudit } from './features/enquiries/audit.ts';
import { eventsAudit } from './features/events/audit.ts';
import { filesAudit } from './features/files/audit.ts';
import { homeworkAudit } from './features/homework/audit.ts';
import { importsAudit } from './features/imports/audit.ts';
import { intakeAudit } from './features/intake/audit.ts';
import { checkoutsAudit } from './features/checkouts/audit.ts';
import { openidAudit } from './features/openid/audit.ts';
import { ledgerAudit } from './features/ledger/audit.ts';
import { mailsAudit } from './features/mails/audit.ts';
import { messagesAudit } from './features/messages/audit.ts';
import { privacyAudit } from './features/privacy/audit.ts';
import { paymentsAudit } from './features/payments/audit.ts';
import { peopleAudit } from './features/people/audit.ts';
import { providerAudit } from './features/provider/audit.ts';
import { receiptsAudit } from './features/receipts/audit.ts';
import { settlementsAudit } from './features/settlements/audit.ts';
import { studentsAudit } from './features/students/audit.ts';
import { coverAudit } from './features/cover/audit.ts';
import { myPageAudit } from './features/my-page/audit.ts';
import { meetingsAudit } from './features/meetings/audit.ts';
import { placingAudit } from './features/placing/audit.ts';
import { registrationsAudit } from './features/registrations/audit.ts';
import { reportsAudit } from './features/reports/audit.ts';
import { questionsAudit } from './features/questions/audit.ts';
import { testsAudit } from './features/tests/audit.ts';
import { viewsAudit } from './features/views/audit.ts';
import { trailOf } from './features/audit/trail.ts';

/** Every table whose rows leave a trail. */
export const trail = trailOf({
  ...accessAudit,
  ...accountsAudit,
  ...assignmentsAudit,
  ...attendanceAudit,
  ...calendarAudit,
  ...casesAudit,
  ...certificatesAudit,
  ...classesAudit,
  ...coursesAudit,
  ...enquiriesAudit,
  ...eventsAudit,
  ...filesAudit,
  ...homeworkAudit,
  ...importsAudit,
  ...intakeAudit,
  ...openidAudit,
  ...checkoutsAudit,
  ...mailsAudit,
  ...messagesAudit,
  ...privacyAudit,
  ...paymentsAudit,
  ...ledgerAudit,
  ...peopleAudit,
  ...providerAudit,
  ...receiptsAudit,
  ...settlementsAudit,
  ...studentsAudit,
  ...meetingsAudit,
  ...myPageAudit,
  ...coverAudit,
  ...questionsAudit,
  ...testsAudit,
  ...viewsAudit,
  ...placingAudit,
  ...registrationsAudit,
  ...continuationsAudit,
  ...reportsAudit,
  ...approvalsAudit,
});
