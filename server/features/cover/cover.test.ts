import { attendance } from '@gurukul/contract/attendance';
import { audit } from '@gurukul/contract/audit';
import { classes } from '@gurukul/contract/classes';
import { cover } from '@gurukul/contract/cover';
import { dashboards } from '@gurukul/contract/dashboards';
import { meetings } from '@gurukul/contract/meetings';
import { people } from '@gurukul/contract/people';
import { schedule } from '@gurukul/contract/schedule';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from '#server/channels/mail/mailer.ts';
import { createPushPair } from '#server/channels/push/key-pair.ts';
import { createPusher } from '#server/channels/push/pusher.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { testApp } from '#server/test/app.ts';
import { dayZone } from '#server/test/day-zone.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails, silent } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { dayFromToday, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';
import { askAgain } from './ask-again.ts';

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const { gita, veda, staff, students } = await foundSchool(db);
const add = office(db);
const helper = await add.person('Helper', 'teacher');
await add.associate(gita.id, helper);
const jobs = await openJobs(db, { log: silent });
afterAll(() => closeJobs(jobs, 1_000));
const tools = {
  mail: createMailer({ secretKey: config.secretKey }, jobs),
  push: createPusher(jobs, createPushPair(db, config.secretKey)),
};
const helperMail = 'helper@office.test';

/** The first Monday that is more than a week ahead, and the Tuesday after it. */
const days = [8, 9, 10, 11, 12, 13, 14].map((n) => [dayFromToday(n), dayFromToday(n + 1)] as const);
const [next, after] = days.find(([day]) => new Date(day).getUTCDay() === 1)!;
const slot = (
  await one<{ id: number }>(db)`
    select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
  `
).id;

beforeEach(async () => {
  for (const table of ['kept_mails', 'mails', 'cover_offers', 'cover_requests', 'away', 'meetings'])
    await db.query(`delete from ${table}`);
});

const ask = (input: object = {}, as = teach) =>
  call(cover.ask_cover, { from: next, to: next, slot_id: slot, reason: 'I am ill', ...input }, { as });
const covers = async (as = teach) => (await call(cover.get_covers, {}, { as })).body.data;
const listed = async () =>
  (await call(meetings.get_meetings, { from: next, to: next, class_id: gita.morning }, { as: own })).body
    .data;
const written = (kind: string) =>
  many<{ person_id: number; state: string }>(db)`
    select person_id, state from mails where kind = ${kind} order by person_id
  `;
/** The links that the mails have, by reader. */
async function links() {
  const mails = await deliveredMails({ config, db });
  const found = new Map<string, string>();
  for (const { to, links: inMail } of mails) {
    const secret = inMail.map((link) => /\/cover\/(o_\S+)$/.exec(link)?.[1]).find(Boolean);
    if (secret !== undefined) found.set(to.replace(/^.*<|>.*$/g, ''), secret);
  }
  return found;
}
const answer = async (secret: string, accept: boolean, cover_id: number) =>
  (await call(cover.answer_cover, { secret, cover_id, accept })).body.data.answer;

describe('asking for cover', () => {
  it('lists who is free in every course, those with the fewest covers first, and saves nothing in a preview', async () => {
    const { body } = await ask({ preview: true });
    expect(body.data).toMatchObject([
      { class_name: 'Morning', candidates: [{ fullname: 'Elsewhere' }, { fullname: 'Helper' }] },
    ]);
    expect(await covers()).toEqual([]);
  });

  it('leaves out who teaches then, is away, or is no teacher of the course', async () => {
    await run(db)`insert into away (teacher_id, from_date, until_date) values (${helper}, ${next}, ${next})`;
    const evening = await one<{ id: number }>(db)`
      select id from class_slots where class_id = ${veda.morning}
    `;
    const move = { slot_id: evening.id, on_date: dayFromToday(0), to_date: next, time: '18:30' };
    const friday = [3, 4, 5, 6, 7, 8, 9].map(dayFromToday).find((day) => new Date(day).getUTCDay() === 5)!;
    expect((await call(meetings.move_meeting, { ...move, on_date: friday }, { as: other })).status).toBe(200);
    const { body } = await ask({ preview: true });
    expect(body.data[0].candidates).toEqual([]);
  });

  it('writes to each candidate once, and Undo withdraws it', async () => {
    const { headers } = await ask();
    expect(await written('cover_asked')).toEqual([
      { person_id: staff.elsewhere, state: 'queued' },
      { person_id: helper, state: 'queued' },
    ]);
    expect((await ask()).body).toMatchObject({ code: 'cover_is_asked' });
    const undone = await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: teach });
    expect(undone.body).toMatchObject({ status: 200 });
    expect((await written('cover_asked')).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
    expect(await covers()).toEqual([]);
  });

  it('of days away asks for all meetings of the teacher, and remembers the days', async () => {
    const { body } = await ask({ slot_id: null, to: dayFromToday(21) });
    expect(body.data.length).toBeGreaterThan(1);
    expect((await written('cover_asked')).length).toBe(2);
    const { body: mine } = await call(cover.get_covers, {}, { as: teach });
    expect(mine.away).toMatchObject([{ from: next, to: dayFromToday(21) }]);
    expect((await ask({ slot_id: null, to: dayFromToday(21) })).status).toBe(200);
    expect(await covers()).toHaveLength(body.data.length);
    await run(db)`delete from away where id <> ${mine.away[0].away_id}`;
    const [{ cover_id: taken }] = await covers();
    await run(db)`update cover_requests set taken_by = ${helper}, taken_at = now() where id = ${taken}`;
    await call(cover.delete_away, { away_id: mine.away[0].away_id }, { as: teach });
    expect((await call(cover.get_covers, {}, { as: teach })).body.away).toEqual([]);
    const open = await many<{ id: number }>(db)`select id from cover_requests where closed_at is null`;
    expect(open).toEqual([{ id: taken }]);
  });

  it('goes on for meetings that come onto the days away later, once each, and not for one that was withdrawn', async () => {
    await run(db)`delete from days_off`;
    const { body } = await call(
      meetings.add_day_off,
      { scope: 'course', id: gita.id, from: next, to: next, name: 'Festival' },
      { as: own },
    );
    expect(body.message).toBe('success');
    expect((await ask({ slot_id: null })).body.data).toEqual([]);
    await askAgain(db, tools);
    expect(await covers()).toEqual([]);

    const { id } = await one<{ id: number }>(db)`select id from days_off`;
    await call(meetings.delete_day_off, { day_off_id: id }, { as: own });
    expect(await askAgain(db, tools)).toBe(1);
    expect(await covers()).toMatchObject([{ class_name: 'Morning', held_on: next, state: 'open' }]);
    expect((await written('cover_asked')).map(({ person_id }) => person_id)).toEqual([
      staff.elsewhere,
      helper,
    ]);
    const changes = () => many(db)`select count(*)::int as changes from changes`;
    const before = await changes();
    expect(await askAgain(db, tools)).toBe(0);
    // A look that finds nothing leaves no line in the bin.
    expect(await changes()).toEqual(before);

    const [{ cover_id }] = await covers();
    await call(cover.close_cover, { cover_id }, { as: teach });
    expect(await askAgain(db, tools)).toBe(0);
  });

  it('of days away also saves them where its only meeting is asked for already', async () => {
    await ask();
    expect((await ask({ slot_id: null })).body.data).toEqual([]);
    expect((await call(cover.get_covers, {}, { as: teach })).body.away).toHaveLength(1);
  });

  it('is for the teacher and for the office of the course', async () => {
    expect((await ask({}, elsewhere)).status).toBe(404);
    expect((await ask({ teacher_id: staff.teach }, other)).status).toBe(404);
    expect((await ask({ teacher_id: staff.teach }, own)).status).toBe(200);
  });

  it('tells the course admin when nobody is left', async () => {
    await ask({ ask: [] });
    expect(await written('cover_nobody')).toMatchObject([{ person_id: staff.own }]);
  });
});

describe('an answer', () => {
  it('comes only from a press: reading the link changes nothing', async () => {
    await ask();
    const secret = (await links()).get(helperMail)!;
    const { body } = await call(cover.read_offers, { secret });
    expect(body.data).toMatchObject({
      fullname: 'Helper',
      asked_by: 'Teach',
      offers: [{ class_name: 'Morning', state: 'open', is_own: false }],
    });
    expect((await covers())[0]).toMatchObject({ state: 'open', taken_by: null });
  });

  it('gives the meeting to the first who accepts, and all hear of it', async () => {
    await ask();
    const secrets = await links();
    const [{ cover_id }] = await covers();
    await run(db)`delete from kept_mails`;
    await run(db)`delete from mails`;
    expect(await answer(secrets.get(helperMail)!, true, cover_id)).toBe('yours');
    expect(await answer(secrets.get(elsewhere)!, true, cover_id)).toBe('taken');
    expect(await answer(secrets.get(helperMail)!, true, cover_id)).toBe('yours');
    expect(await listed()).toMatchObject([{ teacher_id: helper, is_covered: true }]);
    const told = (await written('meeting_change')).map(({ person_id }) => person_id);
    expect(told).toEqual(
      [staff.own, staff.teach, helper, students.anu, students.bala].toSorted((a, b) => a - b),
    );
    expect((await covers(helperMail))[0]).toMatchObject({ state: 'taken', taken_by_name: 'Helper' });
  });

  it('withdraws the questions that have not left', async () => {
    await ask();
    const { body } = await call(cover.get_covers, {}, { as: elsewhere });
    const given = { cover_id: body.data[0].cover_id, accept: true };
    expect((await call(cover.take_cover, given, { as: elsewhere })).body.data.answer).toBe('yours');
    await links();
    expect((await written('cover_asked')).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
  });

  it('of a preview saves nothing and writes to nobody', async () => {
    await ask();
    const secret = (await links()).get(helperMail)!;
    const [{ cover_id }] = await covers();
    const given = { cover_id, accept: true, preview: true };
    expect((await call(cover.answer_cover, { secret, ...given })).body.data.answer).toBe('yours');
    expect((await call(cover.take_cover, given, { as: elsewhere })).body.data.answer).toBe('yours');
    expect((await covers())[0]).toMatchObject({ state: 'open', taken_by: null });
    expect(await listed()).toMatchObject([{ teacher_id: staff.teach, is_covered: false }]);
    expect(await written('meeting_change')).toEqual([]);
  });

  it('from a signed-in teacher needs an offer to them', async () => {
    await ask({ ask: [helper] });
    const [{ cover_id }] = await covers();
    expect((await call(cover.take_cover, { cover_id, accept: true }, { as: elsewhere })).status).toBe(404);
    const { body } = await call(cover.take_cover, { cover_id, accept: true }, { as: helperMail });
    expect(body.data.answer).toBe('yours');
  });

  it('that declines asks the course admin after the last one', async () => {
    await ask();
    const [{ cover_id }] = await covers();
    for (const as of [elsewhere, helperMail]) {
      expect(await written('cover_nobody')).toEqual([]);
      await call(cover.take_cover, { cover_id, accept: false }, { as });
    }
    expect(await written('cover_nobody')).toHaveLength(1);
    expect((await covers())[0].asked).toMatchObject([{ has_declined: true }, { has_declined: true }]);
  });

  it('says that the meeting was moved, the request withdrawn, or the reader busy', async () => {
    await ask();
    const secret = (await links()).get(helperMail)!;
    const [{ cover_id }] = await covers();
    await run(db)`insert into away (teacher_id, from_date, until_date) values (${helper}, ${next}, ${next})`;
    expect(await answer(secret, true, cover_id)).toBe('busy');
    await run(db)`delete from away`;
    const move = { slot_id: slot, on_date: next, to_date: after, time: '09:00' };
    const { headers } = await call(meetings.move_meeting, move, { as: own });
    expect(await answer(secret, true, cover_id)).toBe('moved');
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
    await call(cover.close_cover, { cover_id }, { as: teach });
    expect(await answer(secret, true, cover_id)).toBe('closed');
    expect((await call(cover.read_offers, { secret: `${secret}x` })).status).toBe(404);
  });

  it('that was taken is listed by what holds now: passed on, or no longer the meeting that was taken', async () => {
    await ask();
    const [{ cover_id }] = await covers();
    await call(cover.take_cover, { cover_id, accept: true }, { as: helperMail });
    const away = await ask({ slot_id: null, teacher_id: helper, reason: 'Fever' }, own);
    expect(away.status).toBe(200);
    expect(await covers(own)).toMatchObject([{ state: 'open', teacher_id: helper }]);
    const passedOn = { state: 'taken', asks_others: true };
    expect(await covers(helperMail)).toMatchObject([passedOn, { state: 'open', asks_others: false }]);
    expect((await covers(teach))[0]).toMatchObject(passedOn);
    await call(meetings.cancel_meeting, { slot_id: slot, on_date: next, reason: 'Off' }, { as: own });
    expect((await covers(helperMail)).map(({ state }: { state: string }) => state)).toEqual([
      'moved',
      'moved',
    ]);
  });

  it('names in its subject whose meeting it is, and when, and in its text the clock of the class', async () => {
    await run(db)`update people set timezone = 'America/Los_Angeles' where id = ${helper}`;
    await ask();
    await run(db)`update people set timezone = '' where id = ${helper}`;
    const mail = (await deliveredMails({ config, db })).findLast(({ to }) => to.includes(helperMail))!;
    expect(mail.subject).toMatch(
      /^Can you take a meeting of Teach, \w+day \d+ \w+ at \d\d:\d\d \(Los Angeles\)\?$/,
    );
    expect(mail.text).toMatch(/Your time:.*Los Angeles[^]*Time of the class:.*Kolkata/);
  });

  it('is taken back when the teacher recovers', async () => {
    await ask();
    const [{ cover_id }] = await covers();
    await call(cover.take_cover, { cover_id, accept: true }, { as: helperMail });
    expect((await call(cover.close_cover, { cover_id }, { as: helperMail })).status).toBe(404);
    expect((await call(cover.close_cover, { cover_id }, { as: other })).status).toBe(404);
    const delivered = () => deliveredMails({ config, db });
    await delivered();
    await call(cover.close_cover, { cover_id }, { as: teach });
    expect(await listed()).toMatchObject([{ teacher_id: staff.teach, is_covered: false }]);
    const subjects = (await delivered())
      .filter(({ to }) => to.includes(helperMail))
      .map(({ subject }) => subject.replace(/:.*/, ''));
    expect(subjects.slice(-2)).toEqual(['You take the class', 'You no longer take the class']);
  });

  describe('when a teacher is deleted', () => {
    const [lasting, leaving] = ['Lasting', 'Leaving'];
    const found = async (name: string) => {
      const id = await add.person(name, 'teacher');
      await add.associate(gita.id, id);
      return id;
    };
    const forget = () =>
      run(db)`
        update course_teachers set associated = false where teacher_id not in (${staff.teach}, ${staff.elsewhere}, ${helper})
      `;
    const remove = (teacher_id: number) =>
      call(people.delete_teacher, { teacher_id }, { as: 'admin@office.test' });

    it('who was asked, the course admin hears that nobody is left', async () => {
      const id = await found(leaving);
      await ask({ ask: [id, helper] });
      const [{ cover_id }] = await covers();
      await call(cover.take_cover, { cover_id, accept: false }, { as: helperMail });
      expect(await written('cover_nobody')).toEqual([]);
      expect((await remove(id)).status).toBe(200);
      expect(await written('cover_nobody')).toMatchObject([{ person_id: staff.own }]);
      await forget();
    });

    it('and another declines last, the course admin hears it too', async () => {
      const id = await found(`${leaving}2`);
      await ask({ ask: [id, helper] });
      const [{ cover_id }] = await covers();
      await remove(id);
      expect(await written('cover_nobody')).toEqual([]);
      await call(cover.take_cover, { cover_id, accept: false }, { as: helperMail });
      expect(await written('cover_nobody')).toHaveLength(1);
      await forget();
    });

    it('who had the meeting, it waits again, and all hear of it', async () => {
      const id = await found(lasting);
      await ask({ ask: [id, helper] });
      const [{ cover_id }] = await covers();
      await call(
        cover.take_cover,
        { cover_id, accept: true },
        { as: `${lasting}@office.test`.toLowerCase() },
      );
      expect(await listed()).toMatchObject([{ teacher_id: id }]);
      await run(db)`delete from mails`;
      await remove(id);
      expect(await listed()).toMatchObject([{ teacher_id: staff.teach, is_covered: false }]);
      expect((await covers())[0]).toMatchObject({ state: 'open', taken_by: null });
      expect((await written('meeting_change')).map(({ person_id }) => person_id)).toEqual([
        staff.teach,
        students.anu,
        students.bala,
      ]);
      expect(await written('cover_nobody')).toEqual([]);
      const { body } = await call(cover.take_cover, { cover_id, accept: true }, { as: helperMail });
      expect(body.data.answer).toBe('yours');
      await forget();
    });
  });

  const rounds = process.env['PROOF'] === 'full' ? 200 : 5;
  it(`of many at once is one winner, and one mail to each student (${rounds} times)`, async () => {
    const many20 = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const id = await add.person(`Many${n}`, 'teacher');
        await add.associate(gita.id, id);
        return { id, as: `many${n}@office.test` };
      }),
    );
    for (let round = 0; round < rounds; round += 1) {
      for (const table of ['mails', 'cover_offers', 'cover_requests', 'meetings'])
        await db.query(`delete from ${table}`);
      await ask({ ask: many20.map(({ id }) => id) });
      const [{ cover_id }] = await covers();
      // Who is told that the portal is busy presses again.
      const press = async (as: string): Promise<{ answer: string }> => {
        const { status, body } = await call(cover.take_cover, { cover_id, accept: true }, { as });
        return status === 503 ? press(as) : body.data;
      };
      const answers = await Promise.all(many20.map(({ as }) => press(as)));
      const won = answers.filter((given) => given.answer === 'yours');
      expect([won.length, answers.filter((given) => given?.answer === 'taken').length]).toEqual([1, 19]);
      const told = (await written('meeting_change')).map(({ person_id }) => person_id);
      expect(told.filter((id) => id === students.anu || id === students.bala)).toEqual([
        students.anu,
        students.bala,
      ]);
    }
  });
});

describe('the roll of a covered meeting', () => {
  it("is the substitute's, on that day alone", async () => {
    // Today's meeting where it is day by now, so that it is over at any hour: the roll can be called.
    const weekday = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    const zone = dayZone();
    const [before, today] = [7, 0].map((days) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() - days * 86_400_000),
    ) as [string, string];
    await run(db)`
      update class_slots set class_day = ${weekday[new Date(today).getUTCDay()]}, local_time = '00:00', duration_minutes = 5,
        time_zone = ${zone}, created_at = now() - interval '60 days'
      where id = ${slot}
    `;
    await run(db)`
      insert into meetings (course_id, class_id, slot_id, on_date, teacher_id)
      values (${gita.id}, ${gita.morning}, ${slot}, ${today}, ${helper})
    `;
    // On Thursdays the class meets twice, so the meeting is named.
    const roll = { course_id: gita.id, class_id: gita.morning, attendance_date: today, slot_id: slot };
    const rolls = await call(attendance.get_rolls, {}, { as: helperMail });
    expect(rolls.body.data).toMatchObject([{ class_id: gita.morning, attendance_date: today }]);
    expect((await call(attendance.get_roll, roll, { as: helperMail })).status).toBe(200);
    const marks = [{ student_id: students.anu, attendance_status: 'present', seen: null }];
    expect((await call(attendance.save_roll, { ...roll, marks }, { as: helperMail })).status).toBe(200);
    const weekBefore = { ...roll, attendance_date: before };
    expect((await call(attendance.get_roll, weekBefore, { as: helperMail })).status).toBe(404);
    expect((await call(attendance.save_roll, { ...weekBefore, marks }, { as: helperMail })).status).toBe(404);
    expect((await call(attendance.get_roll, roll, { as: elsewhere })).status).toBe(404);
    const mine = await call(schedule.teacher_schedule, { uid: helper, courseId: 0 }, { as: helperMail });
    expect(mine.body.data).toMatchObject([{ id: slot, class_name: 'Morning' }]);
  });
});

describe('a substitute', () => {
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  /** A class that meets daily, the roll of each day, and the substitute's meetings on two of them. */
  const covered = [-1, -3];
  const reach = Array.from({ length: 18 }, (_, n) => n - 16);

  it('reaches the rolls of their days, every other date is 404, and both end', async () => {
    const classId = await add.class(gita.id, 'Daily');
    const slots = new Map<string, number>();
    for (const weekday of weekdays) {
      const id = await add.slot(gita.id, classId, weekday, '00:30', 'Asia/Kolkata', 5);
      await add.assign(gita.id, id, staff.teach);
      slots.set(weekday, id);
    }
    await run(db)`update class_slots set created_at = now() - interval '60 days' where class_id = ${classId}`;
    await run(db)`
      insert into enrolments (student_id, course_id, class_id, started_on)
      values (${students.free}, ${gita.id}, ${classId}, current_date - 60)
    `;
    for (const n of covered) {
      const day = dayFromToday(n);
      await run(db)`
        insert into meetings (course_id, class_id, slot_id, on_date, teacher_id)
        values (${gita.id}, ${classId}, ${slots.get(weekdays[new Date(day).getUTCDay()]!)!}, ${day}, ${helper})
      `;
    }
    const day = (n: number) => ({
      course_id: gita.id,
      class_id: classId,
      attendance_date: dayFromToday(n),
    });
    const mark = { student_id: students.free, attendance_status: 'present' };
    const marks = [{ ...mark, seen: null }];
    // Somebody else's mark, which is not there: nothing is saved.
    const unseen = [{ ...mark, seen: 'absent' }];
    const participants = [{ name: 'Free', email: '' }];
    const statuses = async (n: number) =>
      Promise.all(
        [
          call(attendance.get_roll, day(n), { as: helperMail }),
          call(attendance.save_roll, { ...day(n), marks: unseen }, { as: helperMail }),
          call(attendance.match_participants, { ...day(n), participants }, { as: helperMail }),
        ].map(async (answer) => (await answer).status),
      );
    const waits = async (as: string) =>
      (await call(dashboards.get_today, {}, { as })).body.data
        .filter(({ kind }: { kind: string }) => kind === 'unmarked_class')
        .flatMap(({ items }: { items: WaitingRoll[] }) => items)
        .filter(({ class_id }: WaitingRoll) => class_id === classId);
    expect(
      (await waits(helperMail)).map(({ attendance_date }: WaitingRoll) => attendance_date).toSorted(),
    ).toEqual(covered.map(dayFromToday).toSorted());
    // The office asks the person who was there.
    const ofOffice = (
      await call(dashboards.get_today_list, { kind: 'unmarked_class', page: 1, pageSize: 100 }, { as: own })
    ).body.data;
    const names = ofOffice.items
      .filter(({ class_id }: WaitingRoll) => class_id === classId)
      .map(({ attendance_date, teacher }: WaitingRoll) => [attendance_date, teacher?.fullname]);
    expect(new Map(names).get(dayFromToday(-3))).toBe('Helper');
    expect(new Map(names).get(dayFromToday(-2))).toBe('Teach');

    for (const n of reach) {
      const [reads, saves, matches] = await statuses(n);
      const isOpen = covered.includes(n);
      expect([n, reads, saves === 404, matches]).toEqual([
        n,
        isOpen ? 200 : 404,
        !isOpen,
        isOpen ? 200 : 404,
      ]);
    }
    expect((await call(attendance.save_roll, { ...day(-1), marks }, { as: helperMail })).status).toBe(200);
    expect((await call(classes.get_class, { class_id: classId }, { as: helperMail })).status).toBe(404);

    // What its teacher may do to a meeting, on their days alone.
    const named = (n: number) => {
      const on_date = dayFromToday(n);
      return { slot_id: slots.get(weekdays[new Date(on_date).getUTCDay()]!)!, on_date, tell: false };
    };
    const recording_link = 'https://watch.test/a';
    const links = async (n: number) =>
      Promise.all(
        [
          call(meetings.set_join_link, { ...named(n), join_link: 'https://meet.test/a' }, { as: helperMail }),
          call(meetings.set_recording, { ...named(n), recording_link }, { as: helperMail }),
          call(meetings.cancel_meeting, { ...named(n), preview: true }, { as: helperMail }),
        ].map(async (answer) => (await answer).status),
      );
    expect(await links(-3)).toEqual([200, 200, 200]);
    expect(await links(-2)).toEqual([404, 404, 404]);
    const weekly = { slot_id: named(-3).slot_id, join_link: 'https://meet.test/b' };
    expect((await call(meetings.set_join_link, weekly, { as: helperMail })).status).toBe(404);
    const seen = (n: number) =>
      call(
        meetings.get_meetings,
        { from: dayFromToday(n), to: dayFromToday(n), class_id: classId },
        { as: helperMail },
      );
    expect((await seen(-3)).body.data).toMatchObject([{ recording_link, is_covered: true }]);
    expect((await seen(-2)).status).toBe(404);
    expect((await call(attendance.get_meetings, { class_id: classId }, { as: helperMail })).status).toBe(404);

    await run(db)`update meetings set teacher_id = null where class_id = ${classId}`;
    for (const n of covered) expect((await statuses(n))[0]).toBe(404);
    expect(await waits(helperMail)).toEqual([]);
  });

  it('of long ago reaches nothing', async () => {
    const day = dayFromToday(-10);
    const slotId = await add.slot(gita.id, gita.evening, weekdays[new Date(day).getUTCDay()], '03:10');
    await run(db)`
      insert into meetings (course_id, class_id, slot_id, on_date, teacher_id)
      values (${gita.id}, ${gita.evening}, ${slotId}, ${day}, ${helper})
    `;
    const roll = { course_id: gita.id, class_id: gita.evening, attendance_date: day };
    expect((await call(attendance.get_roll, roll, { as: helperMail })).status).toBe(404);
  });
});

interface WaitingRoll {
  readonly class_id: number;
  readonly attendance_date: string;
  readonly teacher: { readonly fullname: string } | null;
}

describe('hours taught', () => {
  const day = (n: number) => dayFromToday(n);
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const from = day(-30);
  const hours = async (as = own) =>
    Object.fromEntries(
      (await call(cover.get_hours, { from, to: day(0) }, { as })).body.data.map(
        ({ fullname, teacher_id: _id, ...row }: { fullname: string; teacher_id: number }) => [fullname, row],
      ),
    );
  const callRoll = (classId: number, date: string, slotId: number | null) =>
    run(db)`
      insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, taken_by)
      values (${gita.id}, ${classId}, ${date}, ${slotId}, ${slotId === null ? null : date}, ${staff.teach})
    `;

  it('are of who really taught: the teacher of that time, and the substitute', async () => {
    await run(db)`delete from attendance`;
    await run(db)`delete from attendance_registers`;
    const classId = await add.class(gita.id, 'Counted');
    const dayOf = (n: number) => weekdays[new Date(day(n)).getUTCDay()]!;
    const slotId = await add.slot(gita.id, classId, dayOf(-14), '06:00', 'Asia/Kolkata', 90);
    await run(db)`
      insert into slot_teachers (slot_id, course_id, teacher_id, assigned_at, ended_at)
      values (${slotId}, ${gita.id}, ${staff.teach}, now() - interval '60 days', now() - interval '10 days'),
        (${slotId}, ${gita.id}, ${staff.elsewhere}, now() - interval '10 days', null)
    `;
    for (const n of [-21, -14, -7]) await callRoll(classId, day(n), n === -21 ? null : slotId);
    await run(db)`
      insert into meetings (course_id, class_id, slot_id, on_date, teacher_id)
      values (${gita.id}, ${classId}, ${slotId}, ${day(-14)}, ${helper})
    `;
    const counted = {
      Teach: { meetings: 1, minutes: 90, covers: 0, covered: 1 },
      Helper: { meetings: 1, minutes: 90, covers: 1, covered: 0 },
      Elsewhere: { meetings: 1, minutes: 90, covers: 0, covered: 0 },
    };
    expect(await hours()).toEqual(counted);
    // The meetings show the same.
    const past = await call(
      meetings.get_meetings,
      { class_id: classId, from: day(-21), to: day(0) },
      { as: own },
    );
    expect(
      (past.body.data as { teacher_name: string; is_covered: boolean }[])
        .slice(0, 3)
        .map(({ teacher_name, is_covered }) => [teacher_name, is_covered]),
    ).toEqual([
      ['Teach', false],
      ['Helper', true],
      ['Elsewhere', false],
    ]);
    expect(await hours(helperMail)).toEqual({ Helper: counted.Helper });
    expect(await hours('other@office.test')).toEqual({});

    // Another meeting of such a day has a roll of its own, which nobody has called.
    await add.slot(gita.id, classId, dayOf(-7), '09:00');
    expect(await hours()).toEqual(counted);
    // The slot's new weekday says nothing about meetings that took place.
    await run(db)`update class_slots set class_day = ${dayOf(-6)} where id = ${slotId}`;
    const { Teach: teacher, ...others } = await hours();
    expect(others).toEqual({ Helper: counted.Helper, Elsewhere: counted.Elsewhere });
    expect(teacher).toMatchObject({ covered: 1 });
  });
});
