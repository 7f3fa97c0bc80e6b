import type { Audited } from '../audit/audited.ts';

export const accessAudit: Audited = {
  // `details`: the spreadsheet row, whose values the student gets when accepted
  access_requests: { silent: ['fullname', 'details', 'asked_by', 'asked_at', 'decided_by', 'decided_at'] },
};
