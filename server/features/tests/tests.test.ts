import type { OpenTime, TestRow } from '@gurukul/contract/tests';
import { tests } from '@gurukul/contract/tests';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { pageReaders, type Family } from '#server/test/page-readers.ts';
import { many, maybeOne, one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';
import { tellDecisions } from '../homework/tell-decisions.ts';
import { remindOfTests } from './remind.ts';

const server = await testApp({ database: 'empty' });
const { db, call, config } = server;
const add = office(db);
const { gita, veda, staff } = await foundSchool(db);
const { newFamily, confirmed } = pageReaders(server, { course: gita.id, group: gita.morning });
const mailer = await openMailer(server);
await run(db)`delete from slot_teachers`;
await run(db)`update people set timezone = 'America/New_York' where id = ${staff.teach}`;
await run(db)`update people set timezone = 'Asia/Kolkata' where id = ${staff.elsewhere}`;

const day = dayFromToday(10);
let family: Family;
let portions: { portion_id: number; name: string }[];

beforeEach(async () => {
  await run(db)`delete from tests`;
  await run(db)`delete from test_hours`;
  await run(db)`delete from meetings`;
  await run(db)`delete from slot_teachers`;
  await run(db)`delete from test_portions`;
  await run(db)`delete from rate_limits`;
  family = await newFamily();
  await run(db)`update people set timezone = 'America/Toronto', email_id = '' where id = ${family.child}`;
  const named = await call(
    tests.set_portions,
    { course_id: gita.id, portions: [{ name: 'Chapter 12' }, { name: 'Chapter 15' }], removed: [] },
    { as: own },
  );
  portions = named.body.data;
});

const offer = (given: object = {}, as: string = own) =>
  call(
    tests.offer_hours,
    {
      course_id: gita.id,
      examiner_id: staff.teach,
      day,
      from: '17:00',
      to: '18:00',
      minutes: 15,
      join_link: 'https://meet.test/tests',
      ...given,
    },
    { as },
  );
const openTimes = async (student = family.child, testId = 0): Promise<OpenTime[]> =>
  (
    await call(
      tests.get_open_times,
      { course_id: gita.id, student_id: student, test_id: testId },
      { as: own },
    )
  ).body.data;
const pick = ({ examiner_id, starts_at }: OpenTime) => ({ examiner_id, starts_at });
const book = (time: OpenTime, portion = 0, student = family.child, as: string = own) =>
  call(tests.book, { portion_id: portions[portion]!.portion_id, student_id: student, ...pick(time) }, { as });
const booked = async (place = 0): Promise<number> => {
  const answer = await book((await openTimes())[place]!);
  expect(codeOf(answer)).toBe('200');
  return answer.body.data.test_id;
};
const begin = (id: number) =>
  run(
    db,
  )`update tests set starts_at = now() - interval '10 minutes', ends_at = now() + interval '5 minutes' where id = ${id}`;
const decide = (test_id: number, result: string, words = '', as: string = teach) =>
  call(tests.decide, { test_id, result, words }, { as });
const rowsOf = async (as: string): Promise<TestRow[]> =>
  (await call(tests.get_tests, {}, { as })).body.data.tests;
const newsTo = async (to: string) => {
  return (await deliveredMails({ config, db })).filter((mail) => mail.to.includes(to));
};
const wall = (at: string, zone: string) =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

it('are on the day of their examiner, who is asked before a meeting goes onto one', async () => {
  await offer();
  const id = await booked();
  const ofDay = async () => (await call('attendance.get_rolls', {}, { as: teach })).body.tests;
  expect(await ofDay()).toEqual([]);
  await run(db)`
    update tests set starts_at = now() + interval '2 hours', ends_at = now() + interval '3 hours' where id = ${id}
  `;
  expect(await ofDay()).toMatchObject([
    { test_id: id, portion_name: 'Chapter 12', join_link: 'https://meet.test/tests' },
  ]);
  expect((await call('attendance.get_rolls', {}, { as: 'elsewhere@office.test' })).body.tests).toEqual([]);
  const { slot_id } = await one<{ slot_id: number }>(db)`
    insert into slot_teachers (slot_id, course_id, teacher_id)
    select s.id, s.course_id, ${staff.teach} from class_slots s where s.class_id = ${gita.morning} and s.deleted_at is null
    limit 1
    returning slot_id
  `;
  const { on_date } = await one<{ on_date: string }>(db)`
    select m.on_date::text as on_date
    from meetings_of(array[${gita.morning}]::bigint[], current_date + 2, current_date + 12) m
    where m.slot_id = ${slot_id}
    order by m.on_date limit 1
  `;
  await run(db)`
    update tests x set starts_at = m.starts_at + interval '10 minutes', ends_at = m.starts_at + interval '20 minutes'
    from meetings_of(array[${gita.morning}]::bigint[], current_date + 2, current_date + 12) m
    where x.id = ${id} and m.slot_id = ${slot_id} and m.on_date = ${on_date}::date
  `;
  const { time } = await one<{ time: string }>(db)`
    select to_char(s.local_time + interval '1 minute', 'HH24:MI') as time from class_slots s where s.id = ${slot_id}
  `;
  const refused = await call(
    'meetings.move_meeting',
    { slot_id, on_date, to_date: on_date, time },
    { as: own },
  );
  expect([codeOf(refused), refused.body.clashes]).toMatchObject([
    '409 meeting_clashes',
    [{ class_name: 'Chapter 12' }],
  ]);
});

describe('hours', () => {
  it('are on the clock of the examiner, in tests of equal length, and right across a change of clocks', async () => {
    expect(codeOf(await offer())).toBe('200');
    expect((await openTimes()).map(({ starts_at }) => wall(starts_at, 'America/New_York'))).toEqual(
      ['17:00', '17:15', '17:30', '17:45'].map((time) => `${day}T${time}`),
    );
    const zone = 'America/New_York';
    const change = Temporal.Now.zonedDateTimeISO(zone).getTimeZoneTransition('next')!;
    for (const hop of [change, change.getTimeZoneTransition('next')!]) {
      await run(db)`delete from test_hours`;
      const lost = hop.offsetNanoseconds > hop.subtract({ minutes: 1 }).offsetNanoseconds;
      const given = { day: hop.toPlainDate().toString(), from: lost ? '02:00' : '00:30', minutes: 30 };
      if (lost) expect(codeOf(await offer({ ...given, to: '03:00' }))).toBe('409 test_hours_short');
      expect(codeOf(await offer({ ...given, to: '04:00' }))).toBe('200');
      const { minutes } = await one<{ minutes: number }>(db)`
        select (extract(epoch from ends_at - starts_at) / 60)::integer as minutes from test_hours
      `;
      expect(minutes).toBe(lost ? 60 : 270);
    }
  });

  it('of one examiner never overlap, and go only where nobody has booked', async () => {
    const { body } = await offer();
    expect(codeOf(await offer({ from: '17:30', to: '19:00' }))).toBe('409 test_hours_taken');
    expect(codeOf(await offer({ from: '18:00', to: '18:10' }))).toBe('409 test_hours_short');
    await booked();
    const withdraw = () => call(tests.withdraw_hours, { hours_id: body.data.hours_id }, { as: teach });
    expect(codeOf(await withdraw())).toBe('409 test_hours_booked');
    await run(db)`delete from tests`;
    expect(codeOf(await withdraw())).toBe('200');
    expect(await openTimes()).toEqual([]);
  });

  it('are opened by teachers of the course for themselves, and by the office for them', async () => {
    expect(codeOf(await offer({ examiner_id: null }, teach))).toBe('200');
    expect(codeOf(await offer({ examiner_id: staff.elsewhere, from: '19:00', to: '20:00' }, teach))).toBe(
      '404 not_found',
    );
    expect(codeOf(await offer({ from: '20:00', to: '21:00' }, other))).toBe('404 not_found');
    expect(codeOf(await offer({ course_id: veda.id, from: '20:00', to: '21:00' }, admin))).toBe(
      '404 not_found',
    );
    expect(codeOf(await offer({ from: '20:00', to: '20:00' }))).toMatch(/^400 bad_input/);
  });
});

describe('a time is free', () => {
  it('where neither has a meeting, another test or a day away, and nobody examines themselves', async () => {
    await offer();
    const all = await openTimes();
    const [first, second] = all;
    const at = Temporal.Instant.from(first!.starts_at).toZonedDateTimeISO('Asia/Kolkata');
    // The class of the student meets at the first time.
    await run(db)`
      insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes)
      select s.course_id, s.class_id, s.id, ${at.toPlainDate().toString()}::date, 'extra', ${at.toPlainDate().toString()}::date,
        ${at.toPlainTime().toString()}::time, 15
      from class_slots s where s.class_id = ${gita.morning} limit 1
    `;
    await run(db)`update class_slots set time_zone = 'Asia/Kolkata'`;
    expect((await openTimes()).map(pick)).toEqual(all.slice(1).map(pick));
    await run(db)`delete from meetings`;
    // Another one has the second time; the examiner studies too.
    expect(codeOf(await book(second!, 0, family.sibling))).toBe('200');
    expect((await openTimes()).map(pick)).toEqual([all[0]!, ...all.slice(2)].map(pick));
    await run(
      db,
    )`insert into away (teacher_id, from_date, until_date) values (${staff.teach}, ${day}::date, ${day}::date)`;
    expect(await openTimes()).toEqual([]);
    await run(db)`delete from away`;
    await run(db)`update people set also_studies = true where id = ${staff.teach}`;
    await add.enrol(staff.teach, gita.id, gita.evening);
    expect(await openTimes(staff.teach)).toEqual([]);
    expect(codeOf(await book(all[3]!, 0, staff.teach))).toBe('409 test_time_taken');
    await run(db)`delete from enrolments where student_id = ${staff.teach}`;
    await run(db)`update people set also_studies = false where id = ${staff.teach}`;
  });

  it('once: a portion that is booked or passed, a time between two tests, and a past one are refused', async () => {
    await offer();
    const [time, next] = await openTimes();
    expect(codeOf(await book({ ...time!, starts_at: `${day}T21:07:00Z` }))).toBe('409 test_time_taken');
    await booked();
    expect(codeOf(await book(next!))).toBe('409 test_is_booked');
    expect(codeOf(await book(time!, 1))).toBe('409 test_time_taken');
    expect(codeOf(await book(next!, 1, family.child, other))).toBe('404 not_found');
  });
});

/** Who has passed which of the portions that the course names now. */
const listPassed = (student: number | null = null) =>
  many<{ student_id: number; portion_id: number }>(db)`
    select x.student_id, x.portion_id
    from tests x
    join test_portions o on o.id = x.portion_id and o.deleted_at is null
    where x.course_id = ${gita.id} and x.result = 'passed' and x.canceled_at is null
      and x.student_id = coalesce(${student}::bigint, x.student_id)
  `;

describe('a result', () => {
  it('is said after the test began, by its examiner or the office, corrected, undone, and makes a portion passed', async () => {
    await offer();
    const id = await booked();
    const passed = () => listPassed(family.child);
    expect(codeOf(await decide(id, 'passed'))).toBe('409 test_not_begun');
    await begin(id);
    expect(codeOf(await decide(id, 'passed', '', elsewhere))).toBe('404 not_found');
    expect(codeOf(await decide(id, 'passed', 'Clear and sure'))).toBe('200');
    expect(await passed()).toMatchObject([{ student_id: family.child, portion_id: portions[0]!.portion_id }]);
    expect(codeOf(await book((await openTimes())[1]!))).toBe('409 test_passed');
    const corrected = await decide(id, 'again', 'Verse 3 once more', own);
    expect(codeOf(corrected)).toBe('200');
    expect(await passed()).toEqual([]);
    const undone = await call(
      'audit.undo_change',
      { change_id: Number(corrected.headers['change-id']) },
      { as: own },
    );
    expect(codeOf(undone)).toBe('200');
    expect(await passed()).toHaveLength(1);
    expect((await rowsOf(teach))[0]).toMatchObject({ state: 'passed', words: 'Clear and sure' });
    expect(codeOf(await decide(id, 'no_show'))).toBe('200');
    expect(codeOf(await book((await openTimes())[1]!))).toBe('200');
    const of = { student_id: family.child };
    expect((await call(tests.get_student_tests, of, { as: own })).body.data).toHaveLength(2);
  });

  it('of their own is said by nobody, and a portion that goes takes nothing from the past', async () => {
    await offer();
    const id = await booked();
    await begin(id);
    await run(db)`update people set also_studies = true where id = ${staff.own}`;
    await run(db)`update tests set student_id = ${staff.own} where id = ${id}`;
    expect(codeOf(await decide(id, 'passed', '', own))).toBe('409 own_life');
    await run(db)`update tests set student_id = ${family.child} where id = ${id}`;
    await run(db)`update people set also_studies = false where id = ${staff.own}`;
    await decide(id, 'passed');
    await call(
      tests.set_portions,
      {
        course_id: gita.id,
        portions: [{ name: 'Whole text' }],
        removed: [portions[0]!.portion_id],
      },
      { as: own },
    );
    expect(await listPassed()).toEqual([]);
    expect((await rowsOf(own))[0]).toMatchObject({ state: 'passed', portion_name: 'Chapter 12' });
    const { body } = await call(tests.get_tests, {}, { as: own });
    expect(
      body.data.courses.find((one: { course_id: number }) => one.course_id === gita.id).portions,
    ).toMatchObject([{ name: 'Whole text' }, { name: 'Chapter 15' }]);
  });
});

describe('on My page', () => {
  /** The value and the label of a time that the page offers. */
  const optionIn = (text: string, place = 0) =>
    [...text.matchAll(/<option value="(\d+\.[^"]+)">([^<]*)</g)].map(
      ([, value = '', label = '']) => [value, label.replaceAll(/\s+/g, ' ').trim()] as const,
    )[place]!;

  it('a guardian books on the clock of the student in three presses, changes it once, and then the office does', async () => {
    await offer();
    const device = await confirmed(family.motherMail);
    const { text } = await device.read();
    const [time, label] = optionIn(text);
    // The student lives on the clock of the examiner.
    expect(label).toBe('17:00 – 17:15, with Teach');
    const student = String(family.child);
    const portion = String(portions[0]!.portion_id);
    expect((await device.send('test', { student, portion, time })).headers['location']).toMatch(
      /done=booked$/,
    );
    const [row] = await rowsOf(teach);
    expect(row).toMatchObject({ state: 'booked', student_id: family.child });
    const twice = await device.send('test', { student, portion, time });
    expect([twice.status, twice.text]).toEqual([409, expect.stringContaining('cannot be booked')]);
    const stranger = await confirmed((await newFamily()).motherMail);
    const id = String(row!.test_id);
    expect((await stranger.send('retest', { student, test: id, time })).status).toBe(400);
    const [other] = optionIn((await device.read()).text);
    expect((await device.send('retest', { student, test: id, time: other })).headers['location']).toMatch(
      /done=rebooked$/,
    );
    const again = await device.send('retest', { student, test: id, time });
    expect(again.status).toBe(409);
    expect((await device.read()).text).toContain('please write to the office');
    const mails = (await newsTo(family.motherMail)).filter(({ subject }) => subject.startsWith('Test'));
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Test booked', 'Test moved']);
    await begin(row!.test_id);
    await decide(row!.test_id, 'again', 'Verse 3 <once> more');
    const shown = (await device.read()).text;
    expect(shown).toContain('Verse 3 &lt;once&gt; more');
    expect(shown).toContain('To be done again');
  });

  it('every time is right on both clocks, in the page and in the mails', async () => {
    await run(db)`update people set timezone = 'Australia/Adelaide' where id = ${family.child}`;
    await offer();
    const [time] = await openTimes();
    const device = await confirmed(family.motherMail);
    const there = Temporal.Instant.from(time!.starts_at).toZonedDateTimeISO('Australia/Adelaide');
    const clock = there.toPlainTime().toString({ smallestUnit: 'minute' });
    expect(optionIn((await device.read()).text)[1]).toContain(`${clock} – `);
    await booked();
    const toFamily = (await newsTo(family.motherMail)).find(({ subject }) => subject.startsWith('Test'));
    const toExaminer = (await newsTo('teach@office.test')).find(({ text }) => text.includes(family.name));
    expect(toFamily!.text).toMatch(new RegExp(`Your time.*${clock}`, 's'));
    expect(toFamily!.text).toMatch(/Examiner's time.*17:00/s);
    expect(toExaminer!.text).toMatch(/Your time.*17:00/s);
    expect(toExaminer!.text).toMatch(new RegExp(`Student's time.*${clock}`, 's'));
  });
});

test('an ill examiner: the office gives the test to another at its time, or cancels it, and all are told', async () => {
  await offer();
  const id = await booked();
  await add.associate(gita.id, staff.elsewhere).catch(() => undefined);
  const [{ starts_at } = { starts_at: '' }] = await rowsOf(own);
  const substitute = (await openTimes(family.child, id)).find((one) => one.examiner_id === staff.elsewhere);
  expect(substitute?.starts_at).toBe(starts_at);
  const move = (as: string) => call(tests.move, { test_id: id, ...pick(substitute!) }, { as });
  expect(codeOf(await move(teach))).toBe('403 not_allowed');
  expect(codeOf(await move(own))).toBe('200');
  expect((await newsTo('elsewhere@office.test')).at(-1)!.subject).toMatch(/^Test booked/);
  expect((await newsTo('teach@office.test')).at(-1)!.subject).toMatch(/^Test canceled/);
  expect(codeOf(await call(tests.cancel, { test_id: id, reason: 'Nobody is well' }, { as: own }))).toBe(
    '200',
  );
  expect((await newsTo('elsewhere@office.test')).at(-1)!.text).toContain('Nobody is well');
  expect(codeOf(await call(tests.cancel, { test_id: id }, { as: own }))).toBe('409 test_over');
});

test('reminders leave a day and an hour before, once, and not of what is canceled; a result is in the mail of the evening', async () => {
  await confirmed(family.motherMail);
  await offer({ from: '12:00', to: '13:00' });
  const id = await booked();
  const { starts_at } = (await rowsOf(own))[0]!;
  const before = (hours: number) => new Date(Date.parse(starts_at) - hours * 3_600_000 + 60_000);
  const count = async () =>
    (await many<{ id: number }>(db)`select id from mails where kind = 'test_reminder'`).length;
  await remindOfTests(db, mailer, before(30));
  expect(await count()).toBe(0);
  await remindOfTests(db, mailer, before(24));
  await remindOfTests(db, mailer, before(23));
  expect(await count()).toBe(1);
  await remindOfTests(db, mailer, before(1));
  expect(await count()).toBe(2);
  await begin(id);
  await decide(id, 'passed', 'Clear and sure');
  const evening = Temporal.Now.plainDateISO('America/Toronto')
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: 'America/Toronto', plainTime: '20:05' });
  await run(
    db,
  )`update tests set decided_at = ${new Date(evening.epochMilliseconds - 3_600_000).toISOString()}`;
  await tellDecisions(db, mailer, new Date(evening.epochMilliseconds));
  const told = (await newsTo(family.motherMail)).find(({ text }) => text.includes('Clear and sure'));
  expect(told!.text).toMatch(/Chapter 12.*Passed/s);
});

test('a merge keeps one booking of a portion, and never lets somebody examine themselves', async () => {
  await offer();
  const [first, second] = await openTimes();
  await book(first!);
  await book(second!, 0, family.sibling);
  const both = { keep_id: family.child, merge_id: family.sibling };
  const { body } = await call('duplicates.merge_people', { ...both, preview: true }, { as: admin });
  const courses = body.data.clashes.courses.map(({ course_id }: { course_id: number }) => ({
    course_id,
    use: 'keep',
  }));
  const merged = await call(
    'duplicates.merge_people',
    { ...both, fields: {}, marks: [], courses, digest: body.data.digest },
    { as: admin },
  );
  expect(codeOf(merged)).toBe('200');
  expect(
    await many(db)`select student_id from tests where canceled_at is null and student_id = ${family.child}`,
  ).toHaveLength(1);
  expect(
    await maybeOne(db)`select id from tests where canceled_at is not null and student_id = ${family.child}`,
  ).not.toBeNull();
});
