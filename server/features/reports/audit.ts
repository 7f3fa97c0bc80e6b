import type { Audited } from '../audit/audited.ts';

export const reportsAudit: Audited = {
  report_schedules: {
    name: 'name',
    noun: 'scheduled reports',
    silent: ['name', 'author_id', 'receiver_id', 'role', 'report', 'next_on'],
    isAuthors: true,
  },
};
