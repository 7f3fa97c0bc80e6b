import { assignments } from '@gurukul/contract/assignments';
import { audit } from '@gurukul/contract/audit';
import { classes } from '@gurukul/contract/classes';
import { meetings } from '@gurukul/contract/meetings';
import { messages } from '@gurukul/contract/messages';
import { students as studentCalls } from '@gurukul/contract/students';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { office } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { many, one, run } from '#server/test/rows.ts';
import { dayFromToday, foundSchool, own, teach } from '#server/test/small-school.ts';
import { sendNextMessage } from '../messages/expand.ts';

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const { gita, staff, students } = await foundSchool(db);
const helper = await office(db).person('Helper', 'teacher');
await run(db)`
  insert into course_teachers (course_id, teacher_id, associated) values (${gita.id}, ${helper}, true)
`;
const mailer = await openMailer(server);
/** The first Monday that is more than a week ahead. */
const next = [8, 9, 10, 11, 12, 13, 14].map(dayFromToday).find((day) => new Date(day).getUTCDay() === 1)!;
const { id: monday } = await one<{ id: number }>(db)`
  select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
`;

const { id: first } = await one<{ id: number }>(db)`select id from slot_teachers where slot_id = ${monday}`;

beforeEach(async () => {
  await run(db)`delete from message_readers`;
  await run(db)`delete from mails`;
  await run(db)`delete from meetings`;
  await run(db)`delete from days_off`;
  await run(db)`update class_slots set local_time = '18:00', class_day = 'monday' where id = ${monday}`;
  await run(db)`delete from slot_teachers where slot_id = ${monday} and id <> ${first}`;
  await run(db)`update slot_teachers set ended_at = null where id = ${first}`;
});

const update = (changes: object, as = own) => {
  const slot = {
    course_id: gita.id,
    id: monday,
    class_name: 'Morning',
    class_day: 'monday',
    time: '06:00 PM',
  };
  return call(classes.update_class, { ...slot, time_zone: 'IST', ...changes }, { as });
};
const undo = (headers: Readonly<Record<string, unknown>>) =>
  call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
const told = async () =>
  (
    await many<{ person_id: number }>(
      db,
    )`select person_id from mails where state = 'queued' order by person_id`
  ).map(({ person_id }) => person_id);
let read = 0;
/** The mails that leave now. */
async function delivered() {
  const all = await deliveredMails({ config, db });
  const mails = all.slice(read);
  read = all.length;
  return mails;
}
/** The office tells the class, or this student, of its change. */
async function tellByMessage(
  headers: Readonly<Record<string, unknown>>,
  audience: object,
  body: string,
  subject = 'News',
) {
  const text = { audience, subject, body };
  const { digest } = (await call(messages.preview_message, text, { as: own })).body.data;
  await call(
    messages.send_message,
    { ...text, digest, change_id: Number(headers['change-id']) },
    { as: own },
  );
  await run(db)`update messages set next_at = now() where next_at is not null`;
  while (await sendNextMessage(db, mailer, { warn: (details) => expect(details).toBeUndefined() }));
}
const ofClass = { class_id: gita.morning };
const toOf = (mails: Awaited<ReturnType<typeof delivered>>, name: string) =>
  mails.findLast(({ to }) => to.includes(name));

describe('another weekly time', () => {
  it('is told to the teacher, by the next meeting, and not to the students', async () => {
    expect((await update({ time: '07:30 PM' })).status).toBe(200);
    expect(await told()).toEqual([staff.teach]);
    const mail = toOf(await delivered(), 'teach@')!;
    expect(mail.subject).toMatch(/^New weekly time: Morning, Monday .* 19:30/);
    expect(mail.text).toContain('This class has another weekly time.');
  });

  it('names the old one', async () => {
    await update({ time: '07:30 PM' });
    expect(toOf(await delivered(), 'teach@')!.text).toContain('Instead of: Monday 18:00 (Kolkata)');
  });

  it('that is changed back by hand within the minute is told to nobody', async () => {
    await update({ class_day: 'thursday' });
    await update({});
    expect((await delivered()).map(({ subject }) => subject)).toEqual([]);
    // Nor to a substitute, who has the hour in their calendar.
    await call(
      meetings.change_teacher,
      { slot_id: monday, from: next, to: next, teacher_id: helper, tell: false },
      { as: own },
    );
    await update({ time: '07:30 PM' });
    await update({});
    expect((await delivered()).map(({ subject }) => subject)).toEqual([]);
  });

  it('is told to students with who teaches the class, not with the substitute of the next meeting', async () => {
    const text = { audience: { class_id: gita.morning }, subject: 'Next', body: '<p>{teacher}</p>' };
    const nextOne = { ...text, body: '<p>{next meeting}</p>' };
    const said = async (asked: object) => {
      const { samples } = (await call(messages.preview_message, asked, { as: own })).body.data;
      return (samples as readonly { readonly mail: { readonly html: string } }[])[0]!.mail.html;
    };
    const before = await said(text);
    const slots = await many<{ id: number }>(db)`select id from class_slots where class_id = ${gita.morning}`;
    for (const { id } of slots) {
      const cover = { slot_id: id, from: dayFromToday(0), to: next, teacher_id: helper, tell: false };
      // oxlint-disable-next-line no-await-in-loop -- one call after the other, as in life
      expect((await call(meetings.change_teacher, cover, { as: own })).status).toBe(200);
    }
    expect(await said(text)).toBe(before);
    // The meeting itself says who takes it.
    expect(await said(nextOne)).toContain('(this time with Helper)');
  });

  it('is told to students with the old one, both on the clock of the reader', async () => {
    await run(db)`update people set timezone = 'America/Los_Angeles' where id = ${students.anu}`;
    onTestFinished(
      async () => void (await run(db)`update people set timezone = '' where id = ${students.anu}`),
    );
    await update({ time: '07:30 PM' });
    const { body } = await call(
      messages.preview_message,
      {
        audience: { user_ids: [students.anu] },
        subject: 'Next',
        body: '<p>{times}. Until now: {old times}.</p>',
      },
      { as: own },
    );
    const { html } = (body.data.samples as readonly { readonly mail: { readonly html: string } }[])[0]!.mail;
    expect(html).toMatch(/Monday 0[67]:00 \(Los Angeles\).*Until now: .*Monday 0[45]:30 \(Los Angeles\)/s);
  });

  it('stands in a message on the clock of the class, too, where the reader is abroad', async () => {
    await run(db)`update people set timezone = 'America/Los_Angeles' where id = ${students.anu}`;
    onTestFinished(
      async () => void (await run(db)`update people set timezone = '' where id = ${students.anu}`),
    );
    const text = { audience: { user_ids: [students.anu] }, subject: 'Next' };
    const { body } = await call(
      messages.preview_message,
      { ...text, body: '<p>{times}</p><p>{next meeting}</p>' },
      { as: own },
    );
    const [{ mail }] = body.data.samples as readonly [{ readonly mail: { readonly text: string } }];
    expect(mail.text).toMatch(
      /Monday 0[45]:30.*\(Los Angeles\); on the clock of the class: .*Monday 18:00.*\(Kolkata\)/,
    );
    expect(mail.text).toMatch(
      / at \d\d:\d\d \(Los Angeles\); on the clock of the class: .* at \d\d:\d\d \(Kolkata\)/,
    );
  });

  it('several of which changed within the hour all stand in one message', async () => {
    const { id: thursday } = await one<{ id: number }>(db)`
      select id from class_slots where class_id = ${gita.morning} and class_day = 'thursday'
    `;
    const back = { id: thursday, class_day: 'thursday', time: '07:30 AM' };
    await update({ time: '07:30 PM' });
    await update({ ...back, time: '09:30 AM' });
    const { body } = await call(
      messages.preview_message,
      { audience: ofClass, subject: 'Next', body: '<p>{times}. Until now: {old times}.</p>' },
      { as: own },
    );
    const [{ mail }] = body.data.samples as readonly [{ readonly mail: { readonly text: string } }];
    const [now, before] = mail.text.split('Until now:');
    for (const hour of ['Monday 19:30', 'Thursday 09:30']) expect(now).toContain(hour);
    expect(before).toContain('Thursday 07:30');
    expect(before).toMatch(/Monday/);
    await update(back);
  });

  it('that the office tells by a message is not told again by the portal', async () => {
    await update({ time: '07:30 PM' });
    await coverNext();
    await delivered();
    const { headers } = await update({ time: '08:00 PM' });
    await tellByMessage(headers, ofClass, '<p>{times}</p>');
    const mails = await delivered();
    expect(mails.filter(({ to }) => to.includes('anu@')).map(({ subject }) => subject)).toEqual(['News']);
  });

  it('waits five minutes for the office before the portal tells it to families', async () => {
    await update({ time: '07:30 PM' });
    await coverNext();
    await delivered();
    await update({ time: '08:00 PM' });
    const waits = await many<{ seconds: number }>(db)`
      select round(extract(epoch from j.start_after - j.created_on))::integer as seconds
      from mails m
      join pgboss.job j on j.name = 'mail' and (j.data ->> 'mail')::bigint = m.id
      where m.person_id = ${students.anu} and m.state = 'queued'
    `;
    expect(waits).toEqual([{ seconds: 300 }]);
  });

  it('is told to families whose mail about a day off named the hour before', async () => {
    const dayOff = {
      scope: 'class',
      id: gita.morning,
      from: next,
      to: next,
      name: 'Festival',
      tell: true,
    } as const;
    const added = await call(meetings.add_day_off, dayOff, { as: own });
    expect(added.status).toBe(200);
    expect(toOf(await delivered(), 'anu@')!.subject).toMatch(/^No class: Morning, .* 18:00/);
    await update({ time: '07:30 PM' });
    expect(toOf(await delivered(), 'anu@')!.subject).toMatch(/^New weekly time: Morning, Monday .* 19:30/);
  });

  it('that is changed back by hand takes back the message to the students, which waits', async () => {
    const { headers } = await update({ time: '07:30 PM' });
    const text = { audience: { class_id: gita.morning }, subject: 'New times', body: '<p>Other times</p>' };
    const { digest } = (await call(messages.preview_message, text, { as: own })).body.data;
    const change_id = Number(headers['change-id']);
    await call(messages.send_message, { ...text, digest, change_id }, { as: own });
    await update({ time: '08:00 PM' });
    const isCanceled = async () =>
      (
        await one<{ is: boolean }>(db)`
          select canceled_at is not null as is from messages where change_id = ${change_id}
        `
      ).is;
    expect(await isCanceled()).toBe(false);
    await update({});
    expect(await isCanceled()).toBe(true);
  });

  it('on another day of the week takes the meeting from its substitute, and nothing is told when it is back', async () => {
    const cover = { slot_id: monday, from: next, to: next, teacher_id: helper, tell: false };
    await call(meetings.change_teacher, cover, { as: own });
    await update({ class_day: 'thursday' });
    const mail = toOf(await delivered(), 'helper@')!;
    expect(mail.subject).toMatch(/^You no longer take the class: Morning, .* 18:00/);
    expect(mail.text).toContain('takes it out of your calendar');
    await update({});
    expect(toOf(await delivered(), 'helper@')!.subject).toMatch(/^You take the class: Morning, .* 18:00/);
    await update({ class_day: 'thursday' });
    await update({});
    expect((await delivered()).map(({ subject }) => subject)).toEqual([]);
  });

  it('that is undone later gives a substitute the old hour back', async () => {
    const cover = { slot_id: monday, from: next, to: next, teacher_id: helper, tell: false };
    await call(meetings.change_teacher, cover, { as: own });
    const { headers } = await update({ time: '07:30 PM' });
    await delivered();
    await undo(headers);
    expect(toOf(await delivered(), 'helper@')!.subject).toMatch(/^You take the class: Morning, .* 18:00/);
  });

  const coverNext = () =>
    call(
      meetings.change_teacher,
      { slot_id: monday, from: next, to: next, teacher_id: helper, tell: true },
      { as: own },
    );

  it.each([
    ['by hand', async () => update({})],
    ['by an undo', undo],
  ])('that is put back %s is told to the families whose mail named it', async (_, putBack) => {
    const { headers } = await update({ time: '07:30 PM' });
    await coverNext();
    expect(toOf(await delivered(), 'anu@')!.subject).toMatch(/^Another teacher: Morning, .* 19:30/);
    await putBack(headers);
    const { subject, text } = toOf(await delivered(), 'anu@')!;
    expect(subject).toMatch(/^New weekly time: Morning, Monday .* 18:00/);
    expect(text).toContain('Instead of: Monday 19:30 (Kolkata)');
    // They know it by now.
    await update({ class_name: 'Dawn' });
    await update({ class_name: 'Morning' });
    expect(await told()).toEqual([]);
  });

  it('names to families the next meeting that takes place, also with a substitute', async () => {
    await update({ time: '07:30 PM' });
    const cover = { slot_id: monday, from: dayFromToday(0), to: next, teacher_id: helper, tell: true };
    await call(meetings.change_teacher, cover, { as: own });
    const substituted = toOf(await delivered(), 'anu@')!;
    expect(substituted.subject).toContain('Another teacher');
    await update({});
    const { subject, text } = toOf(await delivered(), 'anu@')!;
    expect(subject).toMatch(/^New weekly time/);
    expect(text).toContain('Teacher: Helper');
  });

  it('is told to no family whose mail waits, or left before, or is right again', async () => {
    await coverNext();
    await update({ time: '07:30 PM' });
    expect(toOf(await delivered(), 'anu@')!.subject).toMatch(/^Another teacher: Morning, .* 19:30/);
    await update({ time: '08:00 PM' });
    await update({ time: '07:30 PM' });
    expect(toOf(await delivered(), 'anu@')).toBeUndefined();
  });

  it('that is changed twice within the minute names the first and the last one', async () => {
    await update({ time: '07:30 PM' });
    await update({ class_day: 'thursday', time: '07:30 PM' });
    const { subject, text } = toOf(await delivered(), 'teach@')!;
    expect(subject).toMatch(/^New weekly time: Morning, Thursday .* 19:30/);
    expect(text).toContain('Instead of: Monday 18:00 (Kolkata)');
  });

  it('is told to a substitute with the hour of their meeting for the calendar', async () => {
    await call(
      meetings.change_teacher,
      { slot_id: monday, from: next, to: next, teacher_id: helper, tell: false },
      { as: own },
    );
    await update({ time: '07:30 PM' });
    expect(await told()).toEqual([staff.teach, helper].toSorted((a, b) => a - b));
    const { subject, text } = toOf(await delivered(), 'helper@')!;
    expect(subject).toMatch(/^You take the class: Morning, .* 19:30/);
    expect(text).toContain('It moved from: Monday 18:00 (Kolkata)');
  });

  it('is not told where nothing of it changed, nor after an undo within the minute', async () => {
    await update({ class_name: 'Dawn' });
    await update({ class_name: 'Morning' });
    expect(await told()).toEqual([]);
    const { headers } = await update({ time: '07:30 PM' });
    await undo(headers);
    expect(await told()).toEqual([]);
  });

  it('and after an undo that comes later the teacher hears that it is as before', async () => {
    const { headers } = await update({ time: '07:30 PM' });
    await delivered();
    await undo(headers);
    expect(toOf(await delivered(), 'teach@')!.subject).toMatch(/^Weekly time as before: Morning, .* 18:00/);
  });
});

describe('another teacher', () => {
  it('is told to both', async () => {
    await update({ teacher_id: helper });
    expect(await told()).toEqual([staff.teach, helper].toSorted((a, b) => a - b));
    const mails = await delivered();
    expect(toOf(mails, 'helper@')!.subject).toMatch(/^You teach: Morning, Monday/);
    expect(toOf(mails, 'teach@')!.text).toContain('You do not teach this class any more.');
  });

  it.each([
    ['replaced', 'replace_teacher_to_class', { user_id: helper }, ['teach@', 'helper@']],
    ['taken off', 'remove_teacher_from_class', {}, ['teach@']],
  ] as const)('who is %s hears it', async (_, name, more, readers) => {
    const { id } = await one<{ id: number }>(db)`
      select id from slot_teachers where slot_id = ${monday} and ended_at is null
    `;
    const input = { course_id: gita.id, class_id: monday, assigned_id: id, ...more };
    expect((await call(assignments[name], input, { as: own })).status).toBe(200);
    const mails = await delivered();
    for (const reader of readers) expect(toOf(mails, reader)).toBeDefined();
  });

  it('reads of the first meeting of their own, also where a substitute was found within the minute', async () => {
    await update({ teacher_id: helper });
    const cover = { slot_id: monday, from: dayFromToday(0), to: next, teacher_id: staff.teach, tell: false };
    expect((await call(meetings.change_teacher, cover, { as: own })).status).toBe(200);
    const { text } = (await delivered()).find(({ subject }) => subject.startsWith('You teach: '))!;
    expect(text).toContain('Your first meeting:');
    expect(text).toContain('Teacher: Helper');
  });

  it('takes the link from who does not teach it any more', async () => {
    await run(db)`update class_slots set join_link = 'https://meet.example.org/morning' where id = ${monday}`;
    onTestFinished(
      async () => void (await run(db)`update class_slots set join_link = '' where id = ${monday}`),
    );
    await update({ teacher_id: helper, join_link: 'https://meet.example.org/morning' });
    const mails = await delivered();
    expect(toOf(mails, 'helper@')!.text).toContain('meet.example.org');
    expect(JSON.stringify(toOf(mails, 'teach@'))).not.toContain('meet.example.org');
  });

  it('who gives it back within the minute is told nothing', async () => {
    await update({ teacher_id: helper });
    await update({ teacher_id: staff.teach });
    expect((await delivered()).filter(({ subject }) => /teach/.test(subject))).toEqual([]);
  });

  it('who is given it with another time hears that they teach it', async () => {
    await update({ teacher_id: helper });
    await update({ teacher_id: helper, time: '07:30 PM' });
    const mails = await delivered();
    expect(toOf(mails, 'helper@')!.subject).toMatch(/^You teach: Morning, Monday .* 19:30/);
    expect(mails.filter(({ to }) => to.includes('teach@')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^You no longer teach: Morning/),
    ]);
  });

  it('of whom the class read in a message is taken back for the class, too', async () => {
    const { id } = await one<{ id: number }>(db)`
      select id from slot_teachers where slot_id = ${monday} and ended_at is null
    `;
    const input = { course_id: gita.id, class_id: monday, assigned_id: id, user_id: helper };
    const { headers } = await call(assignments.replace_teacher_to_class, input, { as: own });
    await tellByMessage(headers, { class_id: gita.morning }, '<p>{teacher}</p>', 'New teacher');
    expect(toOf(await delivered(), 'anu@')!.subject).toBe('New teacher');
    await undo(headers);
    expect(toOf(await delivered(), 'anu@')!.subject).toMatch(/^Teach teaches again: Morning/);
  });

  it('for several weekly times is told by one message, and each of its changes is corrected', async () => {
    const taught = await many<{ id: number; slot_id: number }>(db)`
      select t.id, t.slot_id from slot_teachers t join class_slots s on s.id = t.slot_id
      where s.class_id = ${gita.morning} and t.ended_at is null order by s.class_day
    `;
    const given: Readonly<Record<string, unknown>>[] = [];
    for (const { id, slot_id } of taught) {
      const input = { course_id: gita.id, class_id: slot_id, assigned_id: id, user_id: helper };
      // oxlint-disable-next-line no-await-in-loop -- one call after the other, as in life
      given.push((await call(assignments.replace_teacher_to_class, input, { as: own })).headers);
    }
    await tellByMessage(given.at(-1)!, ofClass, '<p>{teacher}</p>');
    await delivered();
    for (const headers of given) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other, as in life
      await undo(headers);
      // oxlint-disable-next-line no-await-in-loop -- the same
      expect(toOf(await delivered(), 'anu@')!.subject).toMatch(/^Teach teaches again: Morning/);
    }
  });

  it('that was told and taken back is corrected by who teaches again, and by nothing else', async () => {
    await update({ time: '07:30 PM' });
    const { headers } = await update({ time: '07:30 PM', teacher_id: helper });
    await tellByMessage(headers, ofClass, '<p>{teacher}</p>', 'Another teacher');
    await delivered();
    await undo(headers);
    const { subject, text } = toOf(await delivered(), 'anu@')!;
    expect(subject).toMatch(/^Teach teaches again: Morning, .* 19:30/);
    expect(text).toContain('Teach teaches this class again.');
    expect(text).not.toMatch(/weekly time|link/);
  });

  it('who is after all not the teacher hears that', async () => {
    const { headers } = await update({ teacher_id: helper });
    await delivered();
    await undo(headers);
    const mails = await delivered();
    expect(toOf(mails, 'helper@')!.subject).toMatch(/^You no longer teach: Morning/);
    expect(toOf(mails, 'teach@')!.subject).toMatch(/^You teach again: Morning/);
  });
});

describe('a student who was told of a move', () => {
  const move = (student: number, name: string, class_id: number) =>
    call(
      studentCalls.update_course_to_student,
      {
        email_id: `${name}@office.test`,
        user_id: student,
        course_id: gita.id,
        class_id,
        from_course_id: gita.id,
        courseadmin_id: staff.own,
      },
      { as: own },
    );

  it('hears after an undo which class they have', async () => {
    const { headers, status } = await move(students.anu, 'anu', gita.evening);
    expect(status).toBe(200);
    await tellByMessage(headers, { user_ids: [students.anu] }, '<p>{class}</p>');
    expect(toOf(await delivered(), 'anu@')!.text).toContain('Evening');
    await undo(headers);
    const { subject, text } = toOf(await delivered(), 'anu@')!;
    expect(subject).toMatch(/^As before: Morning, /);
    expect(text).toContain('You have this class as before');
  });

  it('hears that it is not their class after all where they had none', async () => {
    await run(db)`update enrolments set class_id = null where student_id = ${students.deepa}`;
    const { headers } = await move(students.deepa, 'deepa', gita.evening);
    await tellByMessage(headers, { user_ids: [students.deepa] }, '<p>{class}</p>');
    await delivered();
    await undo(headers);
    expect(toOf(await delivered(), 'deepa@')!.subject).toMatch(/^Not your class after all: Evening, /);
  });
});

it('a message to the class leaves out who comes no more', async () => {
  await run(db)`update enrolments set registration_status = 'Dropped' where student_id = ${students.anu}`;
  const { body } = await call(
    messages.preview_message,
    { audience: { class_id: gita.morning }, subject: 'Hello', body: 'Hello' },
    { as: teach },
  );
  await run(db)`update enrolments set registration_status = 'Registered' where student_id = ${students.anu}`;
  expect(JSON.stringify(body.data)).not.toContain('Anu');
});
