import type { Audited } from '../audit/audited.ts';

export const approvalsAudit: Audited = {
  asked_deeds: {
    name: 'reason',
    noun: 'asked actions',
    silent: ['call', 'kind', 'sealed', 'reason', 'asked_by', 'rows_digest'],
    isLeft: true,
  },
};
