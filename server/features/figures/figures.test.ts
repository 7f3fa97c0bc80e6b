import { figures, markFigures, meetingFigures } from '@gurukul/contract/figures';
import { sumOf } from '@gurukul/contract/shared/money/money';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { randomFrom } from '#server/db/seed/random.ts';
import { testApp } from '#server/test/app.ts';
import { office, refusal } from '#server/test/office.ts';
import { addEnrolment, dayFromToday } from '#server/test/small-school.ts';
import { lastDayOf } from './cohorts.ts';

/*
 * Every number of the figures, the length of the list behind it, and a plain count of the tables' rows in this file, on
 * a school made at random.
 */

const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 2_147_483_647);
const { next: random, pick, chance } = randomFrom(seed);
const below = (n: number) => Math.floor(random() * n);

interface Row {
  // Rows with the columns of their tables.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [column: string]: any;
}

const server = await testApp({ database: 'empty' });
const { db, call } = server;
const add = office(db);
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'];

const admin = await add.person('Admin', 'admin');
const owners = [await add.person('Own', 'courseadmin'), await add.person('Other', 'courseadmin')];
const teachers = [await add.person('Teach', 'teacher'), await add.person('Second', 'teacher')];
const courses: number[] = [];
const classes: { id: number; course: number }[] = [];
for (let n = 0; n < 3; n += 1) {
  const course = await add.course(`Course ${n}`, owners[n % 2]!);
  courses.push(course);
  for (const teacher of teachers) await add.associate(course, teacher);
  for (let k = 0; k < 2; k += 1) {
    const id = await add.class(course, `తరగతి ${n}${k}`);
    classes.push({ id, course });
    for (let s = 0; s < 2; s += 1) {
      const time = `${String(6 + below(14)).padStart(2, '0')}:${pick(['00', '30'])}`;
      const slot = await add.slot(course, id, weekdays[(3 * s + below(3)) % 7], time, pick(zones));
      if (chance(0.8)) await add.assign(course, slot, pick(teachers));
    }
  }
}
await run(db)`update class_slots set created_at = now() - interval '100 days'`;
await run(db)`update class_slots set created_at = now() - interval '5 days' where id % 5 = 0`;
for (let n = 0; n < 40; n += 1) {
  const student = await add.person(`S${n}`, 'student');
  const from = -200 + below(199);
  const first = pick(classes);
  const until = chance(0.5) ? from + 1 + below(-from) : undefined;
  await addEnrolment(db, {
    student,
    course: first.course,
    class: chance(0.9) ? first.id : null,
    from,
    ...(until === undefined ? {} : { until }),
  });
  if (until !== undefined && chance(0.7)) {
    const next = pick(classes);
    await addEnrolment(db, { student, course: next.course, class: next.id, from: until + pick([0, 0, 20]) });
  }
  if (chance(0.5)) {
    await run(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
      values (${`pay${n}`}, ${first.course}, ${student}, 'P', 'p@office.test', ${10 + n}, ${pick(['INR', 'USD', null])},
        ${pick(['success', 'Success', 'failed'])}, now() - make_interval(hours => ${below(300)}))
    `;
  }
  if (chance(0.1)) await add.remove('people', student);
}
await run(db)`
  insert into days_off (from_date, until_date, name, course_id)
  values (${dayFromToday(-4)}, ${dayFromToday(-4)}, 'Festival', null), (${dayFromToday(-9)}, ${dayFromToday(-8)}, 'Fair',
    ${courses[0]})
`;
const slots = await many<Row>(db)`select * from class_slots order by id`;
const dayOf = (days: number) => dayFromToday(days);
for (let back = -40; back <= 6; back += 1) {
  const day = dayOf(back);
  const weekday = weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1];
  for (const slot of slots.filter(({ class_day }) => class_day === weekday)) {
    const fate = random();
    const held = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
    const [name, extra] = fate < 0.1 ? ['canceled', null] : fate < 0.2 ? ['moved', held] : ['', null];
    if (name !== '') {
      await run(db)`
        insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes)
        values (${slot['course_id']}, ${slot['class_id']}, ${slot['id']}, ${day}, ${name}, ${extra}::date,
          ${extra === null ? null : '21:00'}::time, ${extra === null ? null : 60}::integer)
      `;
    }
    if (back >= 0 || name === 'canceled' || chance(0.2)) continue;
    const on = extra ?? day;
    const { rows } = await db.query<{ id: number }>(
      `insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, taken_at)
       values ($1, $2, $3, $4, $5, $3::date + make_interval(hours => $6)) on conflict do nothing returning id`,
      [slot['course_id'], slot['class_id'], on, slot['id'], day, pick([22, 36, 70])],
    );
    if (rows[0] === undefined || chance(0.1)) continue;
    await db.query(
      `insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
       select $1::date, e.student_id, $2, $3, $4, case when random() < 0.3 then 'absent' else 'present' end
       from (select distinct student_id from enrolments where class_id = $3 and started_on <= $1::date
         and (ended_on is null or ended_on > $1::date)) e`,
      [on, slot['course_id'], slot['class_id'], rows[0].id],
    );
  }
}
// Marks that were taken back or corrected are counted as they are now.
await run(db)`delete from attendance where id % 17 = 0`;
await run(db)`update attendance set status = 'moved' where id % 13 = 0`;

const table = async (name: string) => (await db.query<Row>(`select * from ${name} order by 1`)).rows;
const all = {
  people: await table('people'),
  courses: await table('courses'),
  classes: await table('classes'),
  meetings: await table('meetings'),
  off: await table('days_off'),
  taught: await table('slot_teachers'),
  enrolments: await table('enrolments'),
  registers: await table('attendance_registers'),
  marks: await table('attendance'),
  payments: await table('payments'),
};

const plus = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();
const momentOf = (day: string, time: string, zone: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds;

interface Meeting {
  readonly class_id: number;
  readonly day: string;
  readonly state: 'held' | 'canceled' | 'to_come';
  readonly due: boolean;
  readonly called: number | null;
  readonly end: number;
}

/** What the calendar of every class says about a week, day by day. */
function meetingsOfWeek(from: string): Meeting[] {
  const days = [0, 1, 2, 3, 4, 5, 6].map((n) => plus(from, n));
  const met: Meeting[] = [];
  for (const slot of slots) {
    const zone: string = slot['time_zone'];
    const own = all.meetings.filter(({ slot_id }) => slot_id === slot['id']);
    const course = all.courses.find(({ id }) => id === slot['course_id'])!;
    const take = (on: string, day: string, time: string, isCanceled: boolean) => {
      const start = momentOf(day, time, zone);
      const end = start + 60 * 60_000;
      if (start < Date.parse(slot['created_at'])) return;
      const isHeld = !isCanceled && end <= Date.now();
      const due =
        isHeld &&
        all.enrolments.some(
          (e) =>
            e['class_id'] === slot['class_id'] &&
            e['started_on'] <= day &&
            (e['ended_on'] === null || e['ended_on'] > day) &&
            all.people.some(({ id, deleted_at }) => id === e['student_id'] && deleted_at === null),
        );
      const roll = all.registers.find(
        (r) =>
          r['slot_id'] === slot['id'] &&
          r['on_date'] === on &&
          r['attendance_date'] === day &&
          all.marks.some(({ register_id }) => register_id === r['id']),
      );
      const called = due && roll !== undefined ? Date.parse(roll['taken_at']) : null;
      const state = isCanceled ? 'canceled' : isHeld ? 'held' : 'to_come';
      met.push({ class_id: slot['class_id'], day, state, due, called, end });
    };
    for (const day of days) {
      const isOfSlot = weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1] === slot['class_day'];
      if (isOfSlot && day >= course['start_date']) {
        const exception = own.find(({ on_date }) => on_date === day);
        const isOff = all.off.some(
          (o) =>
            o['from_date'] <= day &&
            o['until_date'] >= day &&
            (o['course_id'] === null || o['course_id'] === slot['course_id']),
        );
        if (exception?.['state'] === 'canceled') take(day, day, slot['local_time'], true);
        else if (exception === undefined && !isOff) take(day, day, slot['local_time'], false);
      }
    }
    for (const moved of own.filter(({ state: s, held_on }) => s === 'moved' && days.includes(held_on))) {
      take(moved['on_date'], moved['held_on'], moved['local_time'], false);
    }
  }
  return met;
}

interface Scope {
  readonly as: string;
  readonly course_id: number | null;
  readonly class_id: number | null;
  /** Whether its class is in it, and an enrolment. */
  readonly hasClass: (id: number) => boolean;
  readonly has: (enrolment: Row) => boolean;
  readonly hasMoney: ((payment: Row) => boolean) | null;
}

const courseOf = (classId: number) => classes.find(({ id }) => id === classId)!.course;
const ownerOf = (course: number) => owners[courses.indexOf(course) % 2]!;
const taughtBy = (teacher: number) => {
  const given = new Set(
    all.taught
      .filter(({ teacher_id, ended_at }) => teacher_id === teacher && ended_at === null)
      .map(({ slot_id }) => slot_id),
  );
  return new Set(slots.filter(({ id }) => given.has(id)).map(({ class_id }) => Number(class_id)));
};
const ofTeacher = taughtBy(teachers[0]!);
const scopes: Scope[] = [
  {
    as: 'admin@office.test',
    course_id: null,
    class_id: null,
    hasClass: () => true,
    has: () => true,
    hasMoney: () => true,
  },
  {
    as: 'own@office.test',
    course_id: null,
    class_id: null,
    hasClass: (id) => ownerOf(courseOf(id)) === owners[0],
    has: ({ course_id }) => ownerOf(course_id) === owners[0],
    hasMoney: ({ course_id }) => ownerOf(course_id) === owners[0],
  },
  {
    as: 'admin@office.test',
    course_id: courses[1]!,
    class_id: null,
    hasClass: (id) => courseOf(id) === courses[1],
    has: ({ course_id }) => course_id === courses[1],
    hasMoney: ({ course_id }) => course_id === courses[1],
  },
  {
    as: 'own@office.test',
    course_id: courses[0]!,
    class_id: classes[0]!.id,
    hasClass: (id) => id === classes[0]!.id,
    has: ({ class_id }) => class_id === classes[0]!.id,
    hasMoney: null,
  },
  {
    as: 'teach@office.test',
    course_id: null,
    class_id: null,
    hasClass: (id) => ofTeacher.has(id),
    has: ({ class_id }) => ofTeacher.has(class_id),
    hasMoney: null,
  },
];

const monday = (day: string) => plus(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
const thisWeek = monday(dayOf(0));
const isLiving = (id: number) => all.people.some((p) => p['id'] === id && p['deleted_at'] === null);

function recount(scope: Scope, from: string) {
  const to = plus(from, 6);
  const met = meetingsOfWeek(from).filter(({ class_id }) => scope.hasClass(class_id));
  const count = (is: (one: Meeting) => boolean) => met.filter(is).length;
  const dayMs = 86_400_000;
  const marks = (first: string, last: string, isPresent: boolean) =>
    all.marks.filter(
      (m) =>
        scope.hasClass(m['class_id']) &&
        m['attendance_date'] >= first &&
        m['attendance_date'] <= last &&
        (!isPresent || m['status'] === 'present'),
    ).length;
  const own = all.enrolments.filter((e) => scope.has(e) && isLiving(e['student_id']));
  const studentsOf = (is: (e: Row) => boolean) => new Set(own.filter(is).map((e) => e['student_id']));
  const isThereAt = (e: Row, day: string) => e['ended_on'] === null || e['ended_on'] >= day;
  const before = studentsOf((e) => e['started_on'] < from && isThereAt(e, from));
  const after = studentsOf((e) => e['started_on'] <= to && isThereAt(e, plus(to, 1)));
  const began = studentsOf((e) => e['started_on'] >= from && e['started_on'] <= to);
  const ended = studentsOf((e) => e['ended_on'] !== null && e['ended_on'] >= from && e['ended_on'] <= to);
  const paid = all.payments.filter((m) => {
    const day = new Date(Date.parse(m['paid_at']) + 330 * 60_000).toISOString().slice(0, 10);
    return m['status'].toLowerCase() === 'success' && day >= from && day <= to && scope.hasMoney?.(m);
  });
  const currencies = [...new Set(paid.map(({ currency }) => String(currency)))].toSorted();
  return {
    meetings: {
      planned: met.length,
      held: count(({ state: s }) => s === 'held'),
      canceled: count(({ state: s }) => s === 'canceled'),
      to_come: count(({ state: s }) => s === 'to_come'),
      due: count(({ due }) => due),
      on_time: count(({ called, end }) => called !== null && called <= end + dayMs),
      late: count(({ called, end }) => called !== null && called > end + dayMs),
      not_called: count(({ due, called }) => due && called === null),
    },
    attendance: {
      marks: marks(from, to, false),
      present: marks(from, to, true),
      marks_before: marks(plus(from, -28), plus(from, -1), false),
      present_before: marks(plus(from, -28), plus(from, -1), true),
    },
    money: scope.hasMoney
      ? currencies.map((currency) => {
          const some = paid.filter((m) => String(m['currency']) === currency);
          return [currency, some.length, some.reduce((sum, { amount }) => sum + Number(amount), 0)];
        })
      : null,
    joined: [...began].filter((id) => !before.has(id)).length,
    left: [...ended].filter((id) => !after.has(id)).length,
  };
}

const ask = (input: object, as: string) => call(figures.get_figures, input, { as });

/** The length of a list, page by page. */
async function lengthOf(input: object, as: string): Promise<number> {
  let length = 0;
  for (let page = 1; ; page += 1) {
    const { status, body } = await call(figures.get_figure_list, { ...input, page, pageSize: 100 }, { as });
    expect(status).toBe(200);
    const rows = (body.meetings ?? body.marks ?? body.students).length;
    length += rows;
    if (rows < 100) {
      expect(body.total_count).toBe(length);
      return length;
    }
  }
}

describe(`every figure is the length of its list, and a plain count (PROOF_SEED=${seed})`, () => {
  const weeks = [thisWeek, plus(thisWeek, -7), plus(thisWeek, -14)];
  test.each(scopes.map((scope, n) => [n, scope.as, scope] as const))(
    'of scope %i, %s',
    async (n, as, scope) => {
      const about = { course_id: scope.course_id, class_id: scope.class_id };
      let seen = 0;
      for (const week of n === 0 ? weeks : [pick(weeks)]) {
        const { body } = await ask({ ...about, week: plus(week, below(7)) }, as);
        const { money, ...shown } = body.week;
        const expected = recount(scope, week);
        const sums = money?.map((one: Row) => [
          String(one['currency']),
          one['payments'],
          Number(one['received']),
        ]);
        expect({ ...shown, money: sums?.toSorted() ?? null }).toEqual({
          ...expected,
          from: week,
          to: plus(week, 6),
          is_current: week === thisWeek,
        });
        for (const figure of meetingFigures) {
          expect([figure, await lengthOf({ ...about, week, figure }, as)]).toEqual([
            figure,
            expected.meetings[figure],
          ]);
        }
        for (const figure of markFigures) {
          expect([figure, await lengthOf({ ...about, week, figure }, as)]).toEqual([
            figure,
            expected.attendance[figure],
          ]);
        }
        expect(await lengthOf({ ...about, week, figure: 'joined' }, as)).toBe(expected.joined);
        expect(await lengthOf({ ...about, week, figure: 'left' }, as)).toBe(expected.left);
        seen += expected.meetings.planned + expected.attendance.marks;
      }
      expect(seen).toBeGreaterThan(0);
    },
  );

  const sumBefore = (weeks: number[]) => weeks.slice(-5, -1).reduce((sum, count) => sum + count, 0);

  test.each(scopes.map((scope, n) => [n, scope.as, scope] as const))(
    'the trend of scope %i, %s',
    async (_, as, scope) => {
      const about = { course_id: scope.course_id, class_id: scope.class_id };
      const { trends } = (await ask({ ...about, part: 'trends' }, as)).body;
      expect(trends.weeks).toEqual(Array.from({ length: 12 }, (_week, n) => plus(thisWeek, 7 * (n - 11))));
      const countOf = (is: (mark: Row) => boolean) =>
        trends.weeks.map(
          (from: string) =>
            all.marks.filter(
              (m) => is(m) && scope.hasClass(m['class_id']) && monday(m['attendance_date']) === from,
            ).length,
        );
      expect(trends.marks).toEqual(countOf(() => true));
      expect(trends.present).toEqual(countOf(({ status }) => status === 'present'));
      expect(trends.lines.length).toBe(Math.min(10, trends.line_count));
      for (const line of trends.lines) {
        const isOf = (m: Row) =>
          line.class_id === null ? m['course_id'] === line.course_id : m['class_id'] === line.class_id;
        expect(line.marks).toEqual(countOf(isOf));
        expect(line.present).toEqual(countOf((m) => isOf(m) && m['status'] === 'present'));
        // What its link lists, and what it is sorted by.
        const ofLine = { course_id: line.course_id, class_id: line.class_id };
        expect(await lengthOf({ ...ofLine, figure: 'marks_before' }, as)).toBe(sumBefore(line.marks));
      }
      const shares = trends.lines.map((line: Row) => sumBefore(line['present']) / sumBefore(line['marks']));
      expect(shares).toEqual(shares.toSorted((a: number, b: number) => a - b));
      if (trends.lines.length === 0) {
        expect(await lengthOf({ ...about, figure: 'marks_before' }, as)).toBe(0);
      }
    },
  );

  test.each([scopes[0]!, scopes[4]!])('the cohorts', async (scope) => {
    const about = { course_id: scope.course_id, class_id: scope.class_id };
    const { cohorts } = (await ask({ ...about, part: 'cohorts' }, scope.as)).body;
    const stays = new Map<number, { day: string; until: string }>();
    for (const e of all.enrolments.filter((one) => scope.has(one) && isLiving(one['student_id']))) {
      const { day, until } = stays.get(e['student_id']) ?? { day: '9', until: '' };
      const end: string = e['ended_on'] ?? '9999-12-31';
      stays.set(e['student_id'], {
        day: e['started_on'] < day ? e['started_on'] : day,
        until: end > until ? end : until,
      });
    }
    expect(cohorts).toHaveLength(12);
    const today = dayOf(0);
    for (const { month, joined, stayed } of cohorts) {
      const some = [...stays.values()].filter(({ day }) => `${day.slice(0, 7)}-01` === month);
      expect([month, joined]).toEqual([month, some.length]);
      expect(await lengthOf({ ...about, figure: 'cohort', month }, scope.as)).toBe(joined);
      for (const [place, months] of [1, 2, 3, 6].entries()) {
        const end = Temporal.PlainDate.from(month)
          .add({ months: months + 1 })
          .toString();
        const still = some.filter(
          ({ day, until }) => until > Temporal.PlainDate.from(day).add({ months }).toString(),
        ).length;
        expect([month, months, stayed[place]]).toEqual([month, months, end <= today ? still : null]);
        if (stayed[place] === null) continue;
        expect(await lengthOf({ ...about, figure: 'cohort', month, after: months }, scope.as)).toBe(still);
      }
    }
    expect(stays.size).toBeGreaterThan(0);
  });
});

test('the payments behind the money are those of the list', async () => {
  const { body } = await ask({}, 'admin@office.test');
  const { from, to, money } = body.week;
  for (const { currency, payments, received } of money) {
    const list = await call(
      'payments.get_payment_details',
      { from, to, status: 'success', currency: currency ?? 'none', page: 1, pageSize: 1 },
      { as: 'admin@office.test' },
    );
    expect(list.body.total_count).toBe(payments);
    if (currency !== null) expect(list.body.totals[0].received).toBe(received);
  }
});

test('the money of months is that of the list of payments, and debts by age add up to all that is due', async () => {
  const as = 'admin@office.test';
  const { money } = (await ask({ part: 'money' }, as)).body;
  expect(money.months).toHaveLength(6);
  let seen = 0;
  for (const { month, money: received } of money.months) {
    for (const one of received) {
      const list = await call(
        'payments.get_payment_details',
        {
          from: month,
          to: lastDayOf(month),
          status: 'success',
          currency: one.currency ?? 'none',
          page: 1,
          pageSize: 1,
        },
        { as },
      );
      expect(list.body.total_count).toBe(one.payments);
      if (one.currency !== null) expect(list.body.totals[0].received).toBe(one.received);
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(0);
  const owing = await call('ledger.get_owing', { show: 'due', page: 1, pageSize: 1 }, { as });
  expect(money.debts.map(({ currency, due }: Row) => [currency, sumOf(due, currency)])).toEqual(
    owing.body.totals.map(({ currency, due }: Row) => [currency, due]),
  );
  expect((await ask({ part: 'money' }, 'teach@office.test')).body.money).toBeNull();
});

test('a course and a class out of reach are missing', async () => {
  const far = courses.find((course) => ownerOf(course) !== owners[0])!;
  const missing = refusal(await ask({ course_id: 999_999 }, 'own@office.test'));
  expect(missing.status).toBe(404);
  expect(refusal(await ask({ course_id: far }, 'own@office.test'))).toEqual(missing);
  const foreign = classes.find(({ course }) => course === far)!;
  expect(refusal(await ask({ class_id: foreign.id }, 'own@office.test'))).toEqual(missing);
});

describe('the present week', () => {
  test.each([
    ['Pacific/Auckland', '2026-11-29T12:00:00Z', '2026-11-30'],
    ['America/New_York', '2026-11-30T03:00:00Z', '2026-11-23'],
    ['Asia/Kolkata', '2026-11-29T18:31:00Z', '2026-11-30'],
  ])('is that of the provider: %s at %s', async (zone, at, from) => {
    const { weekOf } = await import('./week.ts');
    expect(weekOf(undefined, zone, new Date(at))).toMatchObject({ from, is_current: true });
    expect(weekOf(plus(from, 6), zone, new Date(at))).toMatchObject({ from, is_current: true });
    expect(weekOf(plus(from, 7), zone, new Date(at)).is_current).toBe(false);
  });
});

test('an empty provider has figures of nothing', async () => {
  await run(db)`update courses set deleted_at = now()`;
  const { body } = await ask({}, 'admin@office.test');
  expect(body.week).toMatchObject({ meetings: { planned: 0 }, attendance: { marks: 0 }, joined: 0, left: 0 });
  const { trends } = (await ask({ part: 'trends' }, 'admin@office.test')).body;
  expect(trends).toMatchObject({ lines: [], line_count: 0 });
  expect(admin).toBeGreaterThan(0);
});
