import sql from 'sql-template-tag';
import { date, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { callerOf } from '#server/db/roll-caller.ts';
import { isHeld } from '#server/db/held-lines.ts';
import { many } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { MessageRoll } from '#server/channels/mail/templates/message.ts';

const uncalledRow = row({
  teacher_id: int,
  class_id: int,
  class_name: text,
  course_id: int,
  course_name: text,
  day: date,
  /** All that wait for the teacher. */
  count: int,
});

/** So many are named to one teacher. */
const shown = 20;

/** As many courses whose lines are stale are read anew as by a reader of Today. */
const computedAtOnce = 20;

/** The rolls that wait for each of these teachers, as Today has them in the author's courses: the latest ones, the overdue of them first. */
export async function listUncalled(db: Db, author: Caller, teachers: readonly number[]) {
  const columns = sql`d.course_id, d.class_id, d.slot_id, d.on_day, d.rank, d.tie, d.line`;
  const rows = await many(
    db,
    uncalledRow,
    sql`
      with stale as materialized (
        select array(select s.course_id from stale_courses s limit ${computedAtOnce}::integer) as courses
      ),
      due_now as (
        select ${columns} from due d
        where d.kind = 'unmarked_class' and d.course_id <> all((select stale.courses from stale)::bigint[])
        union all
        select ${columns} from stale cross join lateral due_of_courses(stale.courses) d
        where d.kind = 'unmarked_class'
      )
      select w.teacher_id, w.class_id, w.class_name, w.course_id, w.course_name, w.on_day as day, w.count
      from (
        select d.*, count(*) over (partition by d.teacher_id),
          row_number() over (partition by d.teacher_id order by d.rank, d.tie) as place
        from (
          select d.*, c.course_name, k.class_name, ${callerOf} as teacher_id
          from due_now d
          join courses c on c.id = d.course_id and c.deleted_at is null
          join classes k on k.id = d.class_id and k.deleted_at is null
          where ${ownCourses(author)} and ${isHeld(sql`d.line`, 'open')}
        ) d
        where d.teacher_id = any(${[...teachers]}::bigint[])
      ) w
      where w.place <= ${shown}
      order by w.teacher_id, w.place desc
    `,
  );
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ teacher_id: id }) => id),
      ([id, some]) => {
        const latest = some.map(({ class_id, class_name, course_id, course_name, day }): MessageRoll => ({
          class_id,
          class_name,
          course_id,
          course_name,
          day,
        }));
        return [id, { latest, more: (some[0]?.count ?? 0) - some.length }] as const;
      },
    ),
  );
}
