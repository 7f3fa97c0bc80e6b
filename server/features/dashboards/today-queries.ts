import { roles } from '@gurukul/contract/shared/calls/roles';
import { courseKinds, todayShown } from '@gurukul/contract/dashboards';
import { answerKinds } from '@gurukul/contract/my-page';
import type { CourseKind, TodayFilter, TodayHas } from '@gurukul/contract/dashboards';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, list, money, object, oneOf, row, text } from '#server/db/columns.ts';
import { allOf } from '#server/db/all-of.ts';
import { likeText, personSoundsLike } from '#server/db/like.ts';
import { isHeld, isPutAside } from '#server/db/held-lines.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import { plannedOnce } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import { dues, isDue, owes } from '#server/db/due-money.ts';
import { callerOf } from '#server/db/roll-caller.ts';
import { many, one } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { mayDecide, ownClasses, ownCourses, ownStudents, ownTeachers } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { officeToday as today } from '#server/time/office-clock.ts';
import { weeklySlot } from '#server/time/slots.ts';
import { caseOfLine, joinCase, lineColumns } from '../cases/lines.ts';

const person = object({ user_id: int, fullname: text });

/** One of those that are cached by course, and how many there are of its kind in all; of a slot its instants are derived elsewhere. */
const courseDue = row({
  count: int,
  kind: oneOf(courseKinds),
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  student_id: int.nullable(),
  student_name: text.nullable(),
  payment: int.nullable(),
  at: instant.nullable(),
  is_enrolled: bool.nullable(),
  attendance_date: date.nullable(),
  slot: weeklySlot.nullable(),
  teacher: object({ user_id: int, fullname: text, suspended: bool }).nullable(),
  teachers: list(person).nullable(),
  /** Of a roll that somebody has begun. */
  missing: int.nullable(),
  since: date.nullable(),
  days: list(date).nullable(),
  owes: list(object({ currency: text, amount: money, since: date.nullable() })).nullable(),
  ...lineColumns,
});
export type CourseDue = RowOf<typeof courseDue>;

const failedMail = row({
  count: int,
  mail_id: int,
  person: object({ user_id: int, fullname: text, role: oneOf(roles) }).nullable(),
  at: instant,
  event_id: int.nullable(),
  event_name: text.nullable(),
  course_id: int.nullable(),
  course_name: text.nullable(),
  ...lineColumns,
});

const eventWithoutLink = row({
  count: int,
  course_id: int,
  course_name: text,
  event_id: int,
  event_name: text,
  at: instant,
  ...lineColumns,
});

const homeworkToCheck = row({
  count: int,
  homework_id: int,
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
  student_id: int,
  student_name: text,
  week_name: text,
  teachers: list(person),
  at: instant,
  ...lineColumns,
});

const familyAnswer = row({
  count: int,
  answer_id: int,
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
  student_id: int,
  student_name: text,
  answer: oneOf(answerKinds),
  body: text,
  held_on: date.nullable(),
  teachers: list(person),
  at: instant,
  ...lineColumns,
});

const proposedCorrection = row({
  count: int,
  correction_id: int,
  student_id: int,
  student_name: text,
  at: instant,
  ...lineColumns,
});

const openRegistration = row({
  count: int,
  registration_id: int,
  course_id: int,
  course_name: text,
  student_id: int.nullable(),
  student_name: text,
  at: instant,
  ...lineColumns,
});

const checkEnds = row({
  count: int,
  check_id: int,
  user_id: int,
  fullname: text,
  is_teacher: bool,
  check: text,
  valid_until: date,
  ...lineColumns,
});

const thereIs = row({ course_admins: bool, courses: bool, classes: bool, students: bool });
const refreshedRow = row({ refreshed: int });

const officeKinds: readonly CourseKind[] = [
  'unmarked_class',
  'class_without_teacher',
  'paid_not_placed',
  'attending_unpaid',
  'three_absences',
];
const teacherKinds: readonly CourseKind[] = ['unmarked_class', 'three_absences'];

const ofRole = (person: Caller, kind: CourseKind) => kindsOf(person).filter((one) => one === kind);

/** The courses of a course admin; the courses and classes of a teacher, and the courses in which they take meetings of others. */
const ownOf = ({ id, role }: Caller): Sql =>
  role === 'teacher'
    ? sql`
        select array_agg(distinct s.course_id) as courses,
          array_agg(distinct s.class_id) filter (where s.is_assigned) as classes
        from (
          select s.course_id, s.class_id, true as is_assigned
          from slot_teachers st
          join class_slots s on s.id = st.slot_id and s.deleted_at is null
          where st.teacher_id = ${id} and st.ended_at is null
          union all
          select x.course_id, x.class_id, false from (${coveredBy(id)}) x
        ) s
      `
    : sql`select array_agg(c.id) as courses from courses c where c.courseadmin_id = ${id} and c.deleted_at is null`;

/** The meetings of the last days that the teacher took for others. */
const coveredBy = (id: number): Sql => sql`
  select x.course_id, x.class_id, x.slot_id, coalesce(x.held_on, x.on_date) as day
  from meetings x
  where x.teacher_id = ${id} and coalesce(x.held_on, x.on_date) >= current_date - 9
`;

/** Condition: the teacher teaches a class now. */
const teaches = (teacher: number, classId: Sql): Sql => sql`exists (
  select from slot_teachers st
  join class_slots s on s.id = st.slot_id and s.deleted_at is null
  where s.class_id = ${classId} and st.teacher_id = ${teacher} and st.ended_at is null
)`;

/** The present teachers of a class, as JSON. */
const teachersOf = (classId: Sql): Sql => sql`(
  select coalesce(
    json_agg(json_build_object('user_id', t.id, 'fullname', t.fullname) order by t.fullname collate natural_order, t.id),
    '[]'
  )
  from people t
  where t.id in (
    select st.teacher_id
    from slot_teachers st
    join class_slots s on s.id = st.slot_id and s.deleted_at is null
    where s.class_id = ${classId} and st.ended_at is null
  )
)`;

/** Condition on the key of a line: what became of its case, and who took it in hand. */
const isOfCase = (line: Sql, { owner_id, held = 'open' }: TodayFilter): Sql =>
  allOf([
    isHeld(line, held),
    ...(owner_id
      ? [sql`${line} in (select z.line from cases z where z.gone_at is null and z.owner_id = ${owner_id})`]
      : []),
  ]);

/** Condition on items `d`: who attends unpaid owes something today, or has not been charged in a course with a price. */
const isDebt = sql`(d.kind <> 'attending_unpaid' or ${owes(sql`d.student_id`, sql`d.course_id`)})`;

/** The rank of a roll at the first minute on which today depends. */
const firstRecentRoll = sql`-extract(epoch from (${today} - 14)::timestamp)::bigint`;

/** Condition on rolls `d`, which their index obeys: without it a reader of recent ones passes all older ones. */
const rollsOf = (age: TodayFilter['age']): Sql =>
  age === 'recent' ? sql`d.rank <= ${firstRecentRoll}` : sql`true`;

/** Condition on items `d`: they wait so long that today does not depend on them. By the ranks, which an index has. */
const isOlder = sql`
  case d.kind
    when 'unmarked_class' then d.rank > ${firstRecentRoll}
    when 'three_absences' then d.rank > date '2000-01-01' - (${today} - 28)
    when 'attending_unpaid' then exists (
      select from ledger_sums l
      where l.student_id = d.student_id and l.course_id = d.course_id and l.open > 0 and l.open_since < ${today} - 91
    )
    else false
  end
`;

const ofAge = (age: TodayFilter['age'], older: Sql): Sql[] =>
  age === undefined ? [] : [age === 'older' ? older : sql`not ${older}`];

/** Condition on items `d` of the kinds of courses, without that on their cases. */
function isMeant({ course_id, class_id, teacher_id, search, age }: TodayFilter): Sql {
  const ofTeacher = (id: number) => sql`
    case when d.kind = 'unmarked_class' then ${callerOf} = ${id} else ${teaches(id, sql`d.class_id`)} end
  `;
  const named = (part: string) => sql`exists (
    select from courses c
    left join classes k on k.id = d.class_id
    left join people p on p.id = d.student_id
    left join people t on t.id = case when d.kind = 'unmarked_class' then ${callerOf} end
    where c.id = d.course_id
      and (
        lower(concat_ws(' ', p.fullname, k.class_name, c.course_name, t.fullname)) like ${likeText(part)}
        or ${personSoundsLike(sql`p.id`, part)} or ${personSoundsLike(sql`t.id`, part)}
      )
  )`;
  return allOf([
    isDebt,
    ...ofAge(age, sql`(${isOlder})`),
    ...(course_id ? [sql`d.course_id = ${course_id}`] : []),
    ...(class_id ? [sql`d.class_id = ${class_id}`] : []),
    ...(teacher_id ? [ofTeacher(teacher_id)] : []),
    ...(search ? [named(search)] : []),
  ]);
}

const kindsOf = ({ role }: Caller) => (role === 'teacher' ? teacherKinds : officeKinds);

/**
 * A reader computes at most so many stale courses. More are stale during an import, or when hundreds of teachers save
 * their rolls: then some lines are some seconds old, until `refreshDue` has come to their courses.
 */
const computedAtOnce = 20;

/** Two tables, `own` and `stale`, and the condition on a row `d` of what is due: it is within the caller's reach. */
function reachOf(person: Caller): { readonly tables: Sql; readonly isOwn: Sql } {
  const isOwnCourse =
    person.role === 'admin' ? sql`true` : sql`d.course_id = any((select own.courses from own)::bigint[])`;
  const isOwn =
    person.role === 'teacher'
      ? sql`
          ${isOwnCourse} and (
            d.class_id = any((select own.classes from own)::bigint[])
            or d.kind = 'unmarked_class' and (d.slot_id, d.on_day) in (select x.slot_id, x.day from (${coveredBy(person.id)}) x)
          )
        `
      : isOwnCourse;
  const tables = sql`
    own as materialized (${ownOf(person)}),
    stale as materialized (
      select array(
        select d.course_id from stale_courses d where ${isOwnCourse} limit ${computedAtOnce}::integer
      ) as courses
    )
  `;
  return { tables, isOwn };
}

/**
 * The first items of each kind by `place`, and the number of all: from the cache, and computed for stale courses. Rolls
 * have the latest first in their ranks. They are read the other way round, so that the overdue ones come first, unless the
 * latest are asked for.
 */
export function dueOf(
  person: Caller,
  most: number,
  kinds = kindsOf(person),
  filter: TodayFilter = {},
  rolls: 'overdue' | 'latest' = 'overdue',
): Sql {
  const { tables, isOwn } = reachOf(person);
  const isAsked = sql`${isOwn} and ${isMeant(filter)}`;
  const isShown = isOfCase(sql`d.line`, filter);
  const isCached = sql`d.course_id <> all((select stale.courses from stale)::bigint[]) and ${isAsked}`;
  const countCached = (sign: Sql, which: Sql) =>
    sql`
      select d.kind, ${sign} count(*) as count
      from due d
      where d.kind = any(${kinds}::text[]) and ${isCached} and ${which}
      group by d.kind
    `;
  const place =
    rolls === 'latest' ? sql`d.rank` : sql`case d.kind when 'unmarked_class' then -d.rank else d.rank end`;
  const columns = sql`
    d.course_id, d.class_id, d.student_id, d.slot_id, d.payment, d.on_day, d.is_enrolled, d.rank, d.tie, d.line, d.days
  `;
  const fresh = sql`
    fresh as materialized (
      select d.*
      from stale
      cross join lateral due_of_courses(stale.courses) d
      where d.kind = any(${kinds}::text[]) and ${isAsked} and ${isShown}
    )
  `;
  // What somebody has of their own is little: each line is read and judged once.
  if (person.role !== 'admin') {
    return sql`
      with ${tables}, ${fresh}
      select d.kind, d.count, ${columns}, d.place
      from (
        select d.*, count(*) over (partition by d.kind) as count,
          row_number() over (partition by d.kind order by d.place, d.tie) as position
        from (
          select d.kind, ${columns}, ${place} as place from due d
          where d.kind = any(${kinds}::text[]) and ${isCached} and ${isShown}
          union all
          select d.kind, ${columns}, ${place} as place from fresh d
        ) d
      ) d
      where d.position <= ${most}
    `;
  }
  // Lines with a closed case are few and found by their keys. All lines are counted from an index without keys.
  const counted =
    filter.owner_id || (filter.held ?? 'open') !== 'open'
      ? countCached(sql`+`, isShown)
      : sql`
          ${countCached(sql`+`, sql`true`)}
          union all
          ${countCached(sql`-`, isPutAside(sql`d.line`))}
        `;
  const cached = (which: Sql, order: Sql) => sql`(
    select ${columns}, ${place} as place from due d
    where d.kind = k.kind and ${which} and ${isCached} and ${isShown}
    order by ${order}, d.tie
    limit ${most}::integer
  )`;
  const inRank = sql`d.rank`;
  const fromCache =
    rolls === 'latest'
      ? cached(sql`true`, inRank)
      : sql`
          ${cached(sql`k.kind <> 'unmarked_class'`, inRank)}
          union all
          ${cached(sql`k.kind = 'unmarked_class' and ${rollsOf(filter.age)}`, sql`d.rank desc`)}
        `;
  return sql`
    with ${tables}, ${fresh},
    kinds as materialized (
      select n.kind, sum(n.count)::bigint as count
      from (
        ${counted}
        union all
        select d.kind, count(*) from fresh d group by d.kind
      ) n
      group by n.kind
    )
    select k.kind, k.count, ${columns}, d.place
    from kinds k
    cross join lateral (
      ${fromCache}
      union all
      select ${columns}, ${place} as place from fresh d where d.kind = k.kind
      order by place, tie
      limit ${most}::integer
    ) d
  `;
}

const firstOfEach: Window = { page: 1, pageSize: todayShown };

/** What everybody sees first is planned once; a search and the other filters are not. */
const firstOnce = ({ age: _age, ...filter }: TodayFilter, statement: Sql): Sql =>
  Object.values(filter).every((value) => value === undefined) ? plannedOnce(statement) : statement;

/**
 * How many marks a roll `d` lacks that somebody has begun; null for one without any mark. The reader's own mark is not
 * among them: nobody marks themselves.
 */
const begunRoll = (reader: number) => sql`
  left join lateral (
    select case when count(*) filter (where e.student_id = any(marked.ids)) > 0 then
      (count(*) filter (where e.student_id <> all(marked.ids) and e.student_id <> ${reader}))::integer
    end as missing
    from (
      -- Read at once: most rolls have no mark, and then no student is looked up.
      select array(
        select a.student_id
        from attendance a
        join attendance_registers r on r.id = a.register_id and (r.slot_id is null or r.slot_id = d.slot_id)
        where d.kind = 'unmarked_class' and a.class_id = d.class_id and a.attendance_date = d.on_day
      ) as ids
      offset 0
    ) marked
    join enrolments e on marked.ids <> '{}' and e.class_id = d.class_id and e.started_on <= d.on_day
      and coalesce(e.ended_on, 'infinity') > d.on_day
    join people y on y.id = e.student_id and y.deleted_at is null
  ) begun on true
`;

/**
 * One page of a kind's items in order, with the names in them; without a kind, the first items of each. The page is cut
 * before the names are read.
 */
export const listDueOfCourses = (
  db: Db,
  person: Caller,
  kind: CourseKind | null = null,
  window = firstOfEach,
  filter: TodayFilter = {},
): Promise<CourseDue[]> =>
  many(
    db,
    courseDue,
    firstOnce(
      filter,
      sql`
      select
        d.count, d.kind, c.id as course_id, c.course_name, k.id as class_id, k.class_name, p.id as student_id,
        p.fullname as student_name, m.id as payment,
        case
          when d.kind = 'unmarked_class'
            then class_instant(timestamp 'epoch' - make_interval(secs => d.rank), s.time_zone)
          else m.paid_at
        end as at, d.is_enrolled, d.on_day as attendance_date,
        case
          when s.id is not null then json_build_object(
            'class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'), 'zone', s.time_zone
          )
        end as slot,
        case when t.id is not null then json_build_object(
          'user_id', t.id, 'fullname', t.fullname, 'suspended', t.suspended_at is not null
        ) end as teacher, begun.missing,
        case when d.kind in ('attending_unpaid', 'three_absences') then ${teachersOf(sql`d.class_id`)} end as teachers,
        case d.kind
          when 'class_without_teacher' then (
            select (coalesce(max(st.ended_at), s.created_at) at time zone s.time_zone)::date
            from slot_teachers st
            where st.slot_id = s.id
          )
        end as since, d.days, debt.owes, d.line, ${caseOfLine} as "case"
      from (
        select * from (
          ${dueOf(person, window.page * window.pageSize, kind === null ? undefined : ofRole(person, kind), filter)}
        ) d
        order by d.kind, d.place, d.tie
        ${kind === null ? sql`` : limitTo(window)}
      ) d
      join courses c on c.id = d.course_id
      left join classes k on k.id = d.class_id and k.deleted_at is null
      left join people p on p.id = d.student_id
      left join payments m on m.id = d.payment
      left join class_slots s on s.id = d.slot_id
      left join people t on t.id = case when d.kind = 'unmarked_class' then ${callerOf} end
      left join lateral (
        select json_agg(
          json_build_object('currency', l.currency, 'amount', dues.due::text, 'since', l.open_since)
          order by l.open_since, l.currency
        ) as owes
        from ledger_sums l
        cross join ${dues}
        where d.kind = 'attending_unpaid' and l.student_id = d.student_id and l.course_id = d.course_id and ${isDue}
      ) debt on true
      ${begunRoll(person.id)}
      ${joinCase(sql`d.line`)}
      order by d.kind, d.place, d.tie
    `,
    ),
  );

const olderRow = row({ kind: oneOf(courseKinds), count: int });

/** How many lines of each kind are older, as the cache has them. */
export function countOlder(db: Db, person: Caller) {
  const { tables, isOwn } = reachOf(person);
  return many(
    db,
    olderRow,
    plannedOnce(sql`
      with ${tables}
      select d.kind, count(*) as count
      from due d
      where d.kind = any(${kindsOf(person)}::text[]) and ${isOwn} and ${isMeant({ age: 'older' })}
        and ${isOfCase(sql`d.line`, {})}
      group by d.kind
    `),
  );
}

const uncalledRow = row({ class_id: int, on_day: date, line: text });

/** The rolls that are not called or not finished, the latest first, at most so many. A phone lists them to be called. */
export const listUncalled = (db: Db, person: Caller, most: number) =>
  many(
    db,
    uncalledRow,
    plannedOnce(sql`
      select d.class_id, d.on_day, d.line
      from (${dueOf(person, most, ['unmarked_class'], {}, 'latest')}) d
      order by d.place, d.tie
    `),
  );

/** Who has the marked address of a mail: a student, the student of a guardian, or else a colleague. */
const whose = (reach: Sql, m: Sql = sql`m`): Sql => sql`
  select p.id, p.fullname, p.main_role
  from people p
  where ${m}.marks_address in ('hard', 'complaint') and p.deleted_at is null and p.main_role <> 'guardian' and ${reach}
    and p.id in (
      select h.id from (
        select a.id from people a where lower(a.email_id) = lower(${m}.recipient)
        union all
        select c.person_id from contacts c where c.kind = 'email' and lower(c.value) = lower(${m}.recipient)
      ) holder
      cross join lateral (
        select holder.id union all select g.student_id from guardians g where g.guardian_id = holder.id
      ) h
    )
  order by p.main_role <> 'student', p.id
  limit 1
`;

/**
 * Mails that were given up, and addresses from which mails came back, latest first. For a course admin, those about events
 * of their courses, and addresses from which mails about their courses came back.
 */
export const listFailedMails = (db: Db, person: Caller, window = firstOfEach, filter: TodayFilter = {}) => {
  const isOwn = sql`(
    ${isStudent} and ${ownStudents(person)} or p.main_role <> 'student' and ${ownTeachers(person)}
  )`;
  return many(
    db,
    failedMail,
    firstOnce(
      filter,
      sql`
      with failed as materialized (
        select m.id, coalesce(m.failed_at, m.bounced_at) as failed_at, m.event_id
        from undelivered_mails() as u (id)
        cross join lateral (select * from mails one where one.id = u.id offset 0) m
        where ${allOf([
          isOfCase(sql`'failed_mail:' || m.id`, filter),
          ...(filter.course_id
            ? [sql`m.event_id in (select v.id from events v where v.course_id = ${filter.course_id})`]
            : []),
          ...(filter.search
            ? [
                sql`m.event_id in (
                  select v.id
                  from events v
                  left join courses c on c.id = v.course_id
                  where lower(concat_ws(' ', v.event_name, c.course_name)) like ${likeText(filter.search)}
                )`,
              ]
            : []),
        ])} and ${
          person.role === 'admin'
            ? sql`true`
            : sql`
                (m.event_id in (
                  select v.id
                  from courses c
                  join events v on v.course_id = c.id
                  where c.deleted_at is null and ${ownCourses(person)}
                  union all
                  select v.id from events v where v.course_id is null and v.created_by = ${person.id}
                ) or m.marks_address in ('hard', 'complaint') and m.course_id in (
                  select c.id from courses c where c.deleted_at is null and ${ownCourses(person)}
                ))
              `
        }
      )
      select
        (select count(*) from failed) as count, m.id as mail_id, m.failed_at as at, v.id as event_id, v.event_name,
        v.course_id, c.course_name, 'failed_mail:' || m.id as line, ${caseOfLine} as "case", (
          select json_build_object('user_id', w.id, 'fullname', w.fullname, 'role', w.main_role)
          from mails marked cross join lateral (${whose(isOwn, sql`marked`)}) w where marked.id = m.id
        ) as person
      from (select f.* from failed f order by f.failed_at desc, f.id desc ${limitTo(window)}) m
      left join events v on v.id = m.event_id
      left join courses c on c.id = v.course_id
      ${joinCase(sql`'failed_mail:' || m.id`)}
      order by m.failed_at desc, m.id desc
    `,
    ),
  );
};

/** Published events of the next two weeks without a link to join and without a place. */
export const listEventsWithoutLink = (
  db: Db,
  person: Caller,
  window = firstOfEach,
  filter: TodayFilter = {},
) =>
  many(
    db,
    eventWithoutLink,
    firstOnce(
      filter,
      sql`
      select
        count(*) over () as count, c.id as course_id, c.course_name, v.id as event_id, v.event_name,
        v.starts_at as at, 'event_without_link:' || v.id as line, ${caseOfLine} as "case"
      from events v
      join courses c on c.id = v.course_id and c.deleted_at is null
      ${joinCase(sql`'event_without_link:' || v.id`)}
      where v.deleted_at is null
        and v.live_status = 'published'
        and trim(v.meeting_link) = ''
        and v.place = ''
        and v.starts_at > now()
        and v.starts_at < now() + interval '14 days'
        and ${ownCourses(person)}
        and ${allOf([
          isOfCase(sql`'event_without_link:' || v.id`, filter),
          ...(filter.course_id ? [sql`c.id = ${filter.course_id}`] : []),
          ...(filter.search
            ? [sql`lower(concat_ws(' ', v.event_name, c.course_name)) like ${likeText(filter.search)}`]
            : []),
        ])}
      order by v.starts_at, v.id
      ${limitTo(window)}
    `,
    ),
  );

/** Homework that waits for a teacher, the longest first. Only the page reads names; the rest is counted. */
export const listHomeworkToCheck = (
  db: Db,
  person: Caller,
  window = firstOfEach,
  filter: TodayFilter = {},
) => {
  const { course_id, class_id, teacher_id, search, age } = filter;
  const line = sql`'homework_to_check:' || h.id`;
  const named = (part: string) => sql`exists (
    select from people p
    where p.id = h.student_id
      and (
        lower(concat_ws(' ', p.fullname, k.class_name, c.course_name, h.week_name)) like ${likeText(part)}
        or ${personSoundsLike(sql`p.id`, part)}
      )
  )`;
  return many(
    db,
    homeworkToCheck,
    firstOnce(
      filter,
      sql`
      with waiting as not materialized (
        select h.id, h.submitted_at
        from homework h
        join classes k on k.id = h.class_id and k.deleted_at is null
        join courses c on c.id = h.course_id and c.deleted_at is null
        where h.status = 'pending' and (select p.deleted_at is null from people p where p.id = h.student_id) and ${allOf(
          [
            isOfCase(line, filter),
            ownClasses(person),
            ...ofAge(age, sql`(h.submitted_at < now() - interval '28 days')`),
            ...(course_id ? [sql`c.id = ${course_id}`] : []),
            ...(class_id ? [sql`k.id = ${class_id}`] : []),
            ...(teacher_id ? [teaches(teacher_id, sql`k.id`)] : []),
            ...(search ? [named(search)] : []),
          ],
        )}
      )
      select
        (select count(*) from waiting) as count, h.id as homework_id, c.id as course_id, c.course_name, k.id as class_id,
        k.class_name, p.id as student_id, p.fullname as student_name, h.week_name,
        ${teachersOf(sql`k.id`)} as teachers, h.submitted_at as at, ${line} as line, ${caseOfLine} as "case"
      from (select w.id from waiting w order by w.submitted_at, w.id ${limitTo(window)}) w
      join homework h on h.id = w.id
      join courses c on c.id = h.course_id
      join classes k on k.id = h.class_id
      join people p on p.id = h.student_id
      ${joinCase(line)}
      order by h.submitted_at, h.id
    `,
    ),
  );
};

/** What families wrote on their pages and nobody has seen, the longest first. */
export const listFamilyAnswers = (
  db: Db,
  person: Caller,
  window = firstOfEach,
  { course_id, class_id, teacher_id, search, ...filter }: TodayFilter = {},
) => {
  const line = sql`'family_answer:' || w.id`;
  return many(
    db,
    familyAnswer,
    firstOnce(
      { ...filter, course_id, class_id, teacher_id, search },
      sql`
      select
        count(*) over () as count, w.id as answer_id, c.id as course_id, c.course_name, k.id as class_id, k.class_name,
        p.id as student_id, p.fullname as student_name, w.kind as answer, w.body, w.held_on,
        ${teachersOf(sql`k.id`)} as teachers, w.said_at as at, ${line} as line, ${caseOfLine} as "case"
      from other_lines() l
      join answers w on w.id = l.id
      join courses c on c.id = w.course_id
      join classes k on k.id = w.class_id
      join people p on p.id = w.student_id
      ${joinCase(line)}
      where l.kind = 'family_answer' and ${allOf([
        isOfCase(line, filter),
        ownClasses(person),
        ...(course_id ? [sql`c.id = ${course_id}`] : []),
        ...(class_id ? [sql`k.id = ${class_id}`] : []),
        ...(teacher_id ? [teaches(teacher_id, sql`k.id`)] : []),
        ...(search
          ? [
              sql`(
                lower(concat_ws(' ', p.fullname, k.class_name, c.course_name)) like ${likeText(search)}
                or ${personSoundsLike(sql`p.id`, search)}
              )`,
            ]
          : []),
      ])}
      order by w.said_at, w.id
      ${limitTo(window)}
    `,
    ),
  );
};

/** What families propose to correct, the longest first. */
export const listProposedCorrections = (
  db: Db,
  person: Caller,
  window = firstOfEach,
  { search, ...filter }: TodayFilter = {},
) => {
  const line = sql`'correction:' || n.id`;
  return many(
    db,
    proposedCorrection,
    firstOnce(
      { ...filter, search },
      sql`
      select count(*) over () as count, n.id as correction_id, p.id as student_id, p.fullname as student_name,
        n.said_at as at, ${line} as line, ${caseOfLine} as "case"
      from corrections n
      join people p on p.id = n.person_id and ${isStudent}
      ${joinCase(line)}
      where n.decided_at is null and ${allOf([
        isOfCase(line, filter),
        ownStudents(person),
        mayDecide(person, sql`n`),
        ...(search
          ? [sql`(lower(p.fullname) like ${likeText(search)} or ${personSoundsLike(sql`p.id`, search)})`]
          : []),
      ])}
      order by n.said_at, n.id
      ${limitTo(window)}
    `,
    ),
  );
};

/** Whom families registered and nobody has placed, the longest first. */
export const listOpenRegistrations = (
  db: Db,
  person: Caller,
  window = firstOfEach,
  { course_id, search, ...filter }: TodayFilter = {},
) => {
  const line = sql`'registered_not_placed:' || o.id`;
  return many(
    db,
    openRegistration,
    firstOnce(
      { ...filter, course_id, search },
      sql`
      select count(*) over () as count, r.id as registration_id, c.id as course_id, c.course_name, r.student_id,
        r.learner_name as student_name, o.asked_at as at, ${line} as line, ${caseOfLine} as "case"
      from open_registrations o
      join registrations r on r.id = o.id
      join courses c on c.id = o.course_id
      ${joinCase(line)}
      where ${allOf([
        isOfCase(line, filter),
        ownCourses(person),
        ...(course_id ? [sql`c.id = ${course_id}`] : []),
        ...(search
          ? [sql`lower(concat_ws(' ', r.learner_name, c.course_name)) like ${likeText(search)}`]
          : []),
      ])}
      order by o.asked_at, o.id
      ${limitTo(window)}
    `,
    ),
  );
};

/** Checks that end soon or have ended, the first to end first. */
export const listEndingChecks = (db: Db, window = firstOfEach, { search, ...filter }: TodayFilter = {}) => {
  const line = sql`'check_ends:' || e.id`;
  return many(
    db,
    checkEnds,
    firstOnce(
      { ...filter, search },
      sql`
      select count(*) over () as count, e.id as check_id, p.id as user_id, p.fullname,
        (p.main_role = 'teacher' or p.as_role is not distinct from 'teacher') as is_teacher, e.kind as "check",
        e.valid_until, ${line} as line, ${caseOfLine} as "case"
      from checks e
      join people p on p.id = e.person_id
      ${joinCase(line)}
      where e.id in (select * from ending_checks()) and ${allOf([
        isOfCase(line, filter),
        ...(search ? [sql`lower(concat_ws(' ', p.fullname, e.kind)) like ${likeText(search)}`] : []),
      ])}
      order by e.valid_until, e.id
      ${limitTo(window)}
    `,
    ),
  );
};

/** The kinds of things within reach; for a teacher, their classes. */
export const lookAround = (db: Db, person: Caller): Promise<TodayHas> =>
  one(
    db,
    thereIs,
    sql`
      select
        exists (
          select from present_staff p where 'courseadmin' in (p.main_role, p.as_role)
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

/** Courses computed at a time: half a second in the database, far below the limit of a statement. */
export const refreshedAtOnce = 100;

/** Computes the due items of stale courses. Returns the number of courses, 0 also while another process does it. */
export async function refreshDue(db: Db): Promise<number> {
  const { refreshed } = await one(db, refreshedRow, sql`select refresh_due(${refreshedAtOnce}) as refreshed`);
  return refreshed;
}

/** Children within reach whose guardians agreed to nothing, where the provider asks for it. */
export async function countWithoutConsent(db: Db, person: Caller): Promise<number> {
  if (person.role === 'teacher') return 0;
  const { count } = await one(
    db,
    row({ count: int }),
    // Counts nobody while the provider asks for no consent.
    plannedOnce(sql`
      select case when v.child_consent = 'off' then 0 else (
        select count(*)::integer from children_without_consent w
        join people p on p.id = w.student_id
        where ${ownStudents(person)}
      ) end as count
      from provider v
    `),
  );
  return count;
}
