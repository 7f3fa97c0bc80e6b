import { accessAudit } from '../access-requests/audit.ts';
import { approvalsAudit } from '../approvals/audit.ts';
import { accountsAudit } from '../accounts/audit.ts';
import { assignmentsAudit } from '../assignments/audit.ts';
import { attendanceAudit } from '../attendance/audit.ts';
import { calendarAudit } from '../calendar/audit.ts';
import { casesAudit } from '../cases/audit.ts';
import { classesAudit } from '../classes/audit.ts';
import { coursesAudit } from '../courses/audit.ts';
import { enquiriesAudit } from '../enquiries/audit.ts';
import { eventsAudit } from '../events/audit.ts';
import { filesAudit } from '../files/audit.ts';
import { homeworkAudit } from '../homework/audit.ts';
import { importsAudit } from '../spreadsheets/audit.ts';
import { intakeAudit } from '../intake/audit.ts';
import { openidAudit } from '../openid/audit.ts';
import { ledgerAudit } from '../ledger/audit.ts';
import { mailsAudit } from '../mails/audit.ts';
import { messagesAudit } from '../messages/audit.ts';
import { privacyAudit } from '../privacy/audit.ts';
import { paymentsAudit } from '../payments/audit.ts';
import { peopleAudit } from '../people/audit.ts';
import { providerAudit } from '../provider/audit.ts';
import { receiptsAudit } from '../receipts/audit.ts';
import { settlementsAudit } from '../settlements/audit.ts';
import { studentsAudit } from '../students/audit.ts';
import { coverAudit } from '../cover/audit.ts';
import { myPageAudit } from '../my-page/audit.ts';
import { meetingsAudit } from '../meetings/audit.ts';
import { reportsAudit } from '../reports/audit.ts';
import { viewsAudit } from '../views/audit.ts';
import type { Audited, AuditedTable } from './audited.ts';

/** Every table whose rows leave a trail. */
export const audited: Audited = {
  ...accessAudit,
  ...accountsAudit,
  ...assignmentsAudit,
  ...attendanceAudit,
  ...calendarAudit,
  ...casesAudit,
  ...classesAudit,
  ...coursesAudit,
  ...enquiriesAudit,
  ...eventsAudit,
  ...filesAudit,
  ...homeworkAudit,
  ...importsAudit,
  ...intakeAudit,
  ...openidAudit,
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
  ...viewsAudit,
  ...reportsAudit,
  ...approvalsAudit,
};

export const auditedTable = (table: string): AuditedTable => audited[table] ?? {};
