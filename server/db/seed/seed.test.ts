import { argon2Sync } from 'node:crypto';
import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cloneDatabase, ownDatabase, type TestDatabase } from '../../test/db.ts';
import { createPool } from '../pool.ts';
import { many, one } from '../../test/rows.ts';
import { forgottenClass, halfTakenClass, notCalled } from './attendance.ts';
import { isEmpty, seedDemo } from './seed.ts';
import { demoPassword, demoPasswordHash, staffIds } from './staff.ts';
import { clashes, classesWithoutTeacher, ownClasses } from './timetable-plan.ts';

// Near the end of a month, with a clock change on both sides.
const today = '2026-01-31';
const passwordHash = 'not a password';
const isFull = process.env['PROOF'] === 'full';

let provider: Provider;

interface Provider {
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
}

/** A migrated database, used as its owner. */
async function emptyProvider(): Promise<Provider> {
  const database: TestDatabase = await cloneDatabase('empty');
  const pool = createPool(database.owner);
  return {
    pool,
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

async function ownEmptyProvider(): Promise<pg.Pool> {
  const { pool, close } = await emptyProvider();
  onTestFinished(close);
  return pool;
}

beforeAll(async () => {
  provider = await emptyProvider();
  await seedDemo(provider.pool, { today, passwordHash });
});
afterAll(() => provider.close());

const rows = <Row extends object>(text: string) => many<Row>(provider.pool, raw(text));

async function count(from: string): Promise<number> {
  const { n } = await one<{ n: number }>(provider.pool, raw(`select count(*) as n from ${from}`));
  return n;
}

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const tables = await many<{ name: string }>(
    pool,
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  );
  return tables.map(({ name }) => name);
}

/** A digest of every table that has rows. */
async function digests(pool: pg.Pool): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of await tablesOf(pool)) {
    const { digest } = await one<{ digest: string | null }>(
      pool,
      raw(`select md5(string_agg(md5(t::text), '' order by t::text)) as digest from ${table} t`),
    );
    // The seed does not decide which migrations ran, and when.
    if (digest !== null && !table.includes('migration')) found[table] = digest;
  }
  return found;
}

describe('filling a database', () => {
  it('leaves a provider alone that already has people', async () => {
    const pool = await ownEmptyProvider();
    await pool.query(
      sql`insert into people (email_id, main_role, first_name) values ('first@example.org', 'admin', 'First')`,
    );
    await seedDemo(pool, { today, passwordHash });
    expect(await one(pool, sql`select count(*) as n from people`)).toEqual({ n: 1 });
    expect(await one(pool, sql`select count(*) as n from courses`)).toEqual({ n: 0 });
  });

  it('leaves nothing behind when it cannot finish', async () => {
    const pool = await ownEmptyProvider();
    // The last table to be filled refuses.
    await pool.query(sql`alter table query_emails add constraint none_allowed check (false)`);
    await expect(seedDemo(pool, { today, passwordHash })).rejects.toThrow('none_allowed');
    expect(await isEmpty(pool)).toBe(true);
    expect(Object.keys(await digests(pool))).not.toContain('courses');
  });

  it('makes the provider once when two servers start together', async () => {
    const pool = await ownEmptyProvider();
    await Promise.all([seedDemo(pool, { today, passwordHash }), seedDemo(pool, { today, passwordHash })]);
    expect(await digests(pool)).toEqual(await digests(provider.pool));
  });

  it('makes a different history on another day, a leap day too, and lets work go on', async () => {
    // The demo of the tests is of the present day.
    const pool = isFull ? await ownEmptyProvider() : (await ownDatabase('demo')).pool;
    if (isFull) await seedDemo(pool, { today: '2028-02-29', passwordHash });
    const other = await digests(pool);
    const own = await digests(provider.pool);
    expect(other['attendance']).not.toBe(own['attendance']);
    const { rows: added } = await pool.query<{ id: number }>(
      sql`insert into people (email_id, main_role, first_name) values ('new@example.org', 'student', 'New') returning id`,
    );
    const { rows: last } = await pool.query<{ id: number }>(
      sql`select max(id) as id from people where email_id <> 'new@example.org'`,
    );
    expect(added).toEqual([{ id: last[0]!.id + 1 }]);
  });

  it('writes no audit trail', async () => {
    expect(await count('audit_entries')).toBe(0);
  });

  it('dates nothing after today, except what is planned', async () => {
    const dated = await rows<{ table_name: string; column_name: string }>(`
      select c.table_name, c.column_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type like 'timestamp with%'
        and c.column_name not in ('starts_at', 'ends_at', 'expires_at') and c.table_name not like '%migration%'`);
    for (const { table_name, column_name } of dated) {
      const late = await count(`${table_name} where ${column_name} >= date '${today}' + 1`);
      expect({ table_name, column_name, late }).toEqual({ table_name, column_name, late: 0 });
    }
    expect(await count(`attendance where attendance_date >= '${today}'`)).toBe(0);
  });
});

describe('people', () => {
  it('has the staff of a middle-sized provider', async () => {
    const staff = await rows(
      `select main_role, count(*) as n from people where deleted_at is null group by main_role order by main_role`,
    );
    expect(staff).toEqual([
      { main_role: 'admin', n: 1 },
      { main_role: 'coordinator', n: 2 },
      { main_role: 'courseadmin', n: 6 },
      { main_role: 'guardian', n: 20 },
      { main_role: 'student', n: 1500 },
      { main_role: 'teacher', n: 25 },
    ]);
  });

  it('gives the named people the small ids that never change', async () => {
    const named = await rows(`select id, email_id, main_role, as_role from people where id <= 4 order by id`);
    expect(named).toEqual([
      { id: staffIds.admin, email_id: 'admin@gurukul.test', main_role: 'admin', as_role: null },
      {
        id: staffIds.courseAdmin,
        email_id: 'courseadmin@gurukul.test',
        main_role: 'courseadmin',
        as_role: 'teacher',
      },
      { id: staffIds.teacher, email_id: 'teacher@gurukul.test', main_role: 'teacher', as_role: null },
      {
        id: staffIds.coordinator,
        email_id: 'coordinator@gurukul.test',
        main_role: 'coordinator',
        as_role: null,
      },
    ]);
  });

  it('lets all staff sign in with the one password, and nobody else', async () => {
    expect(
      await count(`people where (password_hash is not null) = (main_role in ('student', 'guardian'))`),
    ).toBe(0);
    const [, , , cost, salt, tag] = demoPasswordHash().split('$');
    expect(cost).toBe('m=19456,t=2,p=1');
    const again = argon2Sync('argon2id', {
      message: demoPassword,
      nonce: Buffer.from(salt!, 'base64'),
      parallelism: 1,
      tagLength: 32,
      memory: 19_456,
      passes: 2,
    });
    expect(again.toString('base64').replaceAll('=', '')).toBe(tag);
  });

  it('writes to reserved domains only', async () => {
    expect(await count(`people where email_id !~ '@(gurukul\\.test|example\\.(org|com|net))$'`)).toBe(0);
  });

  it('has students of every age, sex and part of the world', async () => {
    const [spread] = await rows(`
      with students as (
        select gender, country, extract(year from age(date '${today}', dob)) as age from people where main_role = 'student'
      )
      select
        count(*) filter (where age <= 15) > 100 as children, count(*) filter (where age between 16 and 30) > 100 as young,
        count(*) filter (where age between 31 and 45) > 100 as grown, count(*) filter (where age > 45) > 100 as old,
        count(*) filter (where age is null) > 50 as ageless, count(*) filter (where gender is null) > 50 as sexless,
        count(distinct gender) as genders,
        count(*) filter (where country = 'India') > 700 as india, count(*) filter (where country = 'United States') > 200 as usa,
        count(*) filter (where country = 'United Kingdom') > 100 as uk, count(*) filter (where country = '') > 10 as homeless,
        count(distinct country) as countries
      from students`);
    expect(spread).toEqual({
      children: true,
      young: true,
      grown: true,
      old: true,
      ageless: true,
      sexless: true,
      genders: 3,
      india: true,
      usa: true,
      uk: true,
      homeless: true,
      countries: 9,
    });
  });
});

describe('courses and classes', () => {
  it('has twelve courses in every state and of every duration', async () => {
    expect(await count('courses')).toBe(12);
    expect(await count('(select distinct status, reg_status from courses) s')).toBe(6);
    expect(await count('(select distinct course_duration from courses) d')).toBe(4);
  });

  it('has a course without course admin, an empty one, and ones without students', async () => {
    expect(await rows(`select id from courses where courseadmin_id is null`)).toEqual([{ id: 11 }]);
    const empty = await rows(`
      select id from courses c
      where not exists (select from classes where course_id = c.id) and not exists (select from topics where course_id = c.id)
        and not exists (select from course_prices where course_id = c.id)`);
    expect(empty).toEqual([{ id: 12 }]);
    const unattended = await rows(
      `select id from courses c where not exists (select from enrolments where course_id = c.id) order by id`,
    );
    expect(unattended).toEqual([{ id: 10 }, { id: 11 }, { id: 12 }]);
  });

  it('keeps every topic within the weeks of its course', async () => {
    expect(
      await count(
        `topics t where week_count > (select max(w.week_count) from course_weeks w where w.course_id = t.course_id)`,
      ),
    ).toBe(0);
  });

  it('has sixty classes in eight zones, some meeting twice a week', async () => {
    expect(await count('classes where deleted_at is null')).toBe(60);
    expect(await count('(select distinct time_zone from class_slots where deleted_at is null) z')).toBe(8);
    expect(
      await count(
        '(select class_id from class_slots where deleted_at is null group by class_id having count(*) = 2) c',
      ),
    ).toBe(15);
  });

  it('leaves the planned classes without a teacher, and a slot of another', async () => {
    const untaught = await rows<{ id: number }>(`
      select id from classes c where deleted_at is null and not exists (
        select from class_slots s join slot_teachers t on t.slot_id = s.id and t.ended_at is null where s.class_id = c.id
      ) order by id`);
    expect(untaught.map(({ id }) => id)).toEqual([...classesWithoutTeacher]);
    const halfStaffed = await rows(`
      select s.class_id from class_slots s left join slot_teachers t on t.slot_id = s.id and t.ended_at is null
      group by s.class_id having count(t.id) = 1 and count(*) = 2`);
    expect(halfStaffed).toEqual([{ class_id: 5 }]);
  });

  it('puts no teacher in two places at once, except for the two clashes of the plan', async () => {
    const met = await rows<{ teacher: number; classes: number[]; weeks: number }>(`
      with meetings as (
        select t.teacher_id, s.class_id, m.starts_at, m.starts_at + make_interval(mins => s.duration_minutes) as ends_at
        from slot_teachers t join class_slots s on s.id = t.slot_id
        cross join lateral (
          select (d + s.local_time) at time zone s.time_zone as starts_at
          from generate_series(timestamp '2026-01-01', timestamp '2026-12-31', interval '1 day') d
          where trim(to_char(d, 'day')) = s.class_day
        ) m
        where t.ended_at is null
      )
      select a.teacher_id as teacher, array[a.class_id, b.class_id] as classes, count(*) as weeks
      from meetings a
      join meetings b on b.teacher_id = a.teacher_id and b.class_id > a.class_id
        and b.starts_at < a.ends_at and a.starts_at < b.ends_at
      group by a.teacher_id, a.class_id, b.class_id order by a.teacher_id`);
    expect(met).toEqual(clashes.map(({ teacher, classes }) => ({ teacher, classes, weeks: 52 })));
  });

  it('gives the named teacher their classes with students and registers', async () => {
    const own = await rows<{ class_id: number; busy: boolean }>(`
      select distinct s.class_id,
        exists (select from enrolments e where e.class_id = s.class_id and e.ended_on is null)
        and (select count(*) from attendance_registers r where r.class_id = s.class_id) > 20 as busy
      from slot_teachers t join class_slots s on s.id = t.slot_id
      where t.teacher_id = ${staffIds.teacher} and t.ended_at is null order by s.class_id`);
    expect(own).toEqual(ownClasses.teacher.map((class_id) => ({ class_id, busy: true })));
  });

  it('shows the former teacher in the past only', async () => {
    expect(
      await count(`slot_teachers where teacher_id = ${staffIds.formerTeacher} and ended_at is not null`),
    ).toBe(2);
    expect(
      await count(`slot_teachers where teacher_id = ${staffIds.formerTeacher} and ended_at is null`),
    ).toBe(0);
    expect(await count(`course_teachers where teacher_id = ${staffIds.formerTeacher} and associated`)).toBe(
      0,
    );
  });
});

describe('students in courses', () => {
  it('has students without a course, in two, and moved between classes', async () => {
    const without = `people p where main_role = 'student' and not exists (select from enrolments where student_id = p.id)`;
    expect(await count(without)).toBe(60);
    expect(
      await count(
        `(select student_id from enrolments where ended_on is null group by student_id having count(*) = 2) s`,
      ),
    ).toBeGreaterThan(80);
    expect(
      await count(`enrolments a join enrolments b using (student_id, course_id)
        where a.ended_on = b.started_on and a.class_id <> b.class_id and b.ended_on is null`),
    ).toBeGreaterThan(40);
  });

  it('enrols nobody in a class of another course', async () => {
    expect(
      await count(`enrolments e join classes c on c.id = e.class_id where c.course_id <> e.course_id`),
    ).toBe(0);
  });

  it('uses every registration and payment status', async () => {
    expect(await count('(select distinct registration_status from enrolments) s')).toBe(8);
    expect(
      await count('(select distinct payment_status from enrolments where payment_status is not null) s'),
    ).toBe(6);
  });

  it('marks only students of the class, on days the class meets', async () => {
    expect(
      await count(`attendance a where not exists (
        select from enrolments e where e.student_id = a.student_id and e.class_id = a.class_id
          and a.attendance_date >= e.started_on and (e.ended_on is null or a.attendance_date < e.ended_on))`),
    ).toBe(0);
    expect(
      await count(`attendance_registers r where not exists (
        select from class_slots s where s.class_id = r.class_id and s.class_day = trim(to_char(r.attendance_date, 'day')))`),
    ).toBe(0);
  });

  it('has a year of attendance: mostly present, every mark used', async () => {
    const [year] = await rows<{ present: number }>(`
      select avg((status = 'present')::integer)::float as present, count(distinct status) as marks,
        max(attendance_date) - min(attendance_date) > 330 as long from attendance`);
    expect(year).toMatchObject({ marks: 4, long: true });
    expect(year!.present).toBeGreaterThan(0.75);
    expect(await count('attendance')).toBeGreaterThan(40_000);
  });

  it('misses only the few rolls of the plan', async () => {
    const missing = await rows<{ class_id: number }>(`
      select s.class_id from class_slots s join courses c on c.id = s.course_id
      cross join lateral generate_series(c.start_date, date '${today}' - 2, interval '1 day') d
      where s.deleted_at is null and d > date '${today}' - 364 and trim(to_char(d, 'day')) = s.class_day
        and d < course_end(c.start_date, c.course_duration)
        and not exists (select from days_off o where d between o.from_date and o.until_date)
        and exists (select from enrolments e
          where e.class_id = s.class_id and e.started_on <= d and (e.ended_on is null or e.ended_on > d))
        and not exists (select from attendance_registers r where r.class_id = s.class_id and r.attendance_date = d)
      order by s.class_id`);
    expect(missing.map(({ class_id }) => class_id)).toEqual(Object.keys(notCalled).map(Number));
  });

  it('has a register half taken, and a last one forgotten', async () => {
    const [half] = await rows<{ marked: number; enrolled: number }>(`
      select (select count(*) from attendance where register_id = r.id) as marked,
        (select count(*) from enrolments e where e.class_id = r.class_id and e.started_on <= r.attendance_date
          and (e.ended_on is null or e.ended_on > r.attendance_date)) as enrolled
      from attendance_registers r where class_id = ${halfTakenClass} order by attendance_date desc limit 1`);
    expect(half!.marked).toBe(Math.ceil(half!.enrolled / 2));
    expect(
      await count(
        `attendance_registers where class_id = ${forgottenClass} and attendance_date >= date '${today}' - 8`,
      ),
    ).toBe(0);
  });

  it('has homework in every state, for weeks that ask for it', async () => {
    expect(await count('homework')).toBe(400);
    expect(await count('(select distinct status from homework) s')).toBe(3);
    expect(await count('homework h join topics t on t.id = h.topic_id where not t.homework')).toBe(0);
    expect(await count(`homework h join files f on h.home_work = '/files/' || f.key`)).toBe(320);
    expect(await count(`homework where home_work = ''`)).toBe(80);
  });
});

describe('money, events and questions', () => {
  it('has payments of every outcome, a few by strangers', async () => {
    expect(await rows('select distinct status from payments order by status')).toEqual(
      ['canceled', 'failed', 'pending', 'refunded', 'success'].map((status) => ({ status })),
    );
    expect(await count(`payments where student_id is null and kind = 'fee'`)).toBe(15);
    expect(
      await count(`payments p where student_id is not null and kind = 'fee' and not exists (
      select from enrolments e where e.student_id = p.student_id and e.course_id = p.course_id)`),
    ).toBe(0);
    expect(await count('ticket_payments')).toBe(120);
  });

  it('charges half of the students in plans of 1 to 4 parts, with statuses that follow', async () => {
    expect(await rows('select distinct parts from charges order by parts')).toEqual(
      [1, 2, 3, 4].map((parts) => ({ parts })),
    );
    expect(await count('(select distinct student_id, course_id from charges) s')).toBeGreaterThan(300);
    expect(await count('(select distinct reason from waivers) s')).toBe(4);
    expect(await count('refunds')).toBeGreaterThan(5);
    expect(await count('ledger_sums where open > 0 and open_since < current_date')).toBeGreaterThan(10);
    expect(await count('ledger_sums where credit > 0')).toBeGreaterThan(3);
    expect(await count('enrolments where payment_by_hand')).toBeGreaterThan(3);
    expect(
      await count(`enrolments e join ledger_statuses s using (student_id, course_id)
        where e.ended_on is null and e.payment_by_hand = (e.payment_status is not distinct from s.payment_status)`),
    ).toBe(0);
  });

  it('knows the currency and the way of every payment, and has donations for two campaigns', async () => {
    expect(await count('payments where currency is null or method is null')).toBe(0);
    expect(await count('ticket_payments where currency is null')).toBe(0);
    expect(await count('(select distinct method from payments) m')).toBe(4);
    expect(await rows(`select distinct campaign from payments where kind = 'donation' order by 1`)).toEqual([
      { campaign: 'Library Roof' },
      { campaign: 'Scholarships' },
    ]);
    expect(await count(`payments where kind = 'donation' and course_id is null`)).toBe(28);
  });

  it('has two dozen events, past and to come, in every state', async () => {
    expect(await count('events')).toBe(24);
    expect(await count(`(select distinct live_status, event_date < '${today}' from events) s`)).toBe(6);
    expect(await count('events e where not exists (select from event_speakers where event_id = e.id)')).toBe(
      0,
    );
    expect(await count('event_registrations where removed_at is null')).toBeGreaterThan(200);
  });

  it('told exactly the people of the announced events', async () => {
    expect(await count('mails')).toBeGreaterThan(1000);
    expect(await count(`mails where state <> 'sent' or sent_at > '${today}'`)).toBe(0);
    expect(await count('mails m join events e on e.id = m.event_id where e.announced_at is null')).toBe(0);
    expect(
      await count(`event_registrations r join events e on e.id = r.event_id where e.announced_at is not null
        and not exists (select from mails m where m.event_id = e.id and m.person_id = r.student_id)`),
    ).toBe(0);
    expect(
      await count(`mails m join people p on p.id = m.person_id join events e on e.id = m.event_id
        where m.recipient <> p.email_id or m.dedupe_key <> m.kind || ':' || e.id || ':' || p.id
          or (m.kind = 'event_canceled' and e.live_status <> 'canceled')`),
    ).toBe(0);
  });

  it('has families, holidays, changed meetings, messages, cases and people who wait', async () => {
    expect(await count(`people where main_role = 'guardian'`)).toBeGreaterThan(15);
    expect(
      await count('(select guardian_id from guardians group by 1 having count(*) > 1) s'),
    ).toBeGreaterThan(3);
    expect(await count('guardians where not may_see')).toBeGreaterThan(0);
    expect(await count('days_off')).toBe(3);
    expect(
      await count(
        'days_off d join attendance_registers r on r.attendance_date between d.from_date and d.until_date',
      ),
    ).toBe(0);
    expect(await rows(`select state from meetings order by id`)).toEqual([
      { state: null },
      { state: 'canceled' },
      { state: 'moved' },
    ]);
    expect(
      await count(
        `cover_requests c join meetings m using (slot_id, on_date) where m.teacher_id = c.taken_by`,
      ),
    ).toBe(1);
    expect(await count('(select distinct message_id from message_readers) s')).toBe(2);
    expect(await count(`mails m where (m.kind = 'message') <> (m.message_id is not null)`)).toBe(0);
    expect(await rows('select state, count(*) as n from cases group by 1 order by 1')).toEqual([
      { state: 'done', n: 2 },
      { state: 'open', n: 3 },
    ]);
    expect(await count('enrolments where waits_for_class_id is not null')).toBeGreaterThan(3);
  });

  it('keeps an event on its day in India', async () => {
    expect(await count(`events where (starts_at at time zone 'Asia/Kolkata')::date <> event_date`)).toBe(0);
  });

  it('has types of questions with mailboxes, one without', async () => {
    expect(await count('query_types')).toBe(9);
    expect(
      await count('query_types t where not exists (select from query_emails where query_type_id = t.id)'),
    ).toBe(1);
  });
});
