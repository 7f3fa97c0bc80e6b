import { audit } from '@gurukul/contract/audit';
import { classes } from '@gurukul/contract/classes';
import { mails } from '@gurukul/contract/mails';
import { meetings } from '@gurukul/contract/meetings';
import { messages } from '@gurukul/contract/messages';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { many, one, run } from '#server/test/rows.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { admin, dayFromToday, foundSchool, own, teach } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const { gita, staff, students } = await foundSchool(db);
const { anu, bala } = students;

/** The first Monday that is more than a week ahead. */
const next = [8, 9, 10, 11, 12, 13, 14].map(dayFromToday).find((day) => new Date(day).getUTCDay() === 1)!;
const monday = (
  await one<{ id: number }>(db)`
    select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
  `
).id;

beforeEach(async () => {
  await run(db)`delete from message_readers`;
  await run(db)`delete from kept_mails`;
  await run(db)`delete from mails`;
  await run(db)`delete from meetings`;
  await run(db)`delete from days_off`;
});

const cancel = (input: object = {}, as = own) =>
  call(meetings.cancel_meeting, { slot_id: monday, on_date: next, reason: 'A storm', ...input }, { as });
const undo = (headers: Readonly<Record<string, unknown>>, as = own) =>
  call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as });

const written = () =>
  many<{ person_id: number; state: string; recipient: string }>(db)`
    select person_id, state, recipient from mails where kind = 'meeting_change' order by person_id, id
  `;
const told = async (state = 'queued') =>
  (await written()).filter((mail) => mail.state === state).map(({ person_id }) => person_id);
const delivered = () => deliveredMails({ config, db });

it('that has a substitute and is canceled is told as planned after an undo', async () => {
  const helper = staff.elsewhere;
  await run(db)`
    insert into course_teachers (course_id, teacher_id, associated) values (${gita.id}, ${helper}, true)
    on conflict do nothing
  `;
  const cover = { slot_id: monday, from: next, to: next, teacher_id: helper, tell: false };
  expect((await call(meetings.change_teacher, cover, { as: own })).status).toBe(200);
  const { headers } = await cancel();
  await delivered();
  await undo(headers);
  const { subject } = (await delivered()).findLast(({ to }) => to.includes('anu@'))!;
  expect(subject).toMatch(/^As planned: Morning, Monday/);
});

describe('a canceled meeting', () => {
  it('is told to the students of the class and its teacher, once each', async () => {
    const { body } = await cancel();
    expect(body.data.told).toEqual({ students: 2, staff: ['Teach'], without_address: [] });
    expect(await told()).toEqual([staff.teach, anu, bala]);
    const [mail] = (await delivered()).filter(({ to }) => to.includes('anu@')).slice(-1);
    expect(mail!.subject).toMatch(/^Canceled: Morning, Monday .* 18:00 \(Kolkata\)$/);
    expect(mail!.text).toContain('This class is canceled:');
    expect(mail!.text).toMatch(/Teacher: Teach/);
    expect(mail!.text).toContain('India Standard Time');
  });

  it.each(['Dropped', 'Canceled', 'Registration failed'])(
    'is not told to who is set to %s',
    async (status) => {
      const set = async (to: string) => {
        await run(db)`update enrolments set registration_status = ${to} where student_id = ${anu}`;
      };
      await set(status);
      onTestFinished(() => set('Registered'));
      expect((await cancel()).body.data.told.students).toBe(1);
      expect(await told()).toEqual([staff.teach, bala]);
    },
  );

  it('is told to the course admin when the teacher cancels it', async () => {
    const { body } = await cancel({}, teach);
    expect(body.data.told).toEqual({ students: 2, staff: ['Own'], without_address: [] });
    expect(await told()).toEqual([staff.own, anu, bala]);
  });

  it('is told to nobody in a preview, nor when nobody is to hear of it', async () => {
    const { body } = await cancel({ preview: true });
    expect(body.data.told.students).toBe(2);
    await cancel({ tell: false });
    expect(await written()).toEqual([]);
  });

  it('is told to a guardian who may see where the student has no address', async () => {
    const guardian = await one<{ id: number }>(db)`
      insert into people (first_name, last_name, email_id, main_role)
      values ('Mother', '', 'mother@home.test', 'guardian') returning id
    `;
    await run(db)`update people set email_id = '' where id in (${anu}, ${bala})`;
    await run(db)`
      insert into guardians (student_id, guardian_id, may_see)
      values (${anu}, ${guardian.id}, true), (${bala}, ${guardian.id}, false)
    `;
    const { body } = await cancel();
    expect(body.data.told).toEqual({ students: 1, staff: ['Teach'], without_address: ['Bala'] });
    expect((await written()).map(({ recipient }) => recipient)).toEqual([
      'teach@office.test',
      'mother@home.test',
    ]);
    await run(db)`
      update people set email_id = lower(fullname) || '@office.test' where id in (${anu}, ${bala})
    `;
  });

  it('is not told to a guardian who may not see, whose address the student has', async () => {
    const people = await many<{ id: number }>(db)`
      insert into people (first_name, email_id, main_role)
      values ('Father', 'father@home.test', 'guardian'), ('Mother', 'mother@home.test', 'guardian') returning id
    `;
    const [father, mother] = people.map(({ id }) => id);
    await run(db)`update people set email_id = 'Father@home.test' where id in (${anu}, ${bala})`;
    await run(db)`
      insert into guardians (student_id, guardian_id, may_see)
      values (${anu}, ${father}, false), (${anu}, ${mother}, true), (${bala}, ${father}, false)
    `;
    const { body } = await cancel();
    expect(body.data.told).toMatchObject({ students: 1, without_address: ['Bala'] });
    const recipients = (await written()).map(({ recipient }) => recipient);
    expect(recipients.filter((address) => address.endsWith('home.test'))).toEqual(['mother@home.test']);
    await run(db)`delete from guardians where guardian_id in (${father}, ${mother})`;
    await run(db)`
      update people set email_id = lower(fullname) || '@office.test' where id in (${anu}, ${bala})
    `;
  });

  it('leaves no mail when it is undone within a minute', async () => {
    const { headers } = await cancel();
    const [waits] = await many<{ least: number; most: number }>(db)`
      select min(w.seconds)::float8 as least, max(w.seconds)::float8 as most
      from (
        select extract(epoch from j.start_after - m.enqueued_at) as seconds
        from mails m
        join pgboss.job j on j.name = 'mail' and (j.data ->> 'mail')::bigint = m.id
      ) w
    `;
    expect(waits!.least).toBeGreaterThan(59);
    expect(waits!.most).toBeLessThan(61);
    expect((await undo(headers)).status).toBe(200);
    expect(await told('withdrawn')).toEqual([staff.teach, anu, bala]);
    expect(await told()).toEqual([]);
  });

  it('is corrected by another mail when it is undone later', async () => {
    const { headers } = await cancel();
    await delivered();
    const { body } = await undo(headers);
    expect(body.data.mails).toBe(3);
    expect(await told()).toEqual([staff.teach, anu, bala]);
    const [mail] = (await delivered()).filter(({ to }) => to.includes('anu@')).slice(-1);
    expect(mail!.subject).toMatch(/^As planned: Morning, Monday/);
  });

  it('is in the log of mails of its course admin, and of no other', async () => {
    await cancel();
    const seen = async (as: string) =>
      (await call(mails.get_mails, { kind: 'meeting_change' }, { as })).body.total_count;
    expect([await seen(admin), await seen(own), await seen('other@office.test')]).toEqual([3, 3, 0]);
  });
});

describe('other changes', () => {
  it('tell the new time and the one before', async () => {
    const move = { slot_id: monday, on_date: next, to_date: next, time: '20:00' };
    await call(meetings.move_meeting, move, { as: own });
    const [mail] = (await delivered()).filter(({ to }) => to.includes('anu@')).slice(-1);
    expect(mail!.subject).toMatch(/^New time: Morning, Monday .*20:00/);
    expect(mail!.text).toMatch(/This class has a new time:[^]*20:00[^]*Instead of[^]*18:00/);
  });

  it('of many meetings are one mail for each person', async () => {
    const off = { from: next, to: dayFromToday(28), name: 'Holi', scope: 'provider' };
    const { body, headers } = await call(meetings.add_day_off, off, { as: admin });
    expect(body.data.meeting_count).toBeGreaterThan(8);
    expect(body.data.told).toMatchObject({ students: 5, without_address: [] });
    const people = await told();
    expect(new Set(people).size).toBe(people.length);
    const [mail] = (await delivered()).filter(({ to }) => to.includes('anu@')).slice(-1);
    expect(mail!.subject).toMatch(/^\d+ classes will not take place$/);
    expect(mail!.text).toContain('Holi');

    await undo(headers, admin);
    expect(await told()).toEqual(people);
  });

  it('correct a day off that is deleted for those who were told', async () => {
    const off = { from: next, to: next, name: 'Holi', scope: 'class', id: gita.morning };
    await call(meetings.add_day_off, off, { as: own });
    await delivered();
    const { body } = await call(meetings.get_days_off, { from: next, to: next }, { as: own });
    await call(meetings.delete_day_off, { day_off_id: body.data[0].day_off_id }, { as: own });
    expect(await told()).toEqual([staff.teach, anu, bala]);
  });

  it('tell that an added meeting is off after all', async () => {
    const extra = { slot_id: monday, on_date: dayFromToday(9), time: '05:00' };
    const { headers } = await call(meetings.add_meeting, extra, { as: own });
    await delivered();
    await undo(headers);
    const [mail] = (await delivered()).filter(({ to }) => to.includes('anu@')).slice(-1);
    expect(mail!.subject).toMatch(/^Canceled: Morning, /);
  });

  it('tell nobody of what is over', async () => {
    const last = dayFromToday(-7 * 3 + (Date.parse(next) - Date.parse(dayFromToday(0))) / 86_400_000 - 7);
    await run(db)`update courses set start_date = current_date - 60 where id = ${gita.id}`;
    const { body } = await cancel({ on_date: last });
    expect(body.data.told).toEqual({ students: 0, staff: [], without_address: [] });
  });
});

describe('siblings behind one mailbox', () => {
  const share = () => run(db)`update people set email_id = 'both@home.test' where id in (${anu}, ${bala})`;
  const part = () =>
    run(db)`update people set email_id = lower(fullname) || '@office.test' where id in (${anu}, ${bala})`;

  it('are told in one mail, which names them all, and an Undo is told them too', async () => {
    await share();
    const before = (await delivered()).length;
    const { headers } = await cancel();
    const toMother = async (from: number) =>
      (await delivered()).slice(from).filter(({ to }) => to.includes('both@'));
    const sent = await toMother(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.subject).toMatch(/^Canceled: Morning, /);
    expect(sent[0]!.text).toContain('Anu, Bala');
    expect(sent[0]!.text.match(/This class is canceled:/g)).toHaveLength(1);
    const logOf = async (input: object) => (await call(mails.get_mails, input, { as: admin })).body;
    expect(await logOf({ kind: 'meeting_change' })).toMatchObject({ total_count: 2 });
    for (const student_id of [anu, bala]) {
      const { data } = await logOf({ student_id });
      expect(data).toMatchObject([{ recipient: 'both@home.test' }]);
      expect(data[0]).not.toHaveProperty('changes');
    }
    const then = (await delivered()).length;
    await undo(headers);
    expect((await toMother(then)).map(({ text }) => text)).toEqual([expect.stringContaining('Anu, Bala')]);
    await part();
  });

  it('who hear of different meetings read whose each is', async () => {
    await share();
    const slot = await one<{ id: number; day: string }>(db)`
      select id, class_day as day from class_slots where class_id = ${gita.evening} limit 1
    `;
    await run(
      db,
    )`update enrolments set class_id = ${gita.evening} where student_id = ${bala} and class_id = ${gita.morning}`;
    const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    const on = [8, 9, 10, 11, 12, 13, 14]
      .map(dayFromToday)
      .find((day) => days[new Date(day).getUTCDay()] === slot.day)!;
    const before = (await delivered()).length;
    await cancel();
    await cancel({ slot_id: slot.id, on_date: on });
    const sent = (await delivered()).slice(before).filter(({ to }) => to.includes('both@'));
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).toMatch(/For: Anu[^]*For: Bala|For: Bala[^]*For: Anu/);
    await run(
      db,
    )`update enrolments set class_id = ${gita.morning} where student_id = ${bala} and class_id = ${gita.evening}`;
    await part();
  });
});

const later = (days: number) => new Date(Date.parse(next) + days * 86_400_000).toISOString().slice(0, 10);

describe('several changes within the minute', () => {
  const threeChanges = async () => {
    const canceled = await cancel();
    const move = { slot_id: monday, on_date: later(7), to_date: later(7), time: '20:00' };
    await call(meetings.move_meeting, move, { as: own });
    await call(meetings.add_meeting, { slot_id: monday, on_date: later(2), time: '05:00' }, { as: own });
    return canceled;
  };
  const mailsTo = async (address: string) => (await delivered()).filter(({ to }) => to.includes(address));

  it('are one mail to each reader, with a line for each', async () => {
    const before = (await mailsTo('anu@')).length;
    await threeChanges();
    const mails = (await mailsTo('anu@')).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Canceled: Morning, .* 18:00.*, and 2 more changes$/),
    ]);
    const [{ text }] = mails as [(typeof mails)[number]];
    expect(text).toMatch(/This class is canceled:[^]*18:00/);
    expect(text).toMatch(/There is an extra class:[^]*05:00/);
    expect(text).toMatch(/This class has a new time:[^]*20:00[^]*Instead of[^]*18:00/);
    expect(await told('sent')).toHaveLength(9);
  });

  it('are one row in the log of mails, which says how many', async () => {
    await run(db)`delete from mails`;
    await threeChanges();
    const log = async () => (await call(mails.get_mails, { kind: 'meeting_change' }, { as: own })).body;
    expect(await log()).toMatchObject({ total_count: 9 });
    await delivered();
    const { data, total_count, counts } = await log();
    expect([total_count, data.length, counts.kept ?? counts.sent, counts.queued]).toEqual([3, 3, 3, 0]);
    expect(data.map(({ changes }: { changes?: number }) => changes)).toEqual([3, 3, 3]);
  });

  it('lose the part of a call that is undone, and keep the others', async () => {
    const before = (await mailsTo('anu@')).length;
    const { headers } = await threeChanges();
    await undo(headers);
    const mails = (await mailsTo('anu@')).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(['2 changes: Morning']);
    expect(mails[0]!.text).not.toContain('canceled');
  });

  it('of one meeting say how it stands last', async () => {
    const before = (await mailsTo('anu@')).length;
    const move = { slot_id: monday, on_date: next, to_date: next, time: '20:00' };
    await call(meetings.move_meeting, move, { as: own });
    await cancel();
    const mails = (await mailsTo('anu@')).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Canceled: Morning.* 18:00/),
    ]);
  });

  const slot = { slot_id: monday, on_date: next };
  const other = 'https://meet.example.test/other';
  it.each([
    [
      'a meeting canceled and put back',
      () => cancel(),
      () => call(meetings.restore_meeting, slot, { as: own }),
    ],
    [
      'a meeting moved there and back',
      () => call(meetings.move_meeting, { ...slot, to_date: next, time: '20:00' }, { as: own }),
      () => call(meetings.move_meeting, { ...slot, to_date: next, time: '18:00' }, { as: own }),
    ],
    [
      'an extra meeting that is off again',
      () => call(meetings.add_meeting, { slot_id: monday, on_date: later(2), time: '05:00' }, { as: own }),
      () => cancel({ on_date: later(2), extra: true }),
    ],
    [
      'a day off that is deleted',
      () =>
        call(
          meetings.add_day_off,
          { from: next, to: next, name: 'Holi', scope: 'class', id: gita.morning },
          { as: own },
        ),
      async () => {
        const { body } = await call(meetings.get_days_off, { from: next, to: next }, { as: own });
        await call(meetings.delete_day_off, { day_off_id: body.data[0].day_off_id }, { as: own });
      },
    ],
    [
      'a link that is as before',
      () => call(meetings.set_join_link, { slot_id: monday, join_link: other, tell: true }, { as: own }),
      () => run(db)`update class_slots set join_link = '' where id = ${monday}`,
    ],
  ])('that come to nothing are not told: %s', async (_, first: () => unknown, second: () => unknown) => {
    const before = (await delivered()).length;
    await first();
    await second();
    expect(await told()).toContain(anu);
    expect((await delivered()).slice(before).map(({ subject, to }) => [to, subject])).toEqual([]);
    expect(await told('withdrawn')).toContain(anu);
  });

  it('are told as sent when they were', async () => {
    const { headers } = await threeChanges();
    await delivered();
    const { body } = await undo(headers);
    expect(body.data.mails).toBe(3);
  });
});

/** The newest mail to this address. */
const mailTo = async (address: string) => {
  const all = (await delivered()).filter(({ to }) => to.includes(address));
  return all.at(-1)!;
};

const calendarOf = ({ files }: Awaited<ReturnType<typeof mailTo>>) =>
  files.map(({ content }) => content).join('');

describe('what a mail about a meeting says', () => {
  it('is the reason only where the writer wants families to know; the staff reads it', async () => {
    await cancel();
    expect((await mailTo('teach@')).text).toContain('A storm');
    expect((await mailTo('anu@')).text).not.toContain('A storm');
    await run(db)`delete from meetings`;
    await cancel({ tell_reason: true });
    expect((await mailTo('anu@')).text).toContain('Reason: A storm');
  });

  it('has the clock of the class beside that of a reader elsewhere', async () => {
    await run(db)`update people set timezone = 'America/New_York' where id = ${anu}`;
    await cancel();
    const { subject, text } = await mailTo('anu@');
    expect(subject).toMatch(/\(New York\)$/);
    expect(text).toMatch(/Your time: .*New York[^]*Time of the class: .*18:00.*Kolkata/);
    await run(db)`update people set timezone = '' where id = ${anu}`;
  });

  it('is the new link, to the class, when whoever sets it wants that', async () => {
    const set = (input: object) =>
      call(
        meetings.set_join_link,
        { slot_id: monday, join_link: 'https://meet.example.test/first', ...input },
        { as: own },
      );
    await set({});
    expect(await written()).toEqual([]);
    await set({ tell: true });
    expect(await told()).toEqual([staff.teach, anu, bala]);
    const { subject, text } = await mailTo('anu@');
    expect(subject).toMatch(/^New link: Morning, /);
    expect(text).toMatch(/There is a new link to join[^]*Join: https:\/\/meet\.example\.test\/first/);
    await run(db)`update class_slots set join_link = ''`;
  });
});

describe('an Undo of what was told of a weekly time', () => {
  const link = { slot_id: monday, join_link: 'https://meet.example.test/first', tell: true };

  it('withdraws the mail about its link, or tells that it is as before', async () => {
    const first = await call(meetings.set_join_link, link, { as: own });
    await undo(first.headers);
    expect(await told('withdrawn')).toEqual([staff.teach, anu, bala]);
    const second = await call(meetings.set_join_link, link, { as: own });
    await delivered();
    expect((await undo(second.headers)).body.data.mails).toBe(3);
    const { subject, text } = await mailTo('anu@');
    expect(subject).toMatch(/^No link for now: Morning, /);
    expect(text).not.toContain('meet.example.test');
  });

  it('tells the same of the link of one meeting', async () => {
    const { headers } = await call(meetings.set_join_link, { ...link, on_date: next }, { as: own });
    await delivered();
    await undo(headers);
    expect((await mailTo('anu@')).subject).toMatch(/^No link for now: Morning, /);
  });

  it('cancels the message about its time, or tells those who got it', async () => {
    const change = async () => {
      const slot = { id: monday, course_id: gita.id, class_name: 'Morning', class_day: 'monday' };
      const { status, headers } = await call(
        classes.update_class,
        { ...slot, time: '21:00', time_zone: 'IST', duration: 60 },
        { as: own },
      );
      expect(status).toBe(200);
      const { body } = await call(
        messages.send_message,
        {
          audience: { class_id: gita.morning },
          subject: `New times ${String(headers['change-id'])}`,
          body: '<p>{times}</p>',
          change_id: Number(headers['change-id']),
        },
        { as: own },
      );
      return { headers, id: body.data.message_id as number };
    };
    const first = await change();
    expect((await undo(first.headers)).body.data.mails).toBe(0);
    const { state } = (await call(messages.get_message, { message_id: first.id }, { as: own })).body.data;
    expect(state).toBe('canceled');

    const second = await change();
    await run(db)`update messages set next_at = null, prepared_at = now() where id = ${second.id}`;
    await run(db)`
      with sent as (
        insert into mails (kind, dedupe_key, recipient, person_id, message_id, sent_at)
        values ('message', 'to anu', 'anu@office.test', ${anu}, ${second.id}, now()) returning id
      )
      insert into message_readers (message_id, student_id, mail_id) select ${second.id}, ${anu}, id from sent
    `;
    expect((await undo(second.headers)).body.data.mails).toBe(1);
    expect(await told()).toEqual([anu]);
  });
});

describe('another teacher', () => {
  const give = (input: object = {}, as = own) =>
    call(
      meetings.change_teacher,
      { slot_id: monday, from: next, to: next, teacher_id: staff.elsewhere, ...input },
      { as },
    );
  const listed = async (as = own) =>
    (await call(meetings.get_meetings, { from: next, to: next, class_id: gita.morning }, { as })).body.data;

  it('has these meetings and no others, and all hear of it', async () => {
    const { body, headers } = await give();
    expect(body.data.meetings).toMatchObject([{ teacher_name: 'Elsewhere', is_covered: true }]);
    expect(await listed()).toMatchObject([
      { teacher_id: staff.elsewhere, is_covered: true, state: 'planned' },
    ]);
    expect(await told()).toEqual([staff.teach, staff.elsewhere, anu, bala]);
    const [mail] = (await delivered()).filter(({ to }) => to.includes('anu@')).slice(-1);
    expect(mail!.subject).toMatch(/^Another teacher: Morning, Monday /);
    expect(mail!.text).toMatch(/Another teacher takes this class[^]*Teacher: Elsewhere/);

    await undo(headers);
    expect(await listed()).toMatchObject([{ teacher_id: staff.teach, is_covered: false }]);
  });

  it('hears of taking it, and of being released by an Undo, with an entry for the calendar', async () => {
    const { headers } = await give();
    const taken = await mailTo('elsewhere@');
    expect(taken.subject).toMatch(/^You take the class: Morning, /);
    expect(taken.text).toMatch(/Instead of: Teach/);
    expect(calendarOf(taken)).toMatch(/METHOD:PUBLISH[^]*STATUS:CONFIRMED/);
    await undo(headers);
    const released = await mailTo('elsewhere@');
    expect(released.subject).toMatch(/^You no longer take the class: Morning, /);
    expect(calendarOf(released)).toMatch(/METHOD:CANCEL[^]*STATUS:CANCELLED/);
    const uids = [taken, released].map((mail) => /UID:(.*)/.exec(calendarOf(mail))?.[1]);
    expect(uids[0]).toBe(uids[1]);
    const { subject, text } = await mailTo('anu@');
    expect(subject).toMatch(/^The usual teacher again: Morning, /);
    expect(text).toContain('Teacher: Teach');
  });

  it('leaves the usual teacher among those who hear what becomes of the meeting', async () => {
    await give();
    await delivered();
    await cancel();
    expect(await told()).toEqual([staff.teach, staff.elsewhere, anu, bala]);
  });

  it('keeps a canceled or moved meeting, which keeps them', async () => {
    const move = { slot_id: monday, on_date: next, to_date: next, time: '21:00' };
    await call(meetings.move_meeting, move, { as: own });
    await give();
    expect(await listed()).toMatchObject([{ state: 'moved', teacher_id: staff.elsewhere }]);
    await call(meetings.restore_meeting, { slot_id: monday, on_date: next }, { as: own });
    expect(await listed()).toMatchObject([{ state: 'planned', teacher_id: staff.elsewhere }]);
    await give({ teacher_id: null });
    expect(await listed()).toMatchObject([{ state: 'planned', teacher_id: staff.teach, is_covered: false }]);
    expect(await many(db)`select from meetings`).toEqual([]);
  });

  it('gets no meeting back on a day off', async () => {
    await give();
    const off = { from: next, to: next, name: 'Holi', scope: 'class', id: gita.morning };
    await call(meetings.add_day_off, off, { as: own });
    expect(await listed()).toMatchObject([{ state: 'day_off', reason: 'Holi' }]);
  });

  it('must be of the course, free or insisted upon, and another one', async () => {
    expect((await give({ teacher_id: staff.own })).body).toMatchObject({ code: 'not_found' });
    expect((await give({ teacher_id: staff.teach })).body).toMatchObject({ code: 'same_teacher' });
    const busy = { slot_id: monday, on_date: next, to_date: next, time: '18:30' };
    const tuesday = (
      await one<{ id: number }>(db)`select id from class_slots where class_id = ${gita.evening}`
    ).id;
    const day = dayFromToday((Date.parse(next) - Date.parse(dayFromToday(0))) / 86_400_000 + 1);
    await call(meetings.move_meeting, { ...busy, slot_id: tuesday, on_date: day }, { as: own });
    expect((await give()).body).toMatchObject({ code: 'meeting_clashes' });
    expect((await give({ allow_overlap: true })).status).toBe(200);
  });

  it('who is at last its weekly teacher is not told that they need not take it, and nobody reads of a usual one', async () => {
    const [{ id: theirs }] = (await many<{ id: number }>(db)`
      update slot_teachers set ended_at = now() where slot_id = ${monday} and ended_at is null returning id
    `) as [{ id: number }];
    const before = (await delivered()).length;
    await give();
    await give({ teacher_id: staff.teach });
    await run(db)`
      insert into slot_teachers (slot_id, course_id, teacher_id)
      values (${monday}, ${gita.id}, ${staff.elsewhere})
    `;
    await run(db)`delete from meetings`;
    const mails = (await delivered()).slice(before);
    expect(mails.map(({ subject }) => subject).filter((one) => /usual|no longer/.test(one))).toEqual([]);
    await run(db)`delete from slot_teachers where slot_id = ${monday} and ended_at is null`;
    await run(db)`update slot_teachers set ended_at = null where id = ${theirs}`;
  });

  it('who was released within the minute, or chosen in the place of one, is told no more than that', async () => {
    const before = (await delivered()).length;
    await give();
    await give({ teacher_id: null });
    expect((await delivered()).slice(before)).toEqual([]);
    await give();
    await delivered();
    const then = (await delivered()).length;
    await give({ teacher_id: null });
    await give();
    expect((await delivered()).slice(then)).toEqual([]);
  });

  it('is no "usual" one where the slot has none', async () => {
    await run(db)`update slot_teachers set ended_at = now() where slot_id = ${monday} and ended_at is null`;
    await give();
    await delivered();
    await give({ teacher_id: null });
    expect((await mailTo('anu@')).subject).toMatch(/^No teacher for now: Morning, /);
    await run(db)`
      update slot_teachers set ended_at = null
      where id = (select max(id) from slot_teachers where slot_id = ${monday})
    `;
  });
});
