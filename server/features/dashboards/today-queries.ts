import { todayShown } from '@gurukul/contract/dashboards';
import type { TodayHas, TodayItem, TodayKind } from '@gurukul/contract/dashboards';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';
import { ownClasses, ownCourses } from '#server/http/scope.ts';
import type { Caller } from '#server/http/scope.ts';
import type { WeeklySlot } from '#server/time/slots.ts';

/** One of the most pressing, and how many there are of its kind in all. */
export type Due = TodayItem & { readonly count: number };

/** One of those that are kept; of a timing its instants are derived elsewhere. */
export type KeptDue = Omit<Due, 'is_enrolled'> & {
  readonly kind: TodayKind;
  readonly is_enrolled: boolean | null;
  readonly slot: WeeklySlot | null;
};

const shown = sql`limit ${todayShown}::integer`;

/**
 * What is due of a teacher's own classes, which are few, as they are: a class that was not marked, three absences. Of
 * the office what is kept, put right where something was written since.
 */
const dueOf = ({ id, role }: Caller): Sql =>
  role === 'teacher'
    ? sql`
        with taught as materialized (
          select array(
            select distinct s.class_id
            from slot_teachers st
            join class_slots s on s.id = st.slot_id and s.deleted_at is null
            where st.teacher_id = ${id} and st.ended_at is null
          ) as ids
        ),
        absent as materialized (
          select array_agg(a.student_id) as students, array_agg(a.course_id) as courses
          from (
            select distinct t.student_id, k.course_id
            from taught
            join three_absences t on t.class_id = any(taught.ids)
            join classes k on k.id = t.class_id
          ) a
        ),
        found as (
          select f.* from taught cross join lateral due_of_classes(taught.ids) f where f.kind = 'unmarked_class'
          union all
          select f.*
          from taught
          cross join absent
          cross join lateral due_of_students(absent.students, absent.courses) f
          where f.kind = 'three_absences' and f.class_id = any(taught.ids)
        )
        select f.*
        from (
          select
            f.*, count(*) over (partition by f.kind) as count,
            row_number() over (partition by f.kind order by f.rank, f.tie) as place
          from found f
        ) f
        where f.place <= ${todayShown}::integer
      `
    : sql`select f.* from due_now(${role === 'admin' ? 0 : id}, ${todayShown}) f`;

/** The most pressing of each kind that is kept, in their order, with the names of what they are about. */
export const listKept = (db: Db, person: Caller): Promise<KeptDue[]> =>
  many<KeptDue>(
    db,
    sql`
      select
        d.count, d.kind, c.id as course_id, c.course_name, k.id as class_id, k.class_name, p.id as student_id,
        p.fullname as student_name, m.id as payment, m.paid_at as at, d.is_enrolled, d.on_day as attendance_date,
        case
          when s.id is not null then json_build_object(
            'class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'), 'zone', s.time_zone
          )
        end as slot
      from (${dueOf(person)}) d
      join courses c on c.id = d.course_id
      left join classes k on k.id = d.class_id and k.deleted_at is null
      left join people p on p.id = d.student_id
      left join payments m on m.id = d.payment
      left join class_slots s on s.id = d.slot_id
      order by d.kind, d.rank, d.tie
    `,
  );

/** Letters that were given up, the latest first; of a course admin's, those about events of his courses. */
export const listFailedMails = (db: Db, person: Caller): Promise<Due[]> =>
  many<Due>(
    db,
    sql`
      with failed as not materialized (
        select m.id, m.failed_at, m.event_id
        from mails m
        where m.state = 'failed' and ${
          person.role === 'admin'
            ? sql`true`
            : sql`
                m.event_id in (
                  select v.id
                  from courses c
                  join events v on v.course_id = c.id
                  where c.deleted_at is null and ${ownCourses(person)}
                )
              `
        }
      )
      select
        (select count(*) from failed) as count, m.id as mail_id, m.failed_at as at, v.id as event_id, v.event_name,
        v.course_id, c.course_name
      from (select f.* from failed f order by f.failed_at desc, f.id desc ${shown}) m
      left join events v on v.id = m.event_id
      left join courses c on c.id = v.course_id
      order by m.failed_at desc, m.id desc
    `,
  );

/** Published events of the next two weeks that nobody could join. */
export const listEventsWithoutLink = (db: Db, person: Caller): Promise<Due[]> =>
  many<Due>(
    db,
    sql`
      select
        count(*) over () as count, c.id as course_id, c.course_name, v.id as event_id, v.event_name,
        v.starts_at as at
      from events v
      join courses c on c.id = v.course_id and c.deleted_at is null
      where v.deleted_at is null
        and v.live_status = 'published'
        and trim(v.meeting_link) = ''
        and v.starts_at > now()
        and v.starts_at < now() + interval '14 days'
        and ${ownCourses(person)}
      order by v.starts_at, v.id
      ${shown}
    `,
  );

/** What there is within reach; of a teacher, what they teach. */
export const lookAround = (db: Db, person: Caller): Promise<TodayHas> =>
  one<TodayHas>(
    db,
    sql`
      select
        exists (
          select from people p where 'courseadmin' in (p.main_role, p.as_role) and p.deleted_at is null
        ) as course_admins,
        exists (select from courses c where c.deleted_at is null and ${ownCourses(person)}) as courses,
        exists (
          select from courses c
          join classes k on k.course_id = c.id and k.deleted_at is null
          join class_slots s on s.class_id = k.id and s.deleted_at is null
          where c.deleted_at is null and ${ownClasses(person)}
        ) as classes,
        exists (
          select from courses c
          join enrolments e on e.course_id = c.id and e.ended_on is null
          left join classes k on k.id = e.class_id and k.deleted_at is null
          where c.deleted_at is null and ${ownClasses(person)}
        ) as students
    `,
  );

/** Looked at again at a time: far from the limit of a statement. */
export const lookedAtAtOnce = 1000;

/** Looks again where something was written; answers at how many places that was, 0 also while another looks. */
export async function keepWhatIsDue(db: Db): Promise<number> {
  const { looked_at } = await one<{ looked_at: number }>(
    db,
    sql`select keep_what_is_due(${lookedAtAtOnce}) as looked_at`,
  );
  return looked_at;
}
