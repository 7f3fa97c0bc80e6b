import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const casesAudit: Audited = {
  cases: {
    name: {
      is: sql`coalesce(p.fullname, k.class_name, c.course_name, t.kind)`,
      joins: sql`
        left join people p on p.id = t.student_id
        left join classes k on k.id = t.class_id
        left join courses c on c.id = t.course_id
      `,
    },
    noun: 'cases',
    isOfClass: true,
    silent: ['line', 'since', 'opened_by', 'opened_at', 'closed_by', 'closed_at', 'gone_at'],
  },
};
