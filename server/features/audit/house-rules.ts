import type { UndoReason, UndoReasonCode } from '@gurukul/contract/shared/undo-reason';
import type { Sql } from 'sql-template-tag';
import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Timing } from '#server/time/overlap.ts';
import { overlapsWith } from '#server/time/overlap.ts';
import { known } from './in-the-way.ts';

/*
 * What no constraint holds and every handler sees to: looked at once more when a change was taken back. Each rule is a
 * query over the rows of the change as they are now, and gives what is wrong with them.
 */

/** As the rules' queries give it: a name is null where the row has none of the kind. */
interface Broken {
  readonly code: UndoReasonCode;
  readonly place: string;
  readonly person: string | null;
  readonly course: string | null;
  readonly class: string | null;
  readonly event: string | null;
}

/** Ids of the rows of a table that the change wrote. */
const rowsOf = (changeId: number, table: string): Sql => sql`
  select distinct case when e.row_id ~ '^[0-9]+$' then e.row_id::bigint end
  from audit_entries e
  where e.change_id = ${changeId}
    and e.table_name = ${table}
`;

const isNoTeacher = sql`(p.deleted_at is not null or not 'teacher' = any(array[p.main_role, p.as_role]))`;

/** SQL for what they are called. */
interface Called {
  readonly person?: Sql;
  readonly course?: Sql;
  readonly class?: Sql;
  readonly event?: Sql;
}

const none = sql`null::text`;

const columnsOf = (place: Sql, code: Sql, { person, course, class: klass, event }: Called): Sql => sql`
  ${place} as place, ${code} as code, ${person ?? none} as person, ${course ?? none} as course,
  ${klass ?? none} as class, ${event ?? none} as event
`;

type Case = readonly [when: Sql, code: UndoReasonCode];

const finds = (table: string, id: Sql, called: Called, cases: readonly Case[]): Sql =>
  columnsOf(
    sql`${`${table}.`}::text || ${id}`,
    sql`case ${join(
      cases.map(([when, code]) => sql`when ${when} then ${code}::text`),
      ' ',
    )} end`,
    called,
  );

/** By the table whose rows they look at. */
const rules: readonly (readonly [table: string, rule: (changeId: number) => Sql])[] = [
  [
    'enrolments',
    (changeId) => sql`
    select ${finds(
      'enrolments',
      sql`n.id`,
      { person: sql`p.fullname`, course: sql`c.course_name`, class: sql`k.class_name` },
      [
        [sql`p.deleted_at is not null`, 'person_deleted'],
        [sql`c.deleted_at is not null`, 'course_deleted'],
        [sql`k.deleted_at is not null`, 'class_deleted'],
      ],
    )}
    from enrolments n
    join people p on p.id = n.student_id
    join courses c on c.id = n.course_id
    left join classes k on k.id = n.class_id
    where n.id in (${rowsOf(changeId, 'enrolments')}) and n.ended_on is null
  `,
  ],
  [
    'class_slots',
    (changeId) => sql`
    select ${finds('class_slots', sql`s.id`, { course: sql`c.course_name`, class: sql`k.class_name` }, [
      [sql`c.deleted_at is not null`, 'course_deleted'],
      [sql`k.deleted_at is not null`, 'class_deleted'],
    ])}
    from class_slots s
    join courses c on c.id = s.course_id
    join classes k on k.id = s.class_id
    where s.id in (${rowsOf(changeId, 'class_slots')}) and s.deleted_at is null
  `,
  ],
  [
    'slot_teachers',
    (changeId) => sql`
    select ${finds(
      'slot_teachers',
      sql`t.id`,
      { person: sql`p.fullname`, course: sql`c.course_name`, class: sql`k.class_name` },
      [
        [sql`c.deleted_at is not null`, 'course_deleted'],
        [sql`s.deleted_at is not null`, 'timing_deleted'],
        [isNoTeacher, 'no_teacher'],
        [sql`not ct.associated`, 'not_associated'],
      ],
    )}
    from slot_teachers t
    join class_slots s on s.id = t.slot_id
    join classes k on k.id = s.class_id
    join courses c on c.id = t.course_id
    join people p on p.id = t.teacher_id
    join course_teachers ct on ct.course_id = t.course_id and ct.teacher_id = t.teacher_id
    where t.id in (${rowsOf(changeId, 'slot_teachers')}) and t.ended_at is null
  `,
  ],
  [
    'course_teachers',
    (changeId) => sql`
    select ${finds(
      'course_teachers',
      sql`ct.course_id || '/' || ct.teacher_id`,
      { person: sql`p.fullname`, course: sql`c.course_name` },
      [
        [sql`ct.associated and c.deleted_at is not null`, 'course_deleted'],
        [sql`ct.associated and ${isNoTeacher}`, 'no_teacher'],
        [
          sql`not ct.associated and exists (
          select from slot_teachers t
          join class_slots s on s.id = t.slot_id and s.deleted_at is null
          where t.teacher_id = ct.teacher_id and t.course_id = ct.course_id and t.ended_at is null
        )`,
          'teaches_in_course',
        ],
      ],
    )}
    from course_teachers ct
    join courses c on c.id = ct.course_id
    join people p on p.id = ct.teacher_id
    where ct.course_id || '/' || ct.teacher_id in (
      select e.row_id from audit_entries e where e.change_id = ${changeId} and e.table_name = 'course_teachers'
    )
  `,
  ],
  [
    'courses',
    (changeId) => sql`
    select ${finds('courses', sql`c.id`, { person: sql`p.fullname`, course: sql`c.course_name` }, [
      [
        sql`p.deleted_at is not null or not 'courseadmin' = any(array[p.main_role, p.as_role])`,
        'no_course_admin',
      ],
    ])}
    from courses c
    join people p on p.id = c.courseadmin_id
    where c.id in (${rowsOf(changeId, 'courses')})
  `,
  ],
  [
    'events',
    (changeId) => sql`
    select ${finds('events', sql`v.id`, { course: sql`c.course_name`, event: sql`v.event_name` }, [
      [sql`c.deleted_at is not null`, 'course_deleted'],
      [sql`v.live_status = 'canceled' and v.registration_status = 'active'`, 'event_canceled'],
    ])}
    from events v
    join courses c on c.id = v.course_id
    where v.id in (${rowsOf(changeId, 'events')}) and v.deleted_at is null
  `,
  ],
  [
    'event_registrations',
    (changeId) => sql`
    select ${finds('event_registrations', sql`r.id`, { person: sql`p.fullname`, event: sql`v.event_name` }, [
      // What was so before the change is no reason against having it back.
      [sql`v.deleted_at > made.at`, 'event_deleted'],
      [
        sql`v.live_status = 'canceled' and exists (
          select from audit_entries e
          where e.table_name = 'events'
            and e.row_id = v.id::text
            and e.change_id > made.id
            and e.after ->> 'live_status' = 'canceled'
        )`,
        'event_canceled',
      ],
      [sql`p.deleted_at > made.at`, 'person_deleted'],
    ])}
    from event_registrations r
    join events v on v.id = r.event_id
    join people p on p.id = r.student_id
    join changes made on made.id = ${changeId}
    where r.id in (${rowsOf(changeId, 'event_registrations')}) and r.removed_at is null
  `,
  ],
  [
    'homework',
    (changeId) => sql`
    select ${finds('homework', sql`h.id`, { course: sql`c.course_name`, class: sql`k.class_name` }, [
      [sql`c.deleted_at is not null`, 'course_deleted'],
      [sql`k.deleted_at is not null`, 'class_deleted'],
    ])}
    from homework h
    join courses c on c.id = h.course_id
    join classes k on k.id = h.class_id
    where h.id in (${rowsOf(changeId, 'homework')})
  `,
  ],
  [
    'attendance',
    (changeId) => sql`
    select ${finds('attendance', sql`a.id`, { course: sql`c.course_name`, class: sql`k.class_name` }, [
      [sql`c.deleted_at is not null`, 'course_deleted'],
      [sql`k.deleted_at is not null`, 'class_deleted'],
    ])}
    from attendance a
    join courses c on c.id = a.course_id
    join classes k on k.id = a.class_id
    where a.id in (${rowsOf(changeId, 'attendance')})
  `,
  ],
  // A stay that is gone by now leaves no marks behind that were made in it, nor an assignment rolls that were taken.
  [
    'enrolments',
    (changeId) => sql`
    select ${columnsOf(
      sql`'enrolments.' || e.row_id`,
      sql`${'attendance_taken' satisfies UndoReasonCode}::text`,
      {
        person: sql`p.fullname`,
        class: sql`k.class_name`,
      },
    )}
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
  `,
  ],
  [
    'slot_teachers',
    (changeId) => sql`
    select ${columnsOf(
      sql`'slot_teachers.' || e.row_id`,
      sql`${'rolls_taken' satisfies UndoReasonCode}::text`,
      {
        person: sql`p.fullname`,
        class: sql`k.class_name`,
      },
    )}
    from audit_entries e
    cross join lateral jsonb_populate_record(null::slot_teachers, e.after) t
    join people p on p.id = t.teacher_id
    join class_slots s on s.id = t.slot_id
    join classes k on k.id = s.class_id
    where e.change_id = ${changeId}
      and e.table_name = 'slot_teachers'
      and e.action = 'insert'
      and exists (
        select from attendance_registers r
        where r.class_id = s.class_id and r.taken_by = t.teacher_id and r.taken_at >= e.at
      )
  `,
  ],
];

/** What the rows of a change that has been taken back would break now; the first fifty. */
export async function brokenRules(
  tx: Db,
  changeId: number,
  tables: ReadonlySet<string>,
): Promise<UndoReason[]> {
  const wanted = rules.filter(([table]) => tables.has(table));
  const broken =
    wanted.length === 0
      ? []
      : await many<Broken>(
          tx,
          sql`
            select * from (${join(
              wanted.map(([, rule]) => rule(changeId)),
              ' union all ',
            )}) looked
            where code is not null
            order by place
            limit 50
          `,
        );
  const reasons = broken.map(({ code, place, ...names }) => ({ code, place, ...known(names) }));
  return tables.has('slot_teachers') ? [...reasons, ...(await doubleBookings(tx, changeId))] : reasons;
}

const timing = raw(`
  s.class_day, to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone, s.duration_minutes as duration`);

interface Restored extends Timing {
  readonly id: number;
  readonly fullname: string;
  readonly class_name: string;
  readonly others: readonly Timing[];
}

/**
 * A teacher who would be in two places again. Where both timings were his before the change, somebody had been told and
 * wanted it; what was given to him or moved since is judged.
 */
async function doubleBookings(tx: Db, changeId: number): Promise<UndoReason[]> {
  const wasTouched = (table: string, id: Sql) => sql`exists (
    select from audit_entries e
    where e.table_name = ${table}
      and e.row_id = ${id}::text
      and e.change_id > ${changeId}
      and e.change_id <> current_change()
  )`;
  const restored = await many<Restored>(
    tx,
    sql`
      select t.id, p.fullname, k.class_name, ${timing},
        coalesce((
          select json_agg(json_build_object('class_day', o.class_day, 'time', to_char(o.local_time, 'HH24:MI'),
            'zone', o.time_zone, 'duration', o.duration_minutes))
          from slot_teachers other
          join class_slots o on o.id = other.slot_id and o.deleted_at is null
          join courses oc on oc.id = o.course_id and oc.deleted_at is null
          where other.teacher_id = t.teacher_id
            and other.slot_id <> t.slot_id
            and other.ended_at is null
            and (
              ${wasTouched('slot_teachers', sql`other.id`)}
              or ${wasTouched('class_slots', sql`o.id`)}
              or ${wasTouched('class_slots', sql`s.id`)}
            )
        ), '[]') as others
      from slot_teachers t
      join class_slots s on s.id = t.slot_id
      join classes k on k.id = s.class_id
      join people p on p.id = t.teacher_id
      where t.id in (${rowsOf(changeId, 'slot_teachers')})
        and t.ended_at is null
    `,
  );
  const now = new Date();
  return restored.flatMap((slot): UndoReason[] => {
    const overlapOf = overlapsWith(slot, now);
    if (slot.others.every((other) => overlapOf(other) === null)) return [];
    const { id, fullname: person, class_name } = slot;
    return [{ code: 'teaches_then', place: `slot_teachers.${id}`, person, class: class_name }];
  });
}
