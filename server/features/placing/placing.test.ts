import { courses } from '@gurukul/contract/courses';
import type { PlacingPreview, UnplacedRow } from '@gurukul/contract/placing';
import { placing } from '@gurukul/contract/placing';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const add = office(db);

let school: Awaited<ReturnType<typeof foundSchool>>;
let course: number;
let saturday: number;
let made = 0;

const zone = 'Asia/Kolkata';
/** Saturday 18:00 to 20:00. */
const evening = [5 * 24 + 18, 5 * 24 + 19];

/** A class on Saturday at 18:00 in Kolkata, in Hindi, with so many places. */
async function aClass(name: string, places: number, day = 'saturday') {
  const id = await add.class(course, name);
  const teacher = await add.person(`${name}${made}`, 'teacher');
  await add.associate(course, teacher, places);
  await add.assign(course, await add.slot(course, id, day, '18:00'), teacher);
  await run(db)`update classes set language = 'Hindi' where id = ${id}`;
  return id;
}

/** Somebody of the course who is in no class; `hours`: of their wish. */
async function student(name: string, hours: number[] | null = evening, more: object = {}) {
  const id = await add.person(`${name}${made}`, 'student');
  await addEnrolment(db, { student: id, course, class: null });
  if (hours !== null) await wish(id, { hours, ...more });
  return id;
}

const wish = async (user_id: number, more: object, as = admin) =>
  call(
    placing.save_wish,
    { user_id, course_id: course, zone, hours: evening, languages: ['Hindi'], ...more },
    { as },
  );

beforeEach(async () => {
  made += 1;
  school ??= await foundSchool(db);
  course = await add.course(`Placing${made}`, school.staff.own);
  saturday = await aClass('Saturday', 2);
});

const read = async (as = own) => (await call(placing.get_proposals, { course_id: course }, { as })).body;
const rows = async (as = own): Promise<UnplacedRow[]> => (await read(as)).data;

/** What is said of each: the class or why none. */
const said = async () =>
  (await rows()).map(({ fullname, proposal, why }) => [
    fullname.replace(/\d+$/, ''),
    why ?? proposal?.class_name,
  ]);

const proposed = async () =>
  (await rows()).flatMap(({ enrolment_id, proposal }) =>
    proposal === null ? [] : [{ enrolment_id, class_id: proposal.class_id }],
  );

type Placings = Awaited<ReturnType<typeof proposed>>;
const preview = async (placings: Placings, as = own): Promise<PlacingPreview> =>
  (await call(placing.preview_place, { placings }, { as })).body.data;
const place = (placings: Placings, digest: string, { as = own, send_mail = false, charge = false } = {}) =>
  call(placing.place, { placings, digest, send_mail, charge }, { as });

const classOf = async (id: number) =>
  (
    await one<{ class_id: number | null }>(db)`
      select class_id from enrolments where student_id = ${id} and course_id = ${course} and ended_on is null
    `
  ).class_id;

describe('proposals', () => {
  test('say the class, its hour on the clock of the person, the language and who comes along', async () => {
    const chicago = await student('Asha', [5 * 24 + 6, 5 * 24 + 7, 5 * 24 + 8], { zone: 'America/Chicago' });
    const brother = await student('Arjun');
    const guardian = await add.person(`Meera${made}`, 'teacher');
    for (const child of [chicago, brother]) {
      await run(db)`insert into guardians (student_id, guardian_id) values (${child}, ${guardian})`;
    }
    const [asha] = await rows();
    expect(asha).toMatchObject({
      fullname: `Asha${made}`,
      why: null,
      proposal: {
        class_id: saturday,
        class_name: 'Saturday',
        language: 'Hindi',
        language_is_unknown: false,
        together_with: [`Arjun${made}`],
      },
    });
    const times = asha!
      .proposal!.times.flat()
      .map(({ class_day, time }) => `${class_day} ${time}`)
      .toSorted();
    expect(['saturday 06:30', 'saturday 07:30']).toEqual(expect.arrayContaining(times));
  });

  test('charge what the family chose, where the office says so', async () => {
    const id = await student('Payer');
    await run(db)`
      insert into registrations (course_id, contact_name, email_id, page_language, is_self, learner_name, birth_year,
        student_id, price)
      values (${course}, 'Payer', 'payer@home.test', 'en', true, 'Payer', 2000, ${id},
        '{"amount": "70.00", "currency": "USD"}')
    `;
    const offered = await proposed();
    const { digest, to_charge, sums } = await preview(offered);
    expect({ to_charge, sums }).toEqual({ to_charge: 1, sums: [{ amount: '70.00', currency: 'USD' }] });
    expect((await place(offered, digest, { charge: true })).status).toBe(200);
    expect(await many(db)`select amount::text, currency from charges where student_id = ${id}`).toEqual([
      { amount: '70.00', currency: 'USD' },
    ]);
  });

  test('leave out who lacks the level, and placing refuses them, until the office makes an exception', async () => {
    await student('Ready');
    const lacking = await student('Early');
    const before = await add.course(`Before${made}`, school.staff.own);
    const offered = await proposed();
    const { digest } = await preview(offered);
    await call(courses.set_level, { course_id: course, level_after: before }, { as: own });
    expect(await said()).toEqual([
      ['Ready', 'level_missing'],
      ['Early', 'level_missing'],
    ]);
    expect((await read()).groups).toEqual([]);
    expect((await preview(offered)).stays).toMatchObject([{ reason: 'level_missing', count: 2 }]);
    expect((await place(offered, digest)).body.code).toBe('changed_since_check');
    const exception = { course_id: course, student_id: lacking, reason: 'Learnt it at home' };
    await call(courses.except_from_level, exception, { as: own });
    expect(await said()).toEqual([
      ['Ready', 'level_missing'],
      ['Early', 'Saturday'],
    ]);
    expect((await place(offered, (await preview(offered)).digest)).body.data).toEqual({
      placed: 1,
      stayed: 1,
    });
  });

  test('in the order of registration, and say of all others why there is none', async () => {
    await student('First');
    await student('Never', null);
    await student('Nothing', []);
    await student('Sunday', [6 * 24 + 18]);
    await student('Telugu', evening, { languages: ['Telugu'] });
    const moved = await student('Moved');
    await run(db)`update people set timezone = 'America/Chicago' where id = ${moved}`;
    await student('Second');
    await student('Third');
    expect(await said()).toEqual([
      ['First', 'Saturday'],
      ['Never', 'no_wish'],
      ['Nothing', 'no_hours'],
      ['Sunday', 'no_hour'],
      ['Telugu', 'no_language'],
      ['Moved', 'moved'],
      ['Second', 'Saturday'],
      ['Third', 'full'],
    ]);
  });

  test('leave out who waits for a class or for a payment, who came to nothing, and a course that is over', async () => {
    const [waits, pays, dropped] = [await student('Waits'), await student('Pays'), await student('Dropped')];
    await run(db)`update enrolments set waits_for_class_id = ${saturday} where student_id = ${waits}`;
    await run(db)`update enrolments set registration_status = 'Dropped' where student_id = ${dropped}`;
    await run(db)`
      insert into registrations (course_id, class_id, contact_name, email_id, page_language, is_self, learner_name,
        birth_year, student_id, held_until)
      values (${course}, ${saturday}, 'Meera', 'pays@home.test', 'en', false, 'Pays', 2015, ${pays},
        now() + interval '10 minutes')
    `;
    await student('Asha');
    await student('Late');
    // Of the two places one is held.
    expect(await said()).toEqual([
      ['Asha', 'Saturday'],
      ['Late', 'full'],
    ]);
    await run(db)`update courses set start_date = '2020-01-06' where id = ${course}`;
    expect(await said()).toEqual([]);
  });

  test('read the wish for the course, else the one for all courses', async () => {
    const asha = await student('Asha', null);
    await wish(asha, { course_id: null });
    expect(await said()).toEqual([['Asha', 'Saturday']]);
    await wish(asha, { hours: [0] });
    expect(await said()).toEqual([['Asha', 'no_hour']]);
  });

  test('a class of an unknown language is proposed, and says so', async () => {
    await run(db)`update classes set language = null where id = ${saturday}`;
    await student('Asha');
    expect((await rows())[0]?.proposal).toMatchObject({ language: null, language_is_unknown: true });
  });

  test('group who fits nowhere, with the teachers who are free then and speak it', async () => {
    const sunday = [6 * 24 + 17, 6 * 24 + 18];
    await student('Asha', sunday);
    await student('Bala', [...sunday, 6 * 24 + 19]);
    const group = {
      course_id: course,
      course_name: `Placing${made}`,
      class_day: 'sunday',
      from: '17:00',
      until: '19:00',
      zone,
      language: 'Hindi',
      people: 2,
    };
    const { teacher_id } = await one<{ teacher_id: number }>(db)`
      select teacher_id from slot_teachers where course_id = ${course}
    `;
    expect((await read()).groups).toEqual([
      { ...group, teachers: [{ user_id: teacher_id, fullname: `Saturday${made}` }] },
    ]);
    await aClass('Busy', 5, 'sunday');
    await run(
      db,
    )`update class_slots set local_time = '17:00' where course_id = ${course} and class_day = 'sunday'`;
    await run(db)`update classes set language = 'Telugu' where course_id = ${course} and class_name = 'Busy'`;
    const busy = (await read()).groups[0] as { teachers: { fullname: string }[] };
    expect(busy.teachers.map(({ fullname }) => fullname)).toEqual([`Saturday${made}`]);
  });

  test('are of own courses only', async () => {
    await student('Asha');
    expect(await rows(other)).toEqual([]);
    expect((await call(placing.get_proposals, {}, { as: teach })).status).toBe(403);
  });
});

describe('placing', () => {
  test('gives all of them their class in one change, with one Undo', async () => {
    const [asha, bala] = [await student('Asha'), await student('Bala')];
    const before = await fingerprint(db);
    const placings = await proposed();
    const shown = await preview(placings);
    expect(shown).toMatchObject({ placed: 2, families: 0, stays: [] });
    const answer = await place(placings, shown.digest);
    expect(answer.body.data).toEqual({ placed: 2, stayed: 0 });
    expect([await classOf(asha), await classOf(bala)]).toEqual([saturday, saturday]);
    expect(await rows()).toEqual([]);
    const change_id = Number(answer.headers['change-id']);
    expect((await call('audit.undo_change', { change_id }, { as: own })).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('of somebody whom a family registered decides the registration and writes to the family', async () => {
    const asha = await student('Asha');
    const email = `meera${made}@home.test`;
    await run(db)`
      insert into registrations (course_id, contact_name, email_id, page_language, is_self, learner_name, birth_year,
        student_id)
      values (${course}, 'Meera', ${email}, 'en', false, 'Asha Iyer', 2015, ${asha})
    `;
    const placings = await proposed();
    const shown = await preview(placings);
    expect(shown.families).toBe(1);
    await place(placings, shown.digest, { send_mail: true });
    expect(await many(db)`select decision from registrations where student_id = ${asha}`).toEqual([
      { decision: 'placed' },
    ]);
    const mail = (await deliveredMails({ config, db })).find(({ to }) => to.includes(email));
    expect(mail?.text).toContain('Saturday');
  });

  test('is refused when another office was quicker, and says what is left', async () => {
    await student('Asha');
    const bala = await student('Bala');
    const placings = await proposed();
    const shown = await preview(placings);
    const first = placings.slice(0, 1);
    await place(first, (await preview(first, admin)).digest, { as: admin });
    const late = await place(placings, shown.digest);
    expect([late.status, late.body.code]).toEqual([409, 'changed_since_check']);
    expect(late.body.facts ?? late.body).toMatchObject({
      preview: { placed: 1, stays: [{ reason: 'gone', count: 1 }] },
    });
    expect(await classOf(bala)).toBe(null);
  });

  test.each([
    [
      'the limit',
      () => run(db)`update course_teachers set strength = 1 where course_id = ${course}`,
      'class_full',
    ],
    [
      'the hour of the class',
      () => run(db)`update class_slots set local_time = '06:00' where course_id = ${course}`,
      'does_not_fit',
    ],
    [
      'the language of the class',
      () => run(db)`update classes set language = 'Telugu' where course_id = ${course}`,
      'does_not_fit',
    ],
    ['the wish', () => run(db)`update wishes set hours = ~hours where course_id = ${course}`, 'does_not_fit'],
  ])('is refused when %s changed meanwhile', async (_what, change, reason) => {
    await student('Asha');
    await student('Bala');
    const placings = await proposed();
    const { digest } = await preview(placings);
    await change();
    expect((await place(placings, digest)).status).toBe(409);
    expect((await preview(placings)).stays).toMatchObject([{ reason }]);
  });

  test('by hand takes any class of the course with a place, and none of another', async () => {
    const asha = await student('Asha', null);
    const bala = await student('Bala', [3]);
    const foreign = await add.class(school.veda.id, `Foreign${made}`);
    const [one, two] = (await rows()).map(({ enrolment_id }) => ({ enrolment_id, by_hand: true }));
    const placings = [
      { ...one!, class_id: saturday },
      { ...two!, class_id: foreign },
    ];
    const shown = await preview(placings);
    expect(shown).toMatchObject({ placed: 1, stays: [{ reason: 'does_not_fit', count: 1 }] });
    expect((await place(placings, shown.digest)).status).toBe(200);
    expect([await classOf(asha), await classOf(bala)]).toEqual([saturday, null]);
    const unasked = [{ ...two!, by_hand: false, class_id: saturday }];
    expect((await preview(unasked)).stays).toMatchObject([{ reason: 'does_not_fit' }]);
  });

  test('a limit that was raised meanwhile, and keeps everybody, stops nobody', async () => {
    const asha = await student('Asha');
    const placings = await proposed();
    const { digest } = await preview(placings);
    await run(db)`update course_teachers set strength = 9 where course_id = ${course}`;
    expect((await place(placings, digest)).status).toBe(200);
    expect(await classOf(asha)).toBe(saturday);
  });

  test('two offices at once give no place twice', async () => {
    await run(db)`update course_teachers set strength = 1 where course_id = ${course}`;
    const ids = [await student('Asha'), await student('Bala')];
    const waiting = await rows();
    const one = (at: number) => [{ enrolment_id: waiting[at]!.enrolment_id, class_id: saturday }];
    const digests = [await preview(one(0)), await preview(one(1))].map(({ digest }) => digest);
    const answers = await Promise.all([
      place(one(0), digests[0]!),
      place(one(1), digests[1]!, { as: admin }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const classes = await Promise.all(ids.map(classOf));
    expect(classes.filter((id) => id !== null)).toEqual([saturday]);
  });

  test('never reaches the course of another', async () => {
    await student('Asha');
    const placings = await proposed();
    expect(await preview(placings, other)).toMatchObject({
      placed: 0,
      stays: [{ reason: 'gone', count: 1 }],
    });
  });
});

describe('a wish', () => {
  const wishes = async (id: number) => (await call(placing.get_wishes, { id }, { as: own })).body.data;

  test('is written down for a course and for all, on a clock', async () => {
    const asha = await student('Asha', null);
    expect(await wishes(asha)).toMatchObject({
      zone,
      wishes: [
        { course_id: null, wish: null },
        { course_id: course, wish: null },
      ],
    });
    await wish(asha, { hours: [9, 8, 8], zone: 'America/Chicago', languages: [] }, own);
    expect((await wishes(asha)).wishes[1]).toMatchObject({
      wish: { hours: [8, 9], zone: 'America/Chicago', languages: [] },
    });
  });

  test('is refused with hours, clocks and languages that there are not', async () => {
    const asha = await student('Asha', null);
    for (const wrong of [{ hours: [168] }, { hours: [-1] }, { zone: 'IST' }, { languages: ['Elvish'] }]) {
      expect((await wish(asha, wrong)).status).toBe(400);
    }
    expect((await wish(asha, { course_id: school.veda.id })).status).toBe(404);
  });
});
