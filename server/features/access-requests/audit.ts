import type { Audited } from '../audit/audited.ts';

export const accessAudit: Audited = {
  // `details`: what a spreadsheet's row said, which the student has once there is one
  access_requests: { silent: ['fullname', 'details', 'asked_by', 'asked_at', 'decided_by', 'decided_at'] },
};
