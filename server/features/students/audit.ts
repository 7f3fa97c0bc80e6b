import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Audited, BrokenRule } from '../audit/audited.ts';

const attendanceTakenRow = row({ code: oneOf(['attendance_taken']), place: text, person: text, class: text });

/** Attendance of an enrolment that the undo would remove. */
const attendanceTaken = (tx: Db, changeId: number): Promise<BrokenRule[]> =>
  many(
    tx,
    attendanceTakenRow,
    sql`
      select 'attendance_taken' as code, 'enrolments.' || e.row_id as place, p.fullname as person,
        k.class_name as class
      from audit_entries e
      cross join lateral jsonb_populate_record(null::enrolments, e.after) n
      join people p on p.id = n.student_id
      join classes k on k.id = n.class_id
      where e.change_id = ${changeId}
        and e.table_name = 'enrolments'
        and e.action = 'insert'
        and (
          exists (
            select from attendance a
            where a.student_id = n.student_id
              and a.class_id = n.class_id
              and a.attendance_date >= n.started_on
              and a.marked_at >= e.at
          )
          or exists (
            select from homework h
            where h.student_id = n.student_id and h.class_id = n.class_id and h.submitted_at >= e.at
          )
        )
      order by place
      limit 50
    `,
  );

export const studentsAudit: Audited = {
  enrolments: {
    noun: 'enrolments',
    over: ': the place in the course was ended',
    silent: ['registered_at'],
    wrongAfterUndo: attendanceTaken,
  },
};
