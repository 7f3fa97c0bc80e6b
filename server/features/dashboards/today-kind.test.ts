import { dashboards, todayKinds, todayShown } from '@gurukul/contract/dashboards';
import type {
  TodayFilter,
  TodayGroup,
  TodayItems,
  TodayKind,
  TodayOlder,
} from '@gurukul/contract/dashboards';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';
import { refreshDue } from './today-queries.ts';

/** `PROOF_SEED` makes another school; `PROOF=full` takes any, and tries more filters of each kind. */
const isFull = process.env['PROOF'] === 'full';
const seed = Number(process.env['PROOF_SEED'] ?? (isFull ? Date.now() % 2_147_483_647 : 20_261_124));

const { call, db } = await testApp({ database: 'empty' });
const { gita, students, staff } = await foundSchool(db);

/** A number of 0 to 99 that follows from the seed, the purpose and a row. */
const chance = (purpose: string, id = sql`x.id`) =>
  sql`abs(hashtext(${`${seed} ${purpose} `} || ${id})) % 100`;

// A school of any rows, with something of every kind.
await run(db)`
  insert into courses (course_name, course_image, courseadmin_id, course_duration, start_date)
  select 'Course ' || x.id, '/c.svg', (array[${staff.own}, ${staff.other}, null]::bigint[])[1 + ${chance('admin')} % 3],
    'yearly', current_date - 60
  from generate_series(1, 8) x (id)
`;
await run(db)`
  insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
  select id, 'India', 'IN', 'INR', 1000 from courses
`;
await run(db)`
  insert into classes (course_id, class_name)
  select c.id, 'K' || c.id || n from courses c cross join generate_series(1, 2) n where c.course_name like 'Course%'
`;
await run(db)`
  insert into course_teachers (course_id, teacher_id, strength)
  select c.id, t.id, 0
  from courses c
  cross join unnest(array[${staff.teach}, ${staff.elsewhere}]::bigint[]) t (id)
  where c.course_name like 'Course%'
`;
await run(db)`
  insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
  select x.id, x.course_id, (array['monday', 'wednesday', 'friday', 'sunday'])[1 + ${chance('day', sql`(x.id + n)`)} % 4],
    make_time(6 + n, 0, 0), 'Asia/Kolkata'
  from classes x
  cross join generate_series(1, 2) n
  where x.class_name like 'K%'
`;
await run(db)`
  insert into slot_teachers (slot_id, course_id, teacher_id)
  select x.id, x.course_id, (array[${staff.teach}, ${staff.elsewhere}]::bigint[])[1 + ${chance('teacher')} % 2]
  from class_slots x
  join classes k on k.id = x.class_id and k.class_name like 'K%'
  where ${chance('taught')} < 75
`;
await run(db)`
  insert into people (email_id, main_role, first_name)
  select 'student' || n || '@x.test', 'student', 'Student' from generate_series(1, 40) n
`;
await run(db)`
  insert into enrolments (student_id, course_id, class_id, started_on)
  select x.id, k.course_id, k.id, current_date - 50
  from people x
  cross join (select distinct on (course_id) * from classes order by course_id, id desc) k
  where x.main_role = 'student' and x.deleted_at is null and ${chance('enrolled', sql`(x.id * 13 + k.id)`)} < 40
  on conflict (student_id, course_id) where ended_on is null do nothing
`;
await run(db)`update class_slots set created_at = now() - interval '90 days'`;
await run(db)`update people x set first_name = 'Name' || ${chance('name')} where main_role = 'student'`;
await run(db)`
  update enrolments x set payment_status = case when ${chance('pays')} < 50 then 'Failed' else 'Successful' end
`;
await run(db)`
  with registers as (
    insert into attendance_registers (course_id, class_id, attendance_date)
    select x.course_id, x.id, d::date
    from classes x
    cross join generate_series(${dayFromToday(-20)}::date, ${dayFromToday(-14)}::date, interval '2 days') d
    where ${chance('taught')} < 80
    returning id, course_id, class_id, attendance_date
  )
  insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
  select r.attendance_date, x.student_id, r.course_id, r.class_id, r.id,
    case when ${chance('comes', sql`(x.id + extract(doy from r.attendance_date)::integer)`)} < 15 then 'present' else 'absent' end
  from registers r
  join enrolments x on x.class_id = r.class_id and x.ended_on is null
`;
await run(db)`
  insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, kind, status, paid_at)
  select 'paid ' || x.id || ' ' || c.id, c.id, x.id, 'P', 'p@x.test', 10, 'INR', 'fee', 'success', now() - make_interval(mins => x.id::integer)
  from people x
  cross join courses c
  where x.main_role = 'student' and ${chance('paid', sql`(x.id * 31 + c.id)`)} < 12
`;
await run(db)`
  insert into homework (student_id, course_id, class_id, week_name, home_work, submitted_at, status, decided_at)
  select x.student_id, x.course_id, x.class_id, 'Week ' || x.id % 9, '/files/x.pdf', now() - make_interval(mins => x.id::integer),
    w.status, case when w.status <> 'pending' then now() end
  from enrolments x
  cross join lateral (
    select case when ${chance('decided')} < 40 then 'accepted' else 'pending' end as status
  ) w
  where x.class_id is not null and ${chance('homework')} < 60
`;
await run(db)`
  insert into answers (student_id, course_id, class_id, kind, body, said_by, said_at)
  select x.student_id, x.course_id, x.class_id, 'reply', 'Namaste', x.student_id, now() - make_interval(mins => x.id::integer)
  from enrolments x
  where x.class_id is not null and x.ended_on is null and ${chance('wrote')} < 60
`;
await run(db)`
  insert into corrections (person_id, field, value, said_by, said_at)
  select x.id, 'city', 'Pune', x.id, now() - make_interval(mins => x.id::integer)
  from people x
  where x.main_role = 'student' and x.deleted_at is null and ${chance('corrects')} < 60
`;
await run(db)`
  insert into checks (person_id, kind, valid_until, seen_by)
  select x.id, 'Check ' || n, current_date + n * 10, (select min(id) from people)
  from people x
  cross join generate_series(-2, 2) n
  where x.main_role = 'teacher' and ${chance('checked')} < 80
`;
await run(
  db,
)`insert into checks (person_id, kind, seen_by) select min(id), 'Police check', min(id) from people`;
await run(db)`
  insert into registrations (course_id, contact_name, email_id, page_language, is_self, learner_name, birth_year, asked_at)
  select x.id, 'Mother', 'mother@home.test', 'en', false, 'Learner ' || x.id || ' ' || n, 2015, now() - make_interval(mins => n)
  from courses x
  cross join generate_series(1, 4) n
`;
await run(db)`
  insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, created_by)
  select x.id, 'Event ' || n, '', current_date + n, now() + make_interval(days => n),
    now() + make_interval(days => n, hours => 1), 'published', ${staff.admin}
  from courses x
  cross join generate_series(1, 6) n
  where ${chance('event', sql`(x.id * 7 + n)`)} < 60
`;
await run(db)`
  insert into mails (dedupe_key, kind, recipient, failed_at, failure, event_id)
  select 'failed ' || x.id, 'event_published', 'a@x.test', clock_timestamp(), 'no such mailbox',
    case when ${chance('about')} < 80 then x.id end
  from events x
  where ${chance('failed')} < 50
`;
await run(db)`
  insert into cover_requests (course_id, class_id, slot_id, on_date, is_extra, starts_at, teacher_id, asked_by)
  select distinct on (m.slot_id) m.course_id, m.class_id, m.slot_id, m.on_date, false, m.starts_at, m.teacher_id, m.teacher_id
  from meetings_of(array(select id from classes), current_date + 1, current_date + 8) m
  where m.teacher_id is not null and m.state = 'planned'
  order by m.slot_id, m.starts_at
`;

const staffOf = (role: string) =>
  many<{ email: string }>(db)`
    select p.email_id as email from people p
    where p.main_role = ${role} and p.deleted_at is null
    order by p.id
  `;
const emails = (await Promise.all(['admin', 'courseadmin', 'teacher'].map(staffOf)))
  .flat()
  .map(({ email }) => email);

type Item = TodayItems[TodayKind];

const page = async (as: string, kind: TodayKind, filter: TodayFilter, window: object) => {
  const { status, body } = await call(dashboards.get_today_kind, { kind, filter, ...window }, { as });
  expect(status).toBe(200);
  return body as { data: Item[]; total: number };
};

/** Every item, page by page. */
async function whole(as: string, kind: TodayKind, filter: TodayFilter = {}): Promise<Item[]> {
  const all: Item[] = [];
  for (let at = 1; ; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const { data, total } = await page(as, kind, filter, { page: at, pageSize: 30 });
    all.push(...data);
    if (data.length < 30) {
      expect(total).toBe(all.length);
      return all;
    }
  }
}

describe(`the list of a kind (PROOF_SEED=${seed})`, () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  /** What today does not depend on, as the contract says it. */
  function isOlder(kind: TodayKind, item: Item): boolean {
    const { at, attendance_date, days, owes = [] } = item as TodayItems['three_absences'];
    if (kind === 'unmarked_class') return attendance_date! < dayFromToday(-14);
    if (kind === 'homework_to_check') return at! < daysAgo(28);
    if (kind === 'three_absences') return days!.at(-1)! < dayFromToday(-28);
    return kind === 'attending_unpaid' && owes.some(({ since }) => since! < dayFromToday(-91));
  }

  it.each(emails)('has what Today counts for %s, and what is older apart from it', async (as) => {
    await refreshDue(db);
    const { data: groups, older } = (await call(dashboards.get_today, {}, { as })).body as {
      data: TodayGroup[];
      older: TodayOlder;
    };
    const counted = new Map(groups.map((group) => [group.kind, group]));
    for (const kind of todayKinds) {
      // oxlint-disable no-await-in-loop -- one list after the other
      const all = await whole(as, kind);
      const recent = await whole(as, kind, { age: 'recent' });
      const old = await whole(as, kind, { age: 'older' });
      // oxlint-enable no-await-in-loop
      expect([kind, recent.length]).toEqual([kind, counted.get(kind)?.count ?? 0]);
      expect([kind, old.length]).toEqual([kind, older.find((one) => one.kind === kind)?.count ?? 0]);
      expect(old).toEqual(all.filter((item) => isOlder(kind, item)));
      expect(recent).toEqual(all.filter((item) => !isOlder(kind, item)));
      expect(new Set(all.map((item) => JSON.stringify(item))).size).toBe(all.length);
      expect(recent.slice(0, todayShown)).toEqual(counted.get(kind)?.items ?? []);
    }
  });

  it('has something of every kind', async () => {
    const counts = await Promise.all(
      todayKinds.map(async (kind) => (await whole('admin@office.test', kind)).length),
    );
    expect(todayKinds.filter((_, n) => counts[n]! < 3)).toEqual([]);
  });

  it('says how many there are also behind the last page', async () => {
    const { data, total } = await page(
      'admin@office.test',
      'paid_not_placed',
      {},
      { page: 99, pageSize: 10 },
    );
    expect([data.length, total > 0]).toEqual([0, true]);
  });

  const teachersIn = (item: Item): number[] => {
    const { teacher, teachers = [] } = { teacher: null, ...item } as TodayItems['unmarked_class'];
    return [...(teacher ? [teacher] : []), ...teachers].map(({ user_id }) => user_id);
  };
  const namesIn = (item: Item) => {
    const some: Partial<Record<string, unknown>> = { ...item };
    const { teacher } = item as TodayItems['unmarked_class'];
    return [
      'fullname',
      'check',
      'student_name',
      'class_name',
      'course_name',
      'event_name',
      'teacher_name',
      'week_name',
    ]
      .map((name) => some[name] ?? '')
      .concat(teacher?.fullname ?? '')
      .join(' ')
      .toLowerCase();
  };

  // The plain truth: the same condition on what the list without a filter has.
  it.each(todayKinds)('narrows %s by course, class, teacher and a part of a name', async (kind) => {
    const as = 'admin@office.test';
    const all = await whole(as, kind);
    const classIn = (item: Item) => ('class_id' in item ? item.class_id : null) ?? null;
    const some = <T>(values: readonly (T | null)[]) =>
      [...new Set(values)].filter((one) => one !== null).slice(0, isFull ? 3 : 1);
    for (const course_id of some(all.map((item) => item.course_id))) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await whole(as, kind, { course_id })).toEqual(
        all.filter((item) => item.course_id === course_id),
      );
    }
    for (const class_id of some(all.map(classIn))) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await whole(as, kind, { class_id })).toEqual(all.filter((item) => classIn(item) === class_id));
    }
    const searches = ['name1', 'k1', 'event 2', 'course', 'teach', '%'];
    const turn = todayKinds.indexOf(kind);
    for (const search of isFull ? searches : [searches[turn % 6]!, searches[(turn + 2) % 6]!]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await whole(as, kind, { search })).toEqual(all.filter((item) => namesIn(item).includes(search)));
    }
    if (!['unmarked_class', 'attending_unpaid', 'three_absences', 'homework_to_check'].includes(kind)) return;
    const teachers = some(all.flatMap(teachersIn));
    expect(teachers.length).toBeGreaterThan(0);
    for (const teacher_id of teachers) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await whole(as, kind, { teacher_id })).toEqual(
        all.filter((item) => teachersIn(item).includes(teacher_id)),
      );
    }
  });
});

describe('lines that somebody took in hand', () => {
  it('leave the lists and counts while they are closed or put off, and `held` and `owner_id` find them', async () => {
    const as = 'admin@office.test';
    const before = new Map<TodayKind, Item[]>();
    for (const kind of todayKinds) {
      // oxlint-disable-next-line no-await-in-loop
      before.set(kind, await whole(as, kind));
    }
    const all = [...before].flatMap(([kind, items]) => items.map(({ line }) => ({ kind, line })));
    expect(new Set(all.map(({ line }) => line)).size).toBe(all.length);
    const part = (nth: number) => all.filter((_, n) => n % 4 === nth);
    const take = (lines: typeof all, state: string, quiet: string | null, owner: number | null) =>
      run(db)`
        insert into cases (kind, line, state, quiet_until, owner_id, closed_at)
        select x.kind, x.line, ${state}, ${quiet}::date, ${owner}, case when ${state} <> 'open' then now() end
        from unnest(${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ line }) => line)}::text[]) x (kind, line)
      `;
    await take(part(0), 'dismissed', null, null);
    await take(part(1), 'open', dayFromToday(3), staff.own);
    await take(part(2), 'open', dayFromToday(0), staff.admin);
    const groups: TodayGroup[] = (await call(dashboards.get_today, {}, { as })).body.data;
    for (const kind of todayKinds) {
      const lines = async (filter: TodayFilter) => (await whole(as, kind, filter)).map(({ line }) => line);
      const plain = (...parts: readonly number[]) => {
        const named = new Set(parts.flatMap(part).map(({ line }) => line));
        return before.get(kind)!.flatMap(({ line }) => (named.has(line) ? [line] : []));
      };
      // oxlint-disable no-await-in-loop -- one list after the other
      expect(await lines({})).toEqual(plain(2, 3));
      expect(await lines({ held: 'closed' })).toEqual(plain(0));
      expect(await lines({ held: 'put_off' })).toEqual(plain(1));
      expect(await lines({ owner_id: staff.admin })).toEqual(plain(2));
      expect(await lines({ owner_id: staff.own, held: 'put_off' })).toEqual(plain(1));
      expect(groups.find((group) => group.kind === kind)?.count ?? 0).toBe(
        (await lines({ age: 'recent' })).length,
      );
      // oxlint-enable no-await-in-loop
    }
    await run(db)`delete from cases`;
  });
});

describe('the names in a line', () => {
  it('say who owes how much and since when, as far as it is charged', async () => {
    await run(db)`update enrolments set payment_status = 'Failed' where student_id = ${students.anu}`;
    await run(db)`
      with register as (
        insert into attendance_registers (course_id, class_id, attendance_date)
        values (${gita.id}, ${gita.morning}, ${dayFromToday(-2)})
        on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
        returning id
      )
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      select ${dayFromToday(-2)}, ${students.anu}, ${gita.id}, ${gita.morning}, r.id, 'present' from register r
    `;
    const find = async () => {
      const filter = { class_id: gita.morning, search: 'name' };
      const all = (await whole(
        'own@office.test',
        'attending_unpaid',
        filter,
      )) as TodayItems['attending_unpaid'][];
      return all.find(({ student_id }) => student_id === students.anu);
    };
    const before = await find();
    expect(before).toMatchObject({ teachers: [{ user_id: staff.teach, fullname: 'Teach' }] });
    expect(before).not.toHaveProperty('owes');
    await run(db)`
      insert into charges (student_id, course_id, currency, amount, due_on, created_by)
      values (${students.anu}, ${gita.id}, 'INR', 1500, ${dayFromToday(-9)}, ${staff.admin})
    `;
    await run(db)`
      insert into charges (student_id, course_id, currency, amount, due_on, created_by)
      values (${students.anu}, ${gita.id}, 'INR', 700, ${dayFromToday(9)}, ${staff.admin})
    `;
    expect(await find()).toMatchObject({
      since: dayFromToday(-9),
      owes: [{ currency: 'INR', amount: '1500.00', since: dayFromToday(-9) }],
    });
    await run(
      db,
    )`update charges set due_on = ${dayFromToday(3)} where student_id = ${students.anu} and amount = 1500`;
    expect(await find()).toBeUndefined();
  });

  it('say on which days a student was absent, without those before a presence', async () => {
    const all = (await whole('admin@office.test', 'three_absences')) as TodayItems['three_absences'][];
    const days = await many<{ key: string; days: string[] }>(db)`
      select a.student_id || ' ' || a.class_id as key, array_agg(distinct a.attendance_date::text) as days
      from attendance a
      where a.status = 'absent' and not exists (
        select from attendance b
        where b.student_id = a.student_id and b.class_id = a.class_id and b.status <> 'absent'
          and b.attendance_date >= a.attendance_date
      )
      group by a.student_id, a.class_id
    `;
    const plain = new Map(days.map((one) => [one.key, one.days.toSorted()]));
    for (const { student_id, class_id, days: told, since, attendance_date } of all) {
      expect(told).toEqual(plain.get(`${student_id} ${class_id}`));
      expect([told?.[0], told?.at(-1)]).toEqual([since, attendance_date]);
    }
  });
});
