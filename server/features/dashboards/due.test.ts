import { timeZones } from '@gurukul/contract/classes';
import * as fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/test/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { unlessForbidden } from '#server/test/forbidden.ts';
import { testApp } from '#server/test/app.ts';
import { misjudged } from '#server/test/plain-due.ts';
import { office as officeOf } from '#server/test/office.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';
import { dueOf, refreshDue } from './today-queries.ts';

/** `PROOF=full vitest run --project unit server/features/dashboards/due.test.ts` runs longer stories. */
const isFull = process.env['PROOF'] === 'full';
const steps = isFull ? 1500 : 60;
// The short form runs the same stories every time.
const seed = Number(process.env['PROOF_SEED'] ?? (isFull ? Date.now() % 2_147_483_647 : 11_642_987));

const { db } = await testApp({ database: 'empty' });
const { gita, veda, draft, students, staff } = await foundSchool(db);
await Promise.all([gita, veda].map(({ id }) => officeOf(db).price(id)));
// So that a meeting may have been a week ago.
await run(db)`update class_slots set created_at = now() - interval '60 days'`;
const classes = [
  { course: gita.id, class: gita.morning },
  { course: gita.id, class: gita.evening },
  { course: veda.id, class: veda.morning },
];
const slots = (await many<{ id: number }>(db)`select id from class_slots order by id`).map(({ id }) => id);
const people = Object.values(students);
const zones = [...new Set(Object.values(timeZones))];

const refreshSome = (tx: Db, most: number) => run(tx)`select refresh_due(${most})`;
const refreshAll = async () => {
  while ((await refreshDue(db)) > 0);
};
const office = { id: staff.admin, role: 'admin' } as const;
const kept = () =>
  many(db)`
    select to_jsonb(d) - 'id' as row from due d
    union all
    select to_jsonb(x) from due_expiries x
    order by row
  `;

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const anyAction = fc.record({
  what: fc.constantFrom(
    'mark',
    'mark',
    'mark',
    'mark',
    'unmark',
    'enrol',
    'enrol',
    'end',
    'back',
    'vanish',
    'place',
    'says',
    'pay',
    'pay',
    'repay',
    'unpay',
    'donate',
    'refund',
    'refund goes back',
    'person',
    'course runs',
    'course status',
    'give',
    'course',
    'class',
    'slot',
    'new slot',
    'teacher',
    'refresh',
    'refresh',
  ),
  student: fc.constantFrom(...people),
  also: fc.constantFrom(...people),
  place: fc.constantFrom(...classes),
  slot: fc.constantFrom(...slots),
  days: fc.array(fc.integer({ min: -9, max: 0 }), { minLength: 1, maxLength: 4 }),
  status: fc.constantFrom('present', 'absent', 'absent', 'absent', 'moved'),
  pays: fc.constantFrom('Successful', 'Failed', 'Refunded', 'Sponsored', null),
  registration: fc.constantFrom('Registered', 'Registered', 'Canceled', 'Completed'),
  received: fc.constantFrom('success', 'Success', 'success', 'failed', 'refunded'),
  isFirst: fc.boolean(),
  start: fc.constantFrom(-40, -40, -40, -170, -186, -3, 2),
  duration: fc.constantFrom('yearly', 'semester', 'quarterly'),
  time: fc.integer({ min: 0, max: 287 }),
  zone: fc.constantFrom(...zones),
  minutes: fc.constantFrom(5, 60, 720),
  weekday: fc.constantFrom(...weekdays),
  most: fc.integer({ min: 1, max: 30 }),
});
type Action = typeof anyAction extends fc.Arbitrary<infer D> ? D : never;

let paymentsMade = 0;

/** Writes as the portal, an operator or an undo may. */
function doIt(tx: Db, action: Action): Promise<unknown> {
  const { student, also, place, slot, days, status, isFirst } = action;
  const set = (table: string, id: number, isGone: boolean) =>
    run(tx)`update ${raw(table)} set deleted_at = ${isGone ? 'now' : null} where id = ${id}`;
  const enrol = () =>
    run(tx)`
      insert into enrolments (student_id, course_id, class_id, started_on, payment_status)
      select p.id, c.id, ${action.status === 'moved' ? null : place.class}::bigint,
        ${dayFromToday(Math.min(...days) - 2)}::date, ${action.pays}
      from people p
      join courses c on c.id = ${place.course} and c.deleted_at is null
      where p.id in (${student}, ${also}) and p.deleted_at is null
      order by p.id
      on conflict (student_id, course_id) where ended_on is null do nothing
    `;
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    mark: () =>
      run(tx)`
        with days as (select distinct d from unnest(${days.map(dayFromToday)}::date[]) d),
        registers as (
          insert into attendance_registers (course_id, class_id, attendance_date)
          select ${place.course}, ${place.class}, d.d from days d order by d.d
          on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
          returning id, attendance_date
        )
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
        select r.attendance_date, p.id, ${place.course}, ${place.class}, r.id, ${status}
        from registers r
        join people p on p.id in (${student}, ${isFirst ? student : also})
          or (${action.most > 15} and p.main_role = 'student')
        order by r.attendance_date, p.id
        on conflict (class_id, attendance_date, student_id, register_id) do update set status = excluded.status
      `,
    unmark: () =>
      run(tx)`
        delete from attendance where student_id = ${student} and attendance_date = ${dayFromToday(days[0]!)}
      `,
    enrol,
    end: () =>
      run(tx)`
        update enrolments set ended_on = greatest(started_on, ${dayFromToday(days[0]!)}::date)
        where student_id = ${student} and course_id = ${place.course} and ended_on is null
      `,
    back: () =>
      run(tx)`
        update enrolments e set ended_on = null
        where e.id = (select max(m.id) from enrolments m where m.student_id = ${student} and m.course_id = ${place.course})
          and exists (select from people p where p.id = ${student} and p.deleted_at is null)
          and exists (select from courses c where c.id = ${place.course} and c.deleted_at is null)
      `,
    vanish: () =>
      run(tx)`
        delete from enrolments where id = (select max(id) from enrolments where student_id = ${student})
      `,
    place: () =>
      run(tx)`
        update enrolments set class_id = ${isFirst ? null : place.class}
        where student_id = ${student} and course_id = ${place.course} and ended_on is null
      `,
    says: () =>
      run(tx)`
        update enrolments set payment_status = ${action.pays}, registration_status = ${action.registration}
        where student_id in (${student}, ${also}) and course_id = ${place.course}
      `,
    pay: () => {
      paymentsMade += 1;
      return run(tx)`
        insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, kind, status, paid_at)
        values (${`p${paymentsMade}`}, ${place.course}, ${action.most === 1 ? null : student}, 'P', 'p@x.test', 1,
          ${action.most % 7 === 0 ? 'donation' : 'fee'}, ${action.received}, now() + make_interval(days => ${days[0]}))
      `;
    },
    donate: () => {
      paymentsMade += 1;
      return run(tx)`
        insert into payments (payment_id, student_id, full_name, email_id, amount, kind, status, paid_at)
        values (${`p${paymentsMade}`}, ${student}, 'P', 'p@x.test', 1, 'donation', ${action.received}, now())
      `;
    },
    refund: () =>
      run(tx)`
        insert into refunds (payment_id, amount, refunded_at, reversed_at)
        select m.id, ${isFirst ? 1 : 0.5}, now(), case when ${action.most % 5 === 0} then now() end
        from payments m where m.student_id = ${student}
      `,
    'refund goes back': () =>
      run(tx)`${
        isFirst
          ? sql`update refunds set reversed_at = now() where payment_id in (select id from payments where student_id = ${student})`
          : sql`delete from refunds where payment_id in (select id from payments where student_id = ${student})`
      }`,
    repay: () =>
      run(tx)`
        update payments set status = ${action.received}, student_id = ${isFirst ? student : also}, course_id = ${place.course}
        where student_id = ${student}
      `,
    unpay: () =>
      run(tx)`
        with gone as (select max(id) as id from payments where student_id = ${student}),
        back as (delete from refunds where payment_id in (select id from gone))
        delete from payments where id in (select id from gone)
      `,
    person: () => set('people', student, isFirst),
    'course runs': () =>
      run(tx)`
        update courses set start_date = ${dayFromToday(action.start)}, course_duration = ${action.duration}
        where id = ${place.course}
      `,
    'course status': () =>
      run(tx)`
        update courses set status = ${isFirst ? 'published' : 'unpublished'} where id = ${place.course}
      `,
    give: () =>
      run(tx)`update courses set courseadmin_id = ${isFirst ? staff.own : null} where id = ${place.course}`,
    course: () => set('courses', place.course, isFirst && action.most > 15),
    class: () => set('classes', place.class, isFirst && action.most > 15),
    slot: () =>
      run(tx)`
        update class_slots
        set class_day = ${action.weekday}, local_time = time '00:00' + make_interval(mins => ${action.time * 5}),
          time_zone = ${action.zone}, duration_minutes = ${action.minutes},
          deleted_at = ${action.most > 25 ? 'now' : null}
        where id = ${slot}
      `,
    'new slot': () =>
      run(tx)`
        insert into class_slots (class_id, course_id, class_day, local_time, time_zone, created_at)
        values (${place.class}, ${place.course}, ${action.weekday},
          time '00:00' + make_interval(mins => ${action.time * 5}), ${action.zone},
          now() - make_interval(days => ${isFirst ? 30 : 0}))
        on conflict do nothing
      `,
    teacher: () =>
      isFirst
        ? run(tx)`update slot_teachers set ended_at = now() where slot_id = ${slot} and ended_at is null`
        : run(tx)`
          insert into slot_teachers (slot_id, course_id, teacher_id)
          select s.id, s.course_id, ct.teacher_id
          from class_slots s
          join course_teachers ct on ct.course_id = s.course_id
          where s.id = ${slot}
            and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
          limit 1
        `,
    refresh: () => refreshSome(tx, 1 + (action.most % 3)),
  };
  return actions[action.what]!();
}

describe(`the due list agrees with the rows (PROOF_SEED=${seed})`, () => {
  it('after any series of changes, read in between or not', async () => {
    expect(await misjudged(db)).toEqual([]);
    await refreshAll();
    const seen = new Set<string>();
    const actions = fc.sample(anyAction, { numRuns: steps, seed });
    // The short form may never reach these by chance.
    const first = actions[0]!;
    const absent: Action = {
      ...first,
      what: 'mark',
      status: 'absent',
      days: [-1, -2, -3],
      student: students.anu,
    };
    const untaught: Action = { ...first, what: 'teacher', isFirst: true, slot: slots[0]! };
    const paid: Action = {
      ...first,
      what: 'pay',
      student: students.free,
      place: classes[0]!,
      received: 'success',
      most: 2,
    };
    for (const action of [{ ...absent, place: classes[0]! }, untaught, paid, ...actions]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a difference names its action
      await inTransaction(db, (tx) => doIt(tx, action)).catch(unlessForbidden);
      // oxlint-disable-next-line no-await-in-loop
      expect({ action, wrong: await misjudged(db) }).toEqual({ action, wrong: [] });
      // oxlint-disable-next-line no-await-in-loop
      for (const { kind } of await many<{ kind: string }>(db)`${dueOf(office, 1)}`) seen.add(kind);
    }
    expect([...seen].toSorted()).toEqual([
      'attending_unpaid',
      'class_without_teacher',
      'paid_not_placed',
      'three_absences',
      'unmarked_class',
    ]);
  });

  it('after many changes at once, at every moment', async () => {
    const actions = fc.sample(anyAction, { numRuns: steps * 3, seed: seed + 1 });
    let done = 0;
    const work = async () => {
      for (let action = actions.pop(); action !== undefined; action = actions.pop()) {
        const now = action;
        const next = actions.pop() ?? action;
        try {
          // oxlint-disable-next-line no-await-in-loop -- each worker does one at a time
          await inTransaction(db, async (tx) => {
            await doIt(tx, now);
            await doIt(tx, next);
          });
          done += 1;
        } catch (error) {
          // Two changes may well wait for each other, but never because of the due list.
          // Nor does one reach a payment that another has just deleted.
          if (
            !/deadlock|takes nothing new|enrolments_one_current|_unique|slot_teachers|refunds_payment_fkey/.test(
              String(error),
            )
          )
            throw error;
        }
      }
    };
    const look = async () => {
      while (actions.length > 0) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await misjudged(db)).toEqual([]);
      }
    };
    await Promise.all([work(), work(), work(), look()]);
    expect(done).toBeGreaterThan(steps);
    expect(await misjudged(db)).toEqual([]);
  });

  it('and stays so when all of it is read and computed anew', async () => {
    await refreshAll();
    expect(await one(db)`select count(*) as left from due_changes`).toEqual({ left: 0 });
    expect(await misjudged(db)).toEqual([]);
    const before = await kept();
    expect(before.length).toBeGreaterThan(5);
    await run(db)`delete from due where id % 2 = 0`;
    await run(db)`delete from due_expiries`;
    expect(await misjudged(db)).not.toEqual([]);
    await run(db)`insert into due_changes (course_id) select id from courses`;
    expect(await misjudged(db)).toEqual([]);
    await refreshAll();
    expect(await kept()).toEqual(before);
    expect(await misjudged(db)).toEqual([]);
  });
});

describe('with changes that are not committed yet', () => {
  const [student, course] = [students.free, veda.id];
  const fresh = async () => {
    await run(db)`update people set deleted_at = null where id = ${student}`;
    await run(db)`
      update courses
      set deleted_at = null, courseadmin_id = ${staff.other}, start_date = ${dayFromToday(-40)}, status = 'published',
        course_duration = 'yearly'
      where id = ${course}
    `;
    await run(db)`update classes set deleted_at = null`;
    await run(db)`delete from enrolments where student_id = ${student}`;
    await run(db)`delete from payments where student_id = ${student}`;
    await refreshAll();
  };
  const pays = (tx: Db) => doIt(tx, { ...some, what: 'pay', received: 'success' });
  const comes = (tx: Db) => doIt(tx, { ...some, what: 'enrol', status: 'present' });
  const goes = (tx: Db) => doIt(tx, { ...some, what: 'person', isFirst: true });
  const given = (tx: Db) => doIt(tx, { ...some, what: 'give', isFirst: true });
  const marked = (tx: Db) => doIt(tx, { ...some, what: 'mark', status: 'present', days: [-1, -2, -3] });
  const some: Action = {
    ...fc.sample(anyAction, { numRuns: 1, seed })[0]!,
    student,
    also: student,
    place: { course, class: veda.morning },
    days: [-5],
    pays: 'Failed',
    most: 2,
    isFirst: true,
  };

  it.each([
    ['a student pays while coming into a class', pays, comes],
    ['a student comes into a class while paying', comes, pays],
    ['a student pays while being deleted', pays, goes],
    ['a student is deleted while paying', goes, pays],
    ['the course is given away while a student pays', given, pays],
    ['a student pays while the course is given away', pays, given],
    ['a student comes while being marked', comes, marked],
    ['a student is marked while coming', marked, comes],
  ])('%s', async (_, first, second) => {
    await fresh();
    const slow = await db.connect();
    try {
      await slow.query('begin');
      await first(slow);
      let isDone = false;
      const done = inTransaction(db, second).then(() => (isDone = true));
      await expect.poll(async () => isDone || someStatementWaits(), { interval: 5 }).toBe(true);
      // The reader does not see the first one, and must not remove it.
      await refreshAll();
      expect(await misjudged(db)).toEqual([]);
      await slow.query('commit');
      await done;
    } finally {
      slow.release();
    }
    expect(await misjudged(db)).toEqual([]);
    await refreshAll();
    expect(await misjudged(db)).toEqual([]);
  });

  async function someStatementWaits() {
    const { waits } = await one<{ waits: boolean }>(db)`
      select exists (
        select from pg_stat_activity a
        where a.datname = current_database() and cardinality(pg_blocking_pids(a.pid)) > 0
      ) as waits
    `;
    return waits;
  }

  it('the mark of a deleted student who had left is missing again after an undo', async () => {
    await fresh();
    await run(db)`delete from attendance where class_id = ${veda.morning}`;
    await run(db)`
      update enrolments set ended_on = started_on where class_id = ${veda.morning} and ended_on is null
    `;
    await run(db)`update class_slots set deleted_at = now() where class_id = ${veda.morning}`;
    await run(db)`
      insert into class_slots (class_id, course_id, class_day, local_time, time_zone, created_at)
      values (${veda.morning}, ${veda.id}, 'friday', '06:00', 'Asia/Kolkata', now() - interval '60 days')
    `;
    await doIt(db, { ...some, what: 'enrol', status: 'present', days: [-12] });
    await doIt(db, { ...some, what: 'end', days: [0] });
    await goes(db);
    await doIt(db, {
      ...some,
      what: 'enrol',
      status: 'present',
      days: [-12],
      student: students.esha,
      also: students.esha,
    });
    const week = [-8, -7, -6, -5, -4, -3, -2, -1, 0];
    await doIt(db, {
      ...some,
      what: 'mark',
      status: 'present',
      days: week,
      student: students.esha,
      also: students.esha,
    });
    await refreshAll();
    await doIt(db, { ...some, what: 'person', isFirst: false });
    expect(await misjudged(db)).toEqual([]);
  });

  it('two who read at once: one has nothing to do, and nobody waits', async () => {
    await fresh();
    await pays(db);
    const slow = await db.connect();
    try {
      await slow.query('begin');
      expect(await refreshDue(slow)).toBeGreaterThan(0);
      expect(await refreshDue(db)).toBe(0);
      // A change that commits during the computation is not lost.
      await pays(db);
      expect(await misjudged(db)).toEqual([]);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    expect(await misjudged(db)).toEqual([]);
    expect(await refreshDue(db)).toBe(1);
    expect(await misjudged(db)).toEqual([]);
  });
});

describe('items that become due by time alone', () => {
  it('appear from the moment when another meeting is over, refreshed or not', async () => {
    await run(db)`update courses set deleted_at = null, start_date = ${dayFromToday(-40)}`;
    await refreshAll();
    // As it was a week ago.
    await run(db)`update due_expiries set expires_at = now() - interval '1 second'`;
    await run(db)`delete from due where student_id is null`;
    expect(await misjudged(db)).toEqual([]);
    expect(await refreshDue(db)).toBeGreaterThan(0);
    expect(await misjudged(db)).toEqual([]);
    expect(await one(db)`select count(*) as left from due_expiries where expires_at <= now()`).toEqual({
      left: 0,
    });
  });

  it('expire when the first of them ends by itself, or the next meeting is over', async () => {
    const [student, also, course] = [students.free, students.esha, veda.id];
    const place = { course, class: veda.morning };
    const some = {
      ...fc.sample(anyAction, { numRuns: 1, seed })[0]!,
      student,
      also,
      place,
      isFirst: true,
      most: 2,
    };
    const midnight = (day: Sql) => sql`(${day})::date::timestamp at time zone 'Asia/Kolkata'`;
    const expiresAt = async (moment: Sql | null) => {
      await refreshAll();
      expect(
        await many(db)`
          select x.expires_at = ${moment ?? sql`'infinity'`} as is_right
          from due_expiries x
          where x.course_id = ${course}
        `,
      ).toEqual(moment === null ? [] : [{ is_right: true }]);
    };
    await run(db)`update people set deleted_at = null where id in (${student}, ${also})`;
    await run(db)`update classes set deleted_at = null where id = ${veda.morning}`;
    await run(db)`
      update courses set deleted_at = null, start_date = ${dayFromToday(-40)}, course_duration = 'yearly'
      where id = ${course}
    `;
    await run(db)`update class_slots set deleted_at = now() where course_id = ${course}`;
    await run(db)`delete from attendance where course_id = ${course}`;
    await run(db)`delete from enrolments where course_id = ${course}`;
    await run(db)`delete from refunds`;
    await run(db)`delete from payments where course_id = ${course}`;
    await expiresAt(null);

    const overAt = midnight(sql`select max(w.ends_on) + 1 from course_weeks w where w.course_id = ${course}`);
    await doIt(db, { ...some, what: 'pay', received: 'success', days: [-5] });
    await expiresAt(overAt);

    await doIt(db, { ...some, what: 'enrol', status: 'present', pays: 'Failed', days: [-9] });
    await expiresAt(null);
    await doIt(db, { ...some, what: 'mark', status: 'absent', days: [-8, -7, -6] });
    await expiresAt(overAt);
    await doIt(db, { ...some, what: 'mark', status: 'present', days: [-5] });
    await expiresAt(overAt);
    // Of a course that is over, the debt of somebody who came stays for a while.
    await run(db)`update courses set start_date = ${dayFromToday(-400)} where id = ${course}`;
    await expiresAt(midnight(sql`${dayFromToday(-5 + 30)}`));
    await run(db)`update courses set start_date = ${dayFromToday(-40)} where id = ${course}`;

    await run(db)`update class_slots set deleted_at = null where course_id = ${course}`;
    await expiresAt(
      sql`(select min(m.next_at) from last_meetings(array(select k.id from classes k where k.course_id = ${course}), now()) m)`,
    );
  });

  // Including the nights when clocks change.
  it('is found at every moment of the year, in every zone', async () => {
    const times = ['00:30', '02:00', '02:30', '23:55', '00:00', '01:30', '03:00', '12:00'];
    const found = await many(db)`
      with class as (
        insert into classes (course_id, class_name) values (${draft.id}, 'Everywhere') returning id
      )
      insert into class_slots (class_id, course_id, class_day, local_time, time_zone, duration_minutes)
      select class.id, ${draft.id}, d.day, t.time, z.zone, (array[5, 60, 720])[1 + (extract(hour from t.time)::integer % 3)]
      from class
      cross join unnest(${['saturday', 'sunday', 'monday']}::text[]) d (day)
      cross join unnest(${isFull ? times : times.slice(0, 4)}::time[]) t (time)
      cross join unnest(${zones}::text[]) z (zone)
      returning class_id
    `;
    expect(found.length).toBeGreaterThan(75);
    await run(db)`
      update courses set start_date = '2020-01-01', course_duration = 'yearly' where id = ${draft.id}
    `;
    await run(db)`update class_slots set created_at = '2020-01-01' where course_id = ${draft.id}`;
    const days = ['2020-03-08', '2020-11-01', '2020-03-29', '2020-10-25', '2020-06-15'];
    const moments = fc
      .sample(fc.integer({ min: -36 * 60, max: 48 * 60 }), { numRuns: days.length * (isFull ? 24 : 1), seed })
      .map((minutes, n) => new Date(Date.parse(days[n % days.length]!) + minutes * 60_000).toISOString());
    // A meeting is shown from its end on, for seven days.
    const differsAt = (some: readonly string[]) =>
      many(db)`
        with told as materialized (
          select m.moment, l.slot_id, min(l.next_at) as next_at,
            array_agg(l.date order by l.date) filter (where l.is_in_course) as dates
          from unnest(${some}::timestamptz[]) m (moment)
          cross join lateral last_meetings(array(select k.id from classes k where k.course_id = ${draft.id}), m.moment) l
          group by m.moment, l.slot_id
        )
        select s.*, told.*, plain.*
        from told
        join class_slots s on s.id = told.slot_id
        cross join lateral (
          select
            array_agg(o.day order by o.day) filter (where o.over_at <= told.moment) as dates,
            least(
              min(o.over_at) filter (where o.over_at > told.moment),
              min(o.over_at) filter (where o.over_at <= told.moment) + interval '7 days'
            ) as next_at
          from generate_series(told.moment::date - 10, told.moment::date + 10, interval '1 day') d
          cross join lateral (select d::date + s.local_time as wall) w
          cross join lateral (
            -- a repeated time is its own an hour before the second time
            select d::date as day, min(i.at) + make_interval(mins => s.duration_minutes) as over_at
            from (values (interval '0'), (interval '1 hour')) e (earlier)
            cross join lateral (select (w.wall at time zone s.time_zone) - e.earlier as at) i
            where e.earlier = interval '0' or i.at at time zone s.time_zone = w.wall
          ) o
          where trim(to_char(d, 'day')) = s.class_day and o.over_at > told.moment - interval '7 days'
        ) plain
        where s.class_id = (select id from classes where class_name = 'Everywhere')
          and (told.dates, told.next_at) is distinct from (plain.dates, plain.next_at)
      `;
    for (let from = 0; from < moments.length; from += 10) {
      // oxlint-disable-next-line no-await-in-loop -- all at once take longer than a statement may
      expect(await differsAt(moments.slice(from, from + 10))).toEqual([]);
    }
  });
});

it('is computed by a reader for twenty stale courses, and for more of them by the next refresh', async () => {
  const withoutTeacher = async () => {
    const rows = await many<{ count: number }>(db)`${dueOf(office, 1, ['class_without_teacher'])}`;
    return rows[0]?.count ?? 0;
  };
  await refreshAll();
  const before = await withoutTeacher();
  await run(db)`
    with course as (
      insert into courses (course_name, course_image, course_duration, start_date)
      select 'One of many ' || n, '', 'yearly', current_date from generate_series(1, 25) n
      returning id
    ),
    class as (
      insert into classes (course_id, class_name) select c.id, 'Class' from course c returning id, course_id
    )
    insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
    select k.id, k.course_id, 'monday', '18:00', 'Asia/Kolkata' from class k
  `;
  expect((await withoutTeacher()) - before).toBe(20);
  await refreshAll();
  expect((await withoutTeacher()) - before).toBe(25);
});
