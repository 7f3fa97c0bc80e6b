import type { TermPlan } from '@gurukul/contract/continuations';
import sql, { raw } from 'sql-template-tag';
import { idRow, int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { checked } from '#server/http/requests/checked.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { hashSecret } from '#server/secrets.ts';
import { secretOf } from './asked-secret.ts';
import { planTerm } from './plan-term.ts';
import type { TermStudent, WantedTerm } from './plan-term.ts';
import { tellStudents, tellTeachers } from './tell-term.ts';

interface AskedTerm extends WantedTerm {
  readonly preview?: boolean | undefined;
  readonly digest?: string | undefined;
}

interface Begun {
  readonly plan: TermPlan;
  readonly courseId: number | null;
}

/** Makes the next run of a course as planned, or answers the plan. Of two who press at once the second is refused. */
export async function beginTerm(ctx: Ctx, wanted: AskedTerm): Promise<Begun> {
  const { db, person } = ctx;
  if (wanted.preview === true) return { plan: (await planTerm(db, person, wanted)).plan, courseId: null };
  return checked({
    turn: () => run(db, sql`select from courses c where c.id = ${wanted.course_id} for no key update`),
    plan: () => planTerm(db, person, wanted),
    preview: ({ plan }) => plan,
    seen: wanted.digest,
    async carryOut({ plan, asked }) {
      const courseId = await copyCourse(db, wanted, person.id);
      await copyClasses(db, wanted.course_id, courseId, person.id);
      await keepPlaces(db, courseId, asked, wanted.until);
      const secrets = await askTeachers(ctx, courseId);
      await tellTeachers(ctx, courseId, secrets);
      await tellStudents(ctx, courseId);
      return { plan, courseId };
    },
  });
}

/** Curriculum keeps its weeks, so it follows the new dates. Portions that were removed stay behind. */
const parts = [
  {
    table: 'course_prices',
    columns: 'country_name, country_code, currency_code, price_value, position',
    which: 'true',
  },
  { table: 'glimpses', columns: 'glimpse_name, glimpse_description, glimpse_image, position', which: 'true' },
  {
    table: 'topics',
    columns: 'week_count, position, topic_name, video, homework, pdf, pdf_name',
    which: 'true',
  },
  { table: 'test_portions', columns: 'name, position', which: 'deleted_at is null' },
] as const;

async function copyCourse(db: Db, { course_id, course_name, start_date }: WantedTerm, by: number) {
  const { id } = await one(
    db,
    idRow,
    sql`
      insert into courses (course_name, course_image, courseadmin_id, course_duration, start_date, course_description,
        what_we_learn, note, price, type_id, email_id, finish_attendance, finish_homework, finish_portions, level_after,
        follows_id, created_by)
      select ${course_name}, course_image, courseadmin_id, course_duration, ${start_date}::date, course_description,
        what_we_learn, note, price, type_id, email_id, finish_attendance, finish_homework, finish_portions, level_after,
        id, ${by}
      from courses where id = ${course_id}
      returning id
    `,
  );
  for (const { table, columns, which } of parts) {
    await run(
      db,
      sql`
        insert into ${raw(table)} (course_id, ${raw(columns)})
        select ${id}, ${raw(columns)} from ${raw(table)} where course_id = ${course_id} and ${raw(which)} order by id
      `,
    );
  }
  return id;
}

/** Classes with their weekly times on their own clocks, limits, and teachers who are still here. */
async function copyClasses(db: Db, from: number, to: number, by: number): Promise<void> {
  await run(
    db,
    sql`
      insert into classes (course_id, class_name, language, reminders, for_children, created_by)
      select ${to}, class_name, language, reminders, for_children, ${by}
      from classes where course_id = ${from} and deleted_at is null order by id
    `,
  );
  await run(
    db,
    sql`
      insert into class_slots (class_id, course_id, class_day, local_time, time_zone, duration_minutes, join_link, created_by)
      select n.id, ${to}, s.class_day, s.local_time, s.time_zone, s.duration_minutes, s.join_link, ${by}
      from class_slots s
      join classes k on k.id = s.class_id and k.deleted_at is null
      join classes n on n.course_id = ${to} and lower(n.class_name) = lower(k.class_name)
      where s.course_id = ${from} and s.deleted_at is null
      order by s.id
    `,
  );
  await run(
    db,
    sql`
      insert into course_teachers (course_id, teacher_id, strength, associated_by)
      select ${to}, t.teacher_id, t.strength, ${by}
      from course_teachers t
      join present_staff p on p.id = t.teacher_id
      where t.course_id = ${from} and t.associated
    `,
  );
  await run(
    db,
    sql`
      insert into slot_teachers (slot_id, course_id, teacher_id, assigned_by)
      select n.id, ${to}, t.teacher_id, ${by}
      from slot_teachers t
      join class_slots s on s.id = t.slot_id and s.deleted_at is null
      join classes k on k.id = s.class_id and k.deleted_at is null
      join classes g on g.course_id = ${to} and lower(g.class_name) = lower(k.class_name)
      join class_slots n on n.class_id = g.id
        and (n.class_day, n.local_time, n.time_zone) = (s.class_day, s.local_time, s.time_zone)
      join course_teachers c on c.course_id = ${to} and c.teacher_id = t.teacher_id
      join courses l on l.id = ${to}
      join provider v on true
      where t.course_id = ${from} and t.ended_at is null
        -- who has no check on its first day gets no class of children
        and (not g.for_children or v.children_rule <> 'refuse' or checked_until(t.teacher_id) >= l.start_date)
      order by t.id
    `,
  );
}

const keepPlaces = (db: Db, courseId: number, asked: readonly TermStudent[], until: string) =>
  run(
    db,
    sql`
      insert into continuations (course_id, class_id, student_id, until_date)
      select ${courseId}, k.id, a.student_id, ${until}::date
      from unnest(
        ${asked.map(({ student_id }) => student_id)}::bigint[], ${asked.map(({ class_name }) => class_name)}::text[]
      ) with ordinality as a (student_id, class_name, place)
      left join classes k on k.course_id = ${courseId} and lower(k.class_name) = lower(a.class_name)
      order by a.place
    `,
  );

const teacherRow = row({ teacher_id: int });

/** Asks the teacher of each class about it. Each of them has one secret. Returns the secrets by teacher. */
async function askTeachers({ db, config }: Ctx, courseId: number): Promise<ReadonlyMap<number, string>> {
  const teachers = await many(
    db,
    teacherRow,
    sql`select distinct t.teacher_id from slot_teachers t where t.course_id = ${courseId} order by t.teacher_id`,
  );
  const secrets = new Map(
    teachers.map(({ teacher_id }) => [teacher_id, secretOf(config, courseId, teacher_id)]),
  );
  await run(
    db,
    sql`
      insert into asked_teachers (course_id, class_id, teacher_id, secret_hash)
      select distinct ${courseId}::bigint, s.class_id, t.teacher_id, h.hash
      from slot_teachers t
      join class_slots s on s.id = t.slot_id
      join unnest(
        ${[...secrets.keys()]}::bigint[], ${[...secrets.values()].map((secret) => hashSecret(secret))}::bytea[]
      ) as h (teacher_id, hash) on h.teacher_id = t.teacher_id
      where t.course_id = ${courseId}
    `,
  );
  return secrets;
}
