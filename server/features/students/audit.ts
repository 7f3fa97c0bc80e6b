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

const textMeetsReadersRow = row({
  code: oneOf(['column_changed']),
  place: text,
  table: text,
  row: text,
  name: text,
  column: text,
  by: text.nullable(),
  at: text,
});

/**
 * The text of a note and its readers belong together: neither comes back for teachers when the other has changed since,
 * because the text may have been written for the office alone.
 */
const textMeetsReaders = (tx: Db, changeId: number): Promise<BrokenRule[]> =>
  many(
    tx,
    textMeetsReadersRow,
    sql`
      select distinct on (place) 'column_changed' as code, 'notes.' || n.id || '.' || other.name as place,
        'notes' as "table", n.id::text as "row", p.fullname as name, other.name as "column", author.fullname as by,
        to_char(later.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from audit_entries made
      join notes n on n.id = case when made.table_name = 'notes' then made.row_id::bigint end
      join people p on p.id = n.person_id
      cross join (values ('body', 'readers'), ('readers', 'body')) as other (than, name)
      join audit_entries later
        on later.table_name = 'notes' and later.row_id = made.row_id and later.id > made.id
        and later.before ? other.name
        and later.change_id not in (made.change_id, current_change())
      left join people author on author.id = later.person_id
      where made.change_id = ${changeId}
        and made.action = 'update'
        and made.before ? other.than
        and not made.before ? other.name
        and n.readers = 'teachers'
        and not exists (
          select from undos u where u.change_id = later.change_id or u.by_change_id = later.change_id
        )
      order by place, later.id desc
    `,
  );

/** As in settle_ledger(). */
const statusFollows = sql`(
  not live.payment_by_hand and exists (
    select from charges h where h.student_id = live.student_id and h.course_id = live.course_id
  )
)`;

export const studentsAudit: Audited = {
  notes: { noun: 'notes', whole: ['body'], wrongAfterUndo: textMeetsReaders },
  enrolments: {
    noun: 'enrolments',
    over: ': the enrolment was ended',
    silent: ['registered_at', 'payment_by_hand', 'finished_as', 'finished_on', 'finished_rule'],
    derived: { column: 'payment_status', while: statusFollows },
    wrongAfterUndo: attendanceTaken,
  },
};
