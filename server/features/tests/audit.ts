import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const testsAudit: Audited = {
  test_portions: { name: 'name', noun: 'portions', namedIn: ['portion_id'] },
  test_hours: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.examiner_id` },
    noun: 'hours for tests',
    silent: ['offered_by'],
  },
  tests: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.student_id` },
    noun: 'tests',
    silent: ['booked_by', 'decided_by', 'decided_at'],
  },
};
