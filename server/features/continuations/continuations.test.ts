import type { Change } from '@gurukul/contract/audit';
import { audit } from '@gurukul/contract/audit';
import { continuations } from '@gurukul/contract/continuations';
import { courses } from '@gurukul/contract/courses';
import { students as studentCalls } from '@gurukul/contract/students';
import { Temporal } from 'temporal-polyfill';
import { refreshDue } from '../dashboards/today-queries.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { proveAllMailboxes } from '#server/channels/mail/prove.ts';
import { momentIn } from '#server/channels/mail/templates/event-times.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { testApp, testSecretKey } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { cookieIn, pageReaders } from '#server/test/page-readers.ts';
import { many, maybeOne, one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, other, own } from '#server/test/small-school.ts';
import { remindOfTerms } from './remind.ts';

// A course is carried over into its next run, and everybody answers.

const server = await testApp({ database: 'empty' });
const { call, callChecked, config, db } = server;
const { staff } = await foundSchool(db);
const add = office(db);
const mailer = await openMailer(server);

let made = 0;
let course: number;
let morning: number;
let evening: number;
let teacher: number;
let teacherName: string;
const start = dayFromToday(200);
const until = dayFromToday(20);
const wanted = () => ({ course_id: course, course_name: `Next ${made}`, start_date: start, until });

/** A course with two classes of one teacher, who takes ten students at most. */
beforeEach(async () => {
  made += 1;
  await run(db)`delete from rate_limits`;
  course = await add.course(`Term${made}`, staff.own, { startDate: dayFromToday(-30) });
  morning = await add.class(course, 'Morning');
  evening = await add.class(course, 'Evening');
  teacherName = `Guru${made}`;
  teacher = await add.person(teacherName, 'teacher');
  await add.associate(course, teacher, 10);
  await add.assign(course, await add.slot(course, morning, 'monday', '07:00', 'America/New_York'), teacher);
  await add.assign(course, await add.slot(course, evening, 'tuesday', '18:00'), teacher);
});

let named = 0;
async function pupil(status = 'Registered', group: number | null = morning): Promise<number> {
  named += 1;
  const id = await add.person(`Pupil${String(named).padStart(3, '0')}`, 'student');
  const enrolment = await add.enrol(id, course, group);
  await run(db)`update enrolments set registration_status = ${status} where id = ${enrolment}`;
  return id;
}
const mailOf = (id: number) => one<{ email_id: string }>(db)`select email_id from people where id = ${id}`;

/** The next run, by the press of the office. */
async function begin(as = own) {
  const answer = await callChecked('courses.next_term', wanted(), { as });
  expect(answer.status).toBe(200);
  const next = answer.body.course_id as number;
  const classOf = async (name: string) =>
    (await one<{ id: number }>(db)`select id from classes where course_id = ${next} and class_name = ${name}`)
      .id;
  return {
    next,
    change: Number(answer.headers['change-id']),
    morning: await classOf('Morning'),
    evening: await classOf('Evening'),
  };
}

const statesOf = async (next: number) => {
  const { body } = await call(continuations.get_continuations, { course_id: next }, { as: own });
  return body.data.students as {
    continuation_id: number;
    student_id: number;
    state: string;
    class_name: string;
  }[];
};
const stateOf = async (next: number, student: number) =>
  (await statesOf(next)).find(({ student_id }) => student_id === student)!;
const answer = async (next: number, student: number, keep: boolean, classId?: number) =>
  call(
    continuations.answer,
    { continuation_id: (await stateOf(next, student)).continuation_id, keep, class_id: classId ?? null },
    { as: own },
  );
const move = async (student: number, next: number, classId: number) =>
  call(
    studentCalls.update_course_to_student,
    {
      ...(await mailOf(student)),
      user_id: student,
      course_id: next,
      class_id: classId,
      from_course_id: null,
    },
    { as: admin },
  );

describe('before a family answers', () => {
  test('the mail and My page name the price, both clocks and the first class that takes place', async () => {
    const student = await pupil();
    await run(db)`update people set region = 'India', timezone = 'Asia/Kolkata' where id = ${student}`;
    await run(db)`
      insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
      values (${course}, 'India', 'IN', 'INR', 700)
    `;
    await proveAllMailboxes(db);
    const monday = Temporal.PlainDate.from(start).add({
      days: (8 - Temporal.PlainDate.from(start).dayOfWeek) % 7,
    });
    await run(db)`
      insert into days_off (from_date, until_date, name) values (${start}, ${monday.toString()}, 'Festival')
    `;
    await begin();
    const meeting = monday
      .add({ days: 7 })
      .toZonedDateTime({ timeZone: 'America/New_York', plainTime: '07:00' });
    const first = momentIn('en', 'Asia/Kolkata', meeting.toInstant().toString());
    const { email_id: address } = await mailOf(student);
    const mail = (await deliveredMails(server)).findLast(({ to }) => to === address)!;
    for (const said of [first, '(Kolkata)', '07:00 (New York)', '₹700.00']) expect(mail.text).toContain(said);
    const { text } = await (await pageReaders(server, { course: 0, group: 0 }).confirmed(address)).read();
    for (const said of [first, '07:00 (New York)', 'It costs ₹700.00']) expect(text).toContain(said);
    await run(db)`delete from days_off`;
  });
});

test('a family that answered before the mail left is not asked', async () => {
  const student = await pupil();
  const other = await pupil();
  await proveAllMailboxes(db);
  const { next } = await begin();
  await answer(next, student, true);
  const mails = await deliveredMails(server);
  const got = async (id: number) => {
    const { email_id: address } = await mailOf(id);
    return mails.filter(({ to, text }) => to === address && text.includes('is kept')).length;
  };
  expect([await got(student), await got(other)]).toEqual([0, 1]);
});

test('a class that is gone before the mail to its teacher leaves is not asked about', async () => {
  await proveAllMailboxes(db);
  const term = await begin();
  await run(db)`update classes set deleted_at = now() where id = ${term.morning}`;
  const { email_id: address } = await mailOf(teacher);
  const { text } = (await deliveredMails(server)).findLast(({ to }) => to === address)!;
  expect([text.includes('Evening'), text.includes('Morning')]).toEqual([true, false]);
});

describe('the preview', () => {
  test('says who is asked and who is not, and why', async () => {
    const owing = await pupil();
    await run(db)`
      insert into charges (student_id, course_id, due_on, amount, currency) values (${owing}, ${course}, '2026-01-05', 100, 'INR')
    `;
    const silent = await pupil('Completed', null);
    await run(db)`update people set email_id = '' where id = ${silent}`;
    await pupil('Dropped');
    await pupil('Failed');
    await pupil('Canceled');
    await pupil('Registered', null);
    await run(db)`insert into days_off (from_date, until_date, name) values (${start}, ${start}, 'Festival')`;
    const { body } = await call(courses.next_term, { ...wanted(), preview: true }, { as: own });
    expect(body).toMatchObject({
      data: {
        students: 6,
        asked: 2,
        stays: ['dropped', 'failed', 'canceled', 'no_class'].map((reason) => ({ reason, count: 1 })),
        owing: { count: 1 },
        unreachable: { count: 1 },
        days_off: [{ name: 'Festival', from: start }],
        runs_until: null,
        classes: [
          { class_name: 'Evening', times: [{ class_day: 'tuesday', time: '18:00', zone: 'Asia/Kolkata' }] },
          { class_name: 'Morning', teachers: [teacherName] },
        ],
      },
    });
    expect(await maybeOne(db)`select from courses where follows_id = ${course}`).toBeNull();
    await run(db)`delete from days_off`;
  });

  test('warns of teachers of children without a valid check', async () => {
    await run(db)`update provider set children_rule = 'warn'`;
    await run(db)`update classes set for_children = true where id = ${morning}`;
    const { body } = await call(courses.next_term, { ...wanted(), preview: true }, { as: own });
    expect(body.data.unchecked).toEqual({ count: 1, names: [teacherName], is_left_out: false });
    await run(db)`update provider set children_rule = 'off'`;
  });

  test('says that the course runs on while the next one begins', async () => {
    const early = { ...wanted(), start_date: dayFromToday(30) };
    const { body } = await call(courses.next_term, { ...early, preview: true }, { as: own });
    expect(body.data.runs_until > early.start_date).toBe(true);
  });

  test.each([
    ['a start in the past', { start_date: dayFromToday(-40), until: dayFromToday(-41) }],
    ['a day for answers that is over', { until: dayFromToday(-1) }],
    ['answers after the start', { until: dayFromToday(201) }],
  ])('refuses %s', async (_, wrong) => {
    expect(
      (await call(courses.next_term, { ...wanted(), ...wrong, preview: true }, { as: own })).status,
    ).toBe(400);
  });

  test('refuses the name of a course that runs, and takes that of one that is over', async () => {
    const press = (course_name: string) =>
      call(courses.next_term, { ...wanted(), course_name, preview: true }, { as: own });
    const { status, body } = await press(`  term${made}  `);
    expect([status, body.details]).toMatchObject([400, { course_name: [{ code: 'course_name_taken' }] }]);
    await add.course(`Over${made}`, staff.own, { startDate: dayFromToday(-900) });
    expect((await press(`Over${made}`)).status).toBe(200);
  });

  test('is for who looks after the course', async () => {
    expect((await call(courses.next_term, { ...wanted(), preview: true }, { as: other })).status).toBe(404);
  });
});

describe('the next run', () => {
  test('has texts, curriculum by week, prices, classes, times, limits and links', async () => {
    await add.price(course, 900);
    await run(db)`update courses set note = 'A note', finish_attendance = 80 where id = ${course}`;
    await run(db)`insert into topics (course_id, week_count, topic_name) values (${course}, 3, 'Verses')`;
    await run(db)`update classes set language = 'Hindi' where id = ${morning}`;
    await run(db)`update class_slots set join_link = 'https://meet.test/a' where class_id = ${morning}`;
    await add.remove('classes', await add.class(course, 'Dissolved'));
    const gone = await add.person(`Gone${made}`, 'teacher');
    await add.associate(course, gone, 3);
    await add.remove('people', gone);
    const { next } = await begin();
    expect(
      await one(db)`
        select c.course_name, c.note, c.finish_attendance, c.start_date::text, c.status, c.reg_status, c.follows_id::integer
        from courses c where id = ${next}
      `,
    ).toEqual({
      course_name: `Next ${made}`,
      note: 'A note',
      finish_attendance: 80,
      start_date: start,
      status: 'unpublished',
      reg_status: 'closed',
      follows_id: course,
    });
    expect(
      await many(db)`
        select k.class_name, k.language, s.class_day, s.local_time::text, s.time_zone, s.join_link, t.teacher_id::integer, ct.strength
        from classes k
        join class_slots s on s.class_id = k.id
        join slot_teachers t on t.slot_id = s.id
        join course_teachers ct on ct.course_id = t.course_id and ct.teacher_id = t.teacher_id
        where k.course_id = ${next} order by k.class_name
      `,
    ).toMatchObject([
      { class_name: 'Evening', time_zone: 'Asia/Kolkata', teacher_id: teacher, strength: 10 },
      {
        class_name: 'Morning',
        language: 'Hindi',
        local_time: '07:00:00',
        time_zone: 'America/New_York',
        join_link: 'https://meet.test/a',
      },
    ]);
    expect(await many(db)`select week_count, topic_name from topics where course_id = ${next}`).toEqual([
      { week_count: 3, topic_name: 'Verses' },
    ]);
    expect(await one(db)`select price_value::integer from course_prices where course_id = ${next}`).toEqual({
      price_value: 900,
    });
  });

  test('and the old one lead to each other', async () => {
    const { next } = await begin();
    const terms = async (course_id: number) =>
      (await call(continuations.get_continuations, { course_id }, { as: own })).body.data;
    expect(await terms(course)).toMatchObject({ before: null, next: [{ course_id: next }] });
    expect(await terms(next)).toMatchObject({ before: { course_id: course }, next: [] });
  });

  test('says at each class how many places are kept', async () => {
    const student = await pupil();
    await pupil();
    const term = await begin();
    const cards = async () => {
      const { body } = await call('classes.get_class', { class_id: term.morning }, { as: own });
      return body.data;
    };
    expect(await cards()).toMatchObject({ student_count: 0, free_places: 8, kept_count: 2 });
    await answer(term.next, student, true);
    expect(await cards()).toMatchObject({ student_count: 1, free_places: 8, kept_count: 1 });
  });

  test('is made once by two offices that press at once', async () => {
    await pupil();
    const { body } = await call(courses.next_term, { ...wanted(), preview: true }, { as: own });
    const press = (as: string) => call(courses.next_term, { ...wanted(), digest: body.data.digest }, { as });
    const both = await Promise.all([press(own), press(admin)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('term_is_there');
  });

  test('is one of two when the office asks for another, and the course leads to both', async () => {
    await pupil();
    const { next } = await begin();
    const again = { ...wanted(), course_name: `Another${next}` };
    const preview = (more = {}) => call(courses.next_term, { ...again, ...more, preview: true }, { as: own });
    expect((await preview()).body.code).toBe('term_is_there');
    const { digest } = (await preview({ another: true })).body.data;
    const made = await call(courses.next_term, { ...again, another: true, digest }, { as: own });
    expect(made.status).toBe(200);
    const shown = async (course_id: number) =>
      (await call(courses.get_single_course, { course_id }, { as: own })).body.data.terms;
    expect(await shown(course)).toMatchObject({
      next: [{ course_id: next }, { course_id: made.body.course_id, course_name: `Another${next}` }],
    });
    expect(await shown(next)).toMatchObject({ before: { course_id: course }, next: [] });
  });

  test('is not made when a student came meanwhile', async () => {
    const { body } = await call(courses.next_term, { ...wanted(), preview: true }, { as: own });
    await pupil();
    const late = await call(courses.next_term, { ...wanted(), digest: body.data.digest }, { as: own });
    expect([late.status, late.body.code, late.body.preview.asked]).toEqual([409, 'changed_since_check', 1]);
  });

  test('is undone before the first answer, and not after it', async () => {
    const student = await pupil();
    const first = await begin();
    const undo = (change: number) => call(audit.undo_change, { change_id: change }, { as: own });
    expect((await undo(first.change)).status).toBe(200);
    expect(await maybeOne(db)`select from courses where id = ${first.next}`).toBeNull();
    expect(await many(db)`select distinct state from mails where change_id = ${first.change}`).toEqual([
      { state: 'withdrawn' },
    ]);
    const second = await begin();
    expect((await answer(second.next, student, false)).status).toBe(200);
    expect((await undo(second.change)).status).toBe(409);
    const { data } = (await call(audit.get_timeline, { course_id: second.next }, { as: own })).body;
    const made = (data as Change[]).find(({ change_id }) => change_id === second.change);
    expect(made?.undo.why).toBe('answered');
  });

  test('keeps each class at its hour in 13 zones, over changes of their clocks', async () => {
    const zones = [
      ['Asia/Kolkata', 'America/New_York', 'America/Los_Angeles', 'America/Toronto', 'America/Sao_Paulo'],
      ['Europe/London', 'Europe/Berlin', 'Africa/Johannesburg', 'Asia/Dubai', 'Asia/Singapore'],
      ['Australia/Sydney', 'Pacific/Auckland', 'Asia/Kathmandu'],
    ].flat();
    for (const zone of zones) {
      await add.slot(course, await add.class(course, zone), 'sunday', '01:30', zone);
    }
    await run(db)`update courses set course_duration = 'yearly' where id = ${course}`;
    const { next } = await begin();
    const meetings = await many<{ time_zone: string; starts_at: string }>(db)`
      select s.time_zone, to_char(m.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as starts_at
      from meetings_of(
        (select array_agg(id) from classes where course_id = ${next} and class_name like '%/%'), ${start}::date, ${start}::date + 364
      ) m
      join class_slots s on s.id = m.slot_id
    `;
    expect(new Set(meetings.map(({ time_zone }) => time_zone)).size).toBe(13);
    const wrong = meetings.filter(({ time_zone, starts_at }) => {
      const at = Temporal.Instant.from(starts_at).toZonedDateTimeISO(time_zone);
      // An hour that a clock leaves out is an hour later.
      const skipped = at.startOfDay().hoursInDay === 23 && at.hour === 2;
      return at.dayOfWeek !== 7 || (`${at.hour}:${at.minute}` !== '1:30' && !skipped);
    });
    expect(wrong).toEqual([]);
    expect(
      new Set(
        meetings
          .filter(({ time_zone }) => time_zone === 'America/New_York')
          .map(({ starts_at }) => starts_at.slice(11, 13)),
      ).size,
    ).toBe(2);
  });
});

describe('a kept place', () => {
  test('is enrolled when it is kept, in another class too, and free when it is declined', async () => {
    const [one_, two, three] = [await pupil(), await pupil(), await pupil()];
    const term = await begin();
    expect((await answer(term.next, one_, true)).status).toBe(200);
    expect((await answer(term.next, two, true, term.evening)).status).toBe(200);
    expect((await answer(term.next, three, false)).status).toBe(200);
    expect((await statesOf(term.next)).map(({ state, class_name }) => `${state} ${class_name}`)).toEqual([
      'kept Morning',
      'kept Evening',
      'declined Morning',
    ]);
    expect(
      await many(db)`
        select student_id::integer, class_id::integer from enrolments where course_id = ${term.next} and ended_on is null order by id
      `,
    ).toEqual([
      { student_id: one_, class_id: term.morning },
      { student_id: two, class_id: term.evening },
    ]);
    expect((await answer(term.next, one_, false)).body.code).toBe('place_answered');
    expect((await answer(term.next, three, true)).status).toBe(200);
  });

  test('is taken by no newcomer until its day has ended, at any limit by then', async () => {
    const [asked, silent] = [await pupil(), await pupil()];
    await run(db)`update course_teachers set strength = 2 where course_id = ${course}`;
    const term = await begin();
    const newcomer = await add.person(`New${made}`, 'student');
    expect((await move(newcomer, term.next, term.morning)).body.message).toMatch(/full/i);
    // Lowered meanwhile: who was asked has the place all the same.
    await run(db)`update course_teachers set strength = 1 where course_id = ${term.next}`;
    expect((await answer(term.next, asked, true)).status).toBe(200);
    expect((await move(newcomer, term.next, term.morning)).body.message).toMatch(/full/i);
    await run(db)`update course_teachers set strength = 2 where course_id = ${term.next}`;
    await run(db)`update continuations set until_date = ${dayFromToday(-2)} where course_id = ${term.next}`;
    expect((await stateOf(term.next, silent)).state).toBe('expired');
    expect((await move(newcomer, term.next, term.morning)).body.message).not.toMatch(/full/i);
    expect((await answer(term.next, silent, true)).body.code).toBe('place_answered');
  });

  test('of two siblings who want one evening the second is told that it is full', async () => {
    const [first, second] = [await pupil(), await pupil()];
    const helper = await add.person(`Helper${made}`, 'teacher');
    await add.associate(course, helper, 1);
    await run(
      db,
    )`delete from slot_teachers where slot_id in (select id from class_slots where class_id = ${evening})`;
    const slot = await one<{ id: number }>(db)`select id from class_slots where class_id = ${evening}`;
    await add.assign(course, slot.id, helper);
    const term = await begin();
    const both = await Promise.all([
      answer(term.next, first, true, term.evening),
      answer(term.next, second, true, term.evening),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await statesOf(term.next)).map(({ state }) => state).toSorted()).toEqual(['kept', 'waiting']);
  });

  test('of a class that is dissolved meanwhile is kept without one, or in another', async () => {
    const [first, second] = [await pupil(), await pupil()];
    const term = await begin();
    await add.remove('classes', term.morning);
    expect((await answer(term.next, first, true, term.morning)).status).toBe(404);
    expect((await answer(term.next, first, true)).status).toBe(200);
    expect((await answer(term.next, second, true, term.evening)).status).toBe(200);
    expect(
      await many(db)`
        select class_id::integer from enrolments where course_id = ${term.next} and ended_on is null order by id
      `,
    ).toEqual([{ class_id: null }, { class_id: term.evening }]);
  });

  test('300 answers in any order: kept, declined, expired and waiting are all who were asked', async () => {
    const seed = Date.now() % 1_000_000;
    let state = seed;
    const random = (below: number) => {
      state = (state * 48_271 + 11) % 2_147_483_647;
      return state % below;
    };
    await run(db)`update course_teachers set strength = 300 where course_id = ${course}`;
    await run(db)`
      with made as (
        insert into people (email_id, main_role, first_name)
        select ${`many${made}.`} || n || '@home.test', 'student', 'Many' || n from generate_series(1, 300) n
        returning id
      )
      insert into enrolments (student_id, course_id, class_id, started_on)
      select id, ${course}, case when id % 2 = 0 then ${morning}::bigint else ${evening}::bigint end, '2026-01-05' from made
    `;
    const term = await begin(admin);
    const newcomer = await add.person(`Stranger${made}`, 'student');
    const all = (await statesOf(term.next)).toSorted(() => random(3) - 1);
    for (const [index, { continuation_id }] of all.entries()) {
      const kind = random(4);
      if (kind === 0) {
        await run(
          db,
        )`update continuations set until_date = ${dayFromToday(-2)} where id = ${continuation_id}`;
      } else if (kind < 3) {
        const given = await call(
          continuations.answer,
          { continuation_id, keep: kind === 1, class_id: random(2) === 0 ? term.morning : null },
          { as: admin },
        );
        // Another class with all its places kept is refused.
        expect([200, 409], `seed ${seed}`).toContain(given.status);
      }
      if (index % 50 === 0) {
        const kept = (await statesOf(term.next)).filter(
          ({ state: is }) => is === 'kept' || is === 'waiting',
        ).length;
        const moved = await move(newcomer, term.next, term.morning);
        expect(/full/i.test(moved.body.message), `seed ${seed}`).toBe(kept >= 300);
        await run(db)`delete from enrolments where student_id = ${newcomer}`;
      }
    }
    const states = await statesOf(term.next);
    expect(states).toHaveLength(300);
    const enrolled = await one<{ count: number }>(db)`
      select count(*)::integer as count from enrolments where course_id = ${term.next} and ended_on is null
    `;
    expect(states.filter(({ state: is }) => is === 'kept')).toHaveLength(enrolled.count);
  });
});

describe('My page', () => {
  const { confirmed, get } = pageReaders(server, { course: 0, group: 0 });

  test('says until when the place is kept on the own clock, keeps it by one press, and asks the price', async () => {
    const student = await pupil();
    await run(db)`update people set timezone = 'Europe/Berlin', country = 'India' where id = ${student}`;
    const { email_id: mailbox } = await mailOf(student);
    const term = await begin();
    const device = await confirmed(mailbox);
    const page = (await device.read()).text;
    expect(page).toContain(`Your place in Next ${made} is kept until`);
    expect(page).toMatch(/(Monday|Mon)[^<]*1(2|3):00[^<]* · Morning/);
    const place = /name="place" value="(\d+)"/.exec(page)![1]!;
    const said = await device.send('place', { place, do: 'keep', class: String(term.evening) });
    expect(said.headers['location']).toContain('done=placeKept');
    expect((await device.read()).text).not.toContain('is kept until');
    expect((await stateOf(term.next, student)).state).toBe('kept');
    expect((await device.send('place', { place, do: 'keep', class: '' })).status).toBe(409);
  });

  test.for([
    ['a service takes the price', 'India', true, ' What is due stands below.'],
    ['the office takes it', 'India', false, ' The office tells you how to pay ₹900.00.'],
    ['there is no price', 'Nepal', true, ''],
  ] as const)('says what is to be paid for a kept place where %s', async ([, region, is_on, said]) => {
    await add.price(course, 900);
    await run(db)`
      insert into pay_services (service, is_test, is_on, currencies) values ('razorpay', true, ${is_on}, '{INR}')
      on conflict (service) do update set is_on = excluded.is_on
    `;
    const student = await pupil();
    await run(db)`update people set region = ${region} where id = ${student}`;
    await begin();
    const device = await confirmed((await mailOf(student)).email_id);
    const place = /name="place" value="(\d+)"/.exec((await device.read()).text)![1]!;
    const kept = await device.send('place', { place, do: 'keep', class: '' });
    const { text } = await get(String(kept.headers['location']), `${device.cookie}; ${cookieIn(kept)}`);
    expect(/Your place is kept\.[^<]*/.exec(text)?.[0].trimEnd()).toBe(`Your place is kept.${said}`);
    expect(text.includes('Due now')).toBe(said.includes('below'));
    await run(db)`delete from pay_services`;
  });

  test('gives the place back, and takes one again while there is one', async () => {
    const student = await pupil();
    const term = await begin();
    const device = await confirmed((await mailOf(student)).email_id);
    const place = /name="place" value="(\d+)"/.exec((await device.read()).text)![1]!;
    await device.send('place', { place, do: 'decline', class: String(term.morning) });
    expect((await device.read()).text).toContain('You gave your place');
    await run(db)`update course_teachers set strength = 1 where course_id = ${term.next}`;
    await add.enrol(await add.person(`Quick${made}`, 'student'), term.next, term.morning);
    expect((await device.read()).text).toContain('No class has a place any more');
    const late = await device.send('place', { place, do: 'keep', class: String(term.morning) });
    expect([late.status, /no place any more/.test(late.text)]).toEqual([409, true]);
  });

  test('asks for the consent to the data of a child first, where it is needed', async () => {
    const student = await pupil();
    await run(db)`update people set dob = ${dayFromToday(-3_000)} where id = ${student}`;
    const term = await begin();
    const device = await confirmed((await mailOf(student)).email_id);
    const place = /name="place" value="(\d+)"/.exec((await device.read()).text)![1]!;
    const keep = { place, do: 'keep', class: String(term.morning) };
    await run(db)`
      insert into terms (kind, version, body, saved_by) values ('child_data', 1, 'We store the name.', ${staff.own})
    `;
    await run(db)`update provider set child_consent = 'need'`;
    const page = (await device.read()).text;
    expect(page).toContain(`href="#consents-${student}"`);
    expect(page).toContain(`id="consents-${student}"`);
    expect(page).not.toContain('value="keep"');
    const refused = await device.send('place', keep);
    expect([refused.status, /guardian has to agree/.test(refused.text)]).toEqual([409, true]);
    expect((await answer(term.next, student, true)).body.code).toBe('consent_missing');
    expect((await stateOf(term.next, student)).state).toBe('waiting');
    const terms = await one<{ id: number }>(db)`select id from terms`;
    const consent = { student: String(student), purpose: 'child_data', agreed: 'yes', name: 'Meera' };
    expect((await device.send('consent', { ...consent, terms: String(terms.id) })).status).toBe(303);
    expect((await device.send('place', keep)).status).toBe(303);
    await run(db)`update provider set child_consent = 'off'`;
  });

  test('answers for own children alone', async () => {
    const [student, stranger] = [await pupil(), await pupil()];
    const term = await begin();
    const device = await confirmed((await mailOf(student)).email_id);
    const { continuation_id } = await stateOf(term.next, stranger);
    const refused = await device.send('place', { place: String(continuation_id), do: 'decline', class: '' });
    expect(refused.status).toBe(409);
    expect((await stateOf(term.next, stranger)).state).toBe('waiting');
  });
});

describe('teachers', () => {
  /** The secret of the mail to the teacher of the course. */
  async function secretOf(id: number): Promise<string> {
    const { email_id } = await mailOf(id);
    const mails = (await deliveredMails({ config, db })).filter(({ to }) => to.includes(email_id));
    expect(mails).toHaveLength(1);
    return /\/cover\/([\w-]+)/.exec(mails[0]!.text)![1]!;
  }

  test('get one mail about all their classes, and answer each once', async () => {
    const student = await pupil();
    const term = await begin();
    const secret = await secretOf(teacher);
    const asked = (await call(continuations.read_classes, { secret })).body.data;
    expect(asked).toMatchObject({
      fullname: teacherName,
      course_name: `Next ${made}`,
      classes: [
        { class_name: 'Evening', answer: null },
        { class_name: 'Morning', answer: null },
      ],
    });
    const say = (at: number, said: string, words = '') =>
      call(continuations.answer_class, { secret, asked_id: asked.classes[at].asked_id, answer: said, words });
    expect((await answer(term.next, student, true)).status).toBe(200);
    expect((await say(0, 'same')).status).toBe(200);
    expect((await say(0, 'same')).status).toBe(200);
    expect((await say(0, 'no')).body.code).toBe('class_answered');
    expect((await say(1, 'other_time', 'Tuesdays')).status).toBe(200);
    expect(
      await many(db)`
        select k.class_name from slot_teachers t join class_slots s on s.id = t.slot_id join classes k on k.id = s.class_id
        where t.course_id = ${term.next} and t.ended_at is null
      `,
    ).toEqual([{ class_name: 'Evening' }]);
    // Students who said yes before keep their place.
    expect((await stateOf(term.next, student)).state).toBe('kept');
    for (let round = 0; round < 3; round += 1) await refreshDue(db);
    expect(
      await many(
        db,
      )`select class_id::integer from due where kind = 'class_without_teacher' and course_id = ${term.next}`,
    ).toEqual([{ class_id: term.morning }]);
    const { teachers } = (await call(continuations.get_continuations, { course_id: term.next }, { as: own }))
      .body.data;
    expect(teachers.map((one_: { answer: string; words: string }) => `${one_.answer} ${one_.words}`)).toEqual(
      ['same ', 'other_time Tuesdays'],
    );
  });

  /** How many teachers were reminded, had the term been offered so many days ago. Places are kept for 20 days more. */
  async function remindAfter(days: number, next: number, secretKey: SecretKey = config.secretKey) {
    const shift = (by: number) =>
      run(db)`update courses set created_at = created_at + make_interval(days => ${by}) where id = ${next}`;
    await shift(-days);
    await remindOfTerms(db, mailer, { secretKey });
    // An undo compares.
    await shift(days);
    const { count } = await one<{ count: number }>(db)`
      select count(*)::integer as count from mails where dedupe_key like ${`class_again:${next}:%:again`}
    `;
    return count;
  }

  test('who have not answered are asked once more, half way, about what is left', async () => {
    const student = await pupil();
    const term = await begin();
    const secret = await secretOf(teacher);
    const { classes } = (await call(continuations.read_classes, { secret })).body.data;
    expect(
      (
        await call(continuations.answer_class, {
          secret,
          asked_id: classes[0].asked_id,
          answer: 'same',
          words: '',
        })
      ).status,
    ).toBe(200);
    expect(await remindAfter(18, term.next)).toBe(0);
    expect(await remindAfter(36, term.next)).toBe(0);
    // The link is made again only with the key that made it, which may be a former one.
    const later = 'a later key for tests, 32 bytes or more';
    expect(await remindAfter(20, term.next, later)).toBe(0);
    expect(await remindAfter(20, term.next, [later, testSecretKey])).toBe(1);
    expect(await remindAfter(21, term.next)).toBe(1);
    const { email_id } = await mailOf(teacher);
    const [, again] = (await deliveredMails({ config, db })).filter(({ to }) => to.includes(email_id));
    expect(again!.subject).toBe(`Please answer: your class of Next ${made} next term`);
    expect(again!.text).toContain('We asked you before');
    expect(again!.text).toContain('Morning');
    expect(again!.text).not.toContain('Evening');
    // It is the link of the first mail.
    expect(again!.text).toContain(`/cover/${secret}`);
    expect((await stateOf(term.next, student)).state).toBe('waiting');
  });

  test.each([
    [
      'answered',
      () =>
        run(db)`update asked_teachers set answer = 'same', answered_at = now() where teacher_id = ${teacher}`,
    ],
    [
      'lost their classes',
      () => run(db)`update slot_teachers set ended_at = now() where teacher_id = ${teacher}`,
    ],
    [
      'are asked about a term that was taken back',
      async (change: number) =>
        expect((await call(audit.undo_change, { change_id: change }, { as: own })).status).toBe(200),
    ],
  ])('who %s before the reminder leaves get none', async (_, happens) => {
    await pupil();
    const term = await begin();
    await secretOf(teacher);
    expect(await remindAfter(20, term.next)).toBe(1);
    await happens(term.change);
    const { email_id } = await mailOf(teacher);
    const mails = (await deliveredMails({ config, db })).filter(({ to }) => to.includes(email_id));
    expect(
      mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('Please answer')),
    ).toEqual([]);
  });

  test('and students who read their mail hear that an undone term is not offered', async () => {
    const student = await pupil();
    const term = await begin();
    await secretOf(teacher);
    expect((await call(audit.undo_change, { change_id: term.change }, { as: own })).status).toBe(200);
    const addresses = [(await mailOf(student)).email_id, (await mailOf(teacher)).email_id];
    const mails = (await deliveredMails({ config, db })).filter(({ text }) =>
      text.includes(`The next term of Next ${made}`),
    );
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  });

  test('find nothing behind a wrong link, or after an undo', async () => {
    const term = await begin();
    const secret = await secretOf(teacher);
    expect((await call(continuations.read_classes, { secret: `${secret.slice(0, -1)}_` })).status).toBe(404);
    expect((await call(audit.undo_change, { change_id: term.change }, { as: own })).status).toBe(200);
    expect((await call(continuations.read_classes, { secret })).status).toBe(404);
  });
});
