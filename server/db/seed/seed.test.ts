import { argon2Sync } from 'node:crypto';
import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cloneDatabase, ownDatabase, type TestDatabase } from '../../test/db.ts';
import { patientPool } from '../../test/patient-pool.ts';
import { many, one } from '../../test/rows.ts';
import { forgottenClass, halfTakenClass, notCalled } from './attendance.ts';
import { isEmpty, seedDemo } from './seed.ts';
import { demoPassword, demoPasswordHash, staffIds } from './staff.ts';
import { overlaps, classesWithoutTeacher } from './timetable-plan.ts';

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
  const pool = patientPool(database.owner);
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

const rows = <Row extends object>(text: string) => many<Row>(provider.pool)`${raw(text)}`;

async function count(from: string): Promise<number> {
  const { n } = await one<{ n: number }>(provider.pool)`${raw(`select count(*) as n from ${from}`)}`;
  return n;
}

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const tables = await many<{ name: string }>(pool)`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`;
  return tables.map(({ name }) => name);
}

/** A digest of every table that has rows. */
async function digests(pool: pg.Pool): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of await tablesOf(pool)) {
    const { digest } = await one<{ digest: string | null }>(pool)`
      ${raw(`select md5(string_agg(md5(t::text), '' order by t::text)) as digest from ${table} t`)}
    `;
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
    expect(await one(pool)`select count(*) as n from people`).toEqual({ n: 1 });
    expect(await one(pool)`select count(*) as n from courses`).toEqual({ n: 0 });
  });

  it.runIf(isFull)('leaves nothing behind when it cannot finish', async () => {
    const pool = await ownEmptyProvider();
    // The last table to be filled refuses.
    await pool.query(sql`alter table query_emails add constraint none_allowed check (false)`);
    await expect(seedDemo(pool, { today, passwordHash })).rejects.toThrow('none_allowed');
    expect(await isEmpty(pool)).toBe(true);
    expect(Object.keys(await digests(pool))).not.toContain('courses');
  });

  it.runIf(isFull)('makes the provider once when two servers start together', async () => {
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

it('gives the named people the small ids that never change', async () => {
  const named = await rows(`select id, main_role, as_role from people where id <= 4 order by id`);
  expect(named).toEqual([
    { id: staffIds.admin, main_role: 'admin', as_role: null },
    { id: staffIds.courseAdmin, main_role: 'courseadmin', as_role: 'teacher' },
    { id: staffIds.teacher, main_role: 'teacher', as_role: null },
    { id: staffIds.coordinator, main_role: 'coordinator', as_role: null },
  ]);
});

it('has the one password for all staff', () => {
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

it('shows every kind of row of the working day', async () => {
  const filled = Object.keys(await digests(provider.pool));
  const shown =
    'attendance cases charges cover_requests days_off event_registrations events glimpses guardians homework ' +
    'mails meetings messages payments query_emails refunds ticket_payments topics waivers';
  expect(filled).toEqual(expect.arrayContaining(shown.split(' ')));
});

it.each([
  [
    'an account of somebody who is no staff, or staff without one',
    `people where (password_hash is not null) = (main_role in ('student', 'guardian'))`,
  ],
  [
    'an address that somebody may have',
    `people where email_id !~ '@(gurukul\\.test|example\\.(org|com|net))$'`,
  ],
  [
    'a topic after the end of its course',
    `topics t where week_count > (select max(w.week_count) from course_weeks w where w.course_id = t.course_id)`,
  ],
  [
    'a class of the former teacher',
    `slot_teachers where teacher_id = ${staffIds.formerTeacher} and ended_at is null`,
  ],
  [
    'an enrolment in a class of another course',
    `enrolments e join classes c on c.id = e.class_id where c.course_id <> e.course_id`,
  ],
  [
    'a mark of somebody who is not in the class',
    `attendance a where not exists (
    select from enrolments e where e.student_id = a.student_id and e.class_id = a.class_id
      and a.attendance_date >= e.started_on and (e.ended_on is null or a.attendance_date < e.ended_on))`,
  ],
  [
    'a register of a day without the class',
    `attendance_registers r where not exists (
    select from class_slots s where s.class_id = r.class_id and s.class_day = trim(to_char(r.attendance_date, 'day')))`,
  ],
  [
    'a register on a holiday',
    `days_off d join attendance_registers r on r.attendance_date between d.from_date and d.until_date`,
  ],
  ['homework for a topic without any', `homework h join topics t on t.id = h.topic_id where not t.homework`],
  [
    'a fee for a course without the student',
    `payments p where student_id is not null and kind = 'fee' and not exists (
    select from enrolments e where e.student_id = p.student_id and e.course_id = p.course_id)`,
  ],
  ['a payment without currency or way', `payments where currency is null or method is null`],
  [
    'a status of payment that does not follow',
    `enrolments e join ledger_statuses s using (student_id, course_id)
    where e.ended_on is null and e.payment_by_hand = (e.payment_status is not distinct from s.payment_status)`,
  ],
  ['a mail that waits', `mails where state <> 'sent' or sent_at > '${today}'`],
  [
    'a mail of an event that nobody announced',
    `mails m join events e on e.id = m.event_id where e.announced_at is null`,
  ],
  [
    'a registration for an announced event without its mail',
    `event_registrations r join events e on e.id = r.event_id
    where e.announced_at is not null
      and not exists (select from mails m where m.event_id = e.id and m.person_id = r.student_id)`,
  ],
  [
    'a mail to another address',
    `mails m join people p on p.id = m.person_id join events e on e.id = m.event_id
    where m.recipient <> p.email_id or m.dedupe_key <> m.kind || ':' || e.id || ':' || p.id
      or (m.kind = 'event_canceled' and e.live_status <> 'canceled')`,
  ],
  [
    'an event on another day in India',
    `events where (starts_at at time zone 'Asia/Kolkata')::date <> event_date`,
  ],
])('never makes %s', async (_, from) => {
  expect(await count(from)).toBe(0);
});

it('puts no teacher in two places at once, except for the two overlaps of the plan', async () => {
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
  expect(met).toEqual(overlaps.map(({ teacher, classes }) => ({ teacher, classes, weeks: 52 })));
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
