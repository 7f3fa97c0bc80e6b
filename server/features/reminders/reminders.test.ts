import { classes } from '@gurukul/contract/classes';
import { audit } from '@gurukul/contract/audit';
import { events } from '@gurukul/contract/events';
import { mails } from '@gurukul/contract/mails';
import { meetings } from '@gurukul/contract/meetings';
import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { dayZone, nightZone } from '#server/test/day-zone.ts';
import { office } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { dayFromToday, foundSchool, other, own, teach } from '#server/test/small-school.ts';
import { createReminderLook } from './look.ts';

/* Reminders with the real clock, the real worker and files as its mails. */

const server = await testApp({ database: 'empty' });
const { app, call, config, db } = server;
const { gita, staff, students } = await foundSchool(db);
const add = office(db);
const { anu, bala } = students;
const mailer = await openMailer(server);
const minute = 60_000;
const hour = 60 * minute;

const zoneNow = dayZone();

interface HeldMeeting {
  readonly course: number;
  readonly class: number;
  readonly slot: number;
  readonly on_date: string;
}

/** A class whose students are Anu and Bala, and which meets in so many milliseconds. */
async function meeting(inMs: number, reminders: readonly ReminderTime[]): Promise<HeldMeeting> {
  const start = new Date(Math.ceil((Date.now() + inMs) / minute) * minute);
  const on_date = start.toISOString().slice(0, 10);
  const course = await add.course('Yoga', staff.own);
  const id = await add.class(course, 'Noon');
  await run(db)`update classes set reminders = ${reminders}::text[] where id = ${id}`;
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
    .format(start)
    .toLowerCase();
  const slot = await add.slot(course, id, weekday, start.toISOString().slice(11, 16), 'UTC');
  await run(db)`update class_slots set join_link = 'https://meet.test/noon' where id = ${slot}`;
  await add.associate(course, staff.teach);
  await add.assign(course, slot, staff.teach);
  for (const student of [anu, bala]) await add.enrol(student, course, id);
  return { course, class: id, slot, on_date };
}

const look = () => createReminderLook(db, mailer, { warn: (details) => expect(details).toBeUndefined() })();
const written = () =>
  many<{ recipient: string; state: string; kind: string }>(db)`
    select recipient, state, kind from mails where kind like '%_reminder' order by recipient, id
  `;
const states = async () => (await written()).map(({ state }) => state);
/** The reminders that left in this test: the outbox keeps those of others. */
let before = 0;
async function delivered() {
  const all = await deliveredMails({ config, db });
  return all
    .slice(before)
    .filter(({ text }) => / is coming up:/.test(text))
    .toSorted((a, b) => a.to.localeCompare(b.to));
}

beforeEach(async () => {
  await run(db)`update courses set deleted_at = now() where course_name = 'Yoga' and deleted_at is null`;
  for (const table of [
    'kept_mails',
    'mails',
    'answers',
    'meetings',
    'days_off',
    'guardians',
    'personal_pages',
  ])
    await db.query(`delete from ${table}`);
  // Events stay in the trail.
  await run(db)`update events set deleted_at = now() where deleted_at is null`;
  await run(db)`
    update people
    set email_id = lower(first_name) || '@office.test', timezone = ${zoneNow}, deleted_at = null
    where id in (${anu}, ${bala})
  `;
  await run(db)`
    update enrolments set ended_on = null
    where student_id in (${anu}, ${bala}) and class_id = ${gita.morning}
  `;
  before = (await deliveredMails({ config, db })).length;
});

describe('a reminder', () => {
  it('says when on the clock of its reader, who, what, and where to join', async () => {
    await meeting(23 * hour, ['day']);
    expect(await look()).toBe(2);
    const [mail] = await delivered();
    expect(mail!.subject).toMatch(/^Reminder: Noon, \w+day \d+ \w+ at \d\d:\d\d \(.+\)$/);
    expect(mail!.text).toMatch(/Dear Anu,/);
    const own = `.*\\(${zoneNow.replace(/.*\//, '').replace('_', ' ')}, .*\\)`;
    expect(mail!.text).toMatch(new RegExp(`When: ${own}|Your time: ${own}\nTime of the class: `));
    expect(mail!.text).toMatch(/Class: Noon\nCourse: Yoga\nTeacher: Teach\nFor: Anu/);
    expect(mail!.text).toContain('Join:\nhttps://meet.test/noon');
    expect(mail!.text).toMatch(/My page.*:\nhttp.*\/me\//);
    expect(mail!.headers.get('list-unsubscribe')).toMatch(/^<http.*\/me\/stop\/reminders\/\d+\/[\w-]{43}>$/);
    expect(mail!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail!.text).toContain(String(mail!.headers.get('list-unsubscribe')).slice(1, -1));
  });

  it('comes once per mailbox, which names the children behind it', async () => {
    await run(db)`update people set email_id = 'Home@office.test' where id in (${anu}, ${bala})`;
    await meeting(50 * minute, ['day', 'hour']);
    // Too late for the day before, by its three hours.
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    const all = await delivered();
    expect(all).toHaveLength(1);
    expect(all[0]!.subject).toMatch(/^Reminder: Noon, /);
    expect(all[0]!.text).toMatch(/Hello,[^]*For: Anu and Bala/);
  });

  it('is in the language of its reader, with English below', async () => {
    await meeting(23 * hour, ['day']);
    await run(db)`update people set language = 'Telugu' where id = ${bala}`;
    await look();
    const [anus, balas] = await delivered();
    await run(db)`update people set language = null where id = ${bala}`;
    expect(anus!.text).not.toMatch(/[\u0C00-\u0C7F]/);
    expect(balas!.subject).toMatch(/^రిమైండర్: Noon, /);
    expect(balas!.text).toMatch(/ఎవరికి: Bala[^]*A class is coming up:[^]*For: Bala/);
    expect(balas!.text).toMatch(/ఈ రిమైండర్లు ఆపండి:\nhttp[^]*Stop these reminders:\nhttp/);
  });

  it('comes once when several processes look at once', async () => {
    await meeting(23 * hour, ['day']);
    const added = await Promise.all([look(), look(), look(), look()]);
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(await delivered()).toHaveLength(2);
  });

  it('reaches a guardian who may see, and none who may not', async () => {
    await meeting(23 * hour, ['day']);
    await run(db)`update people set email_id = '' where id in (${anu}, ${bala})`;
    for (const [student, name, maySee] of [
      [anu, 'Mother', true],
      [bala, 'Father', false],
    ] as const) {
      const guardian = await add.person(`${name}${Date.now()}`, 'student');
      await run(db)`
        update people set main_role = 'guardian', email_id = ${`${name}@office.test`} where id = ${guardian}
      `;
      await run(db)`
        insert into guardians (student_id, guardian_id, may_see) values (${student}, ${guardian}, ${maySee})
      `;
    }
    expect(await look()).toBe(1);
    expect((await written()).map(({ recipient }) => recipient)).toEqual(['Mother@office.test']);
  });

  it('is in the delivery log of the course admin, and not in that of another', async () => {
    await meeting(23 * hour, ['day']);
    await look();
    const listed = async (as: string) =>
      (await call(mails.get_mails, { kind: 'meeting_reminder', page: 1, pageSize: 10 }, { as })).body
        .total_count;
    expect([await listed(own), await listed(other)]).toEqual([2, 0]);
  });
});

/** What happens between the look and the sending. */
const changes: [string, (held: HeldMeeting) => Promise<unknown>][] = [
  [
    'the meeting is canceled',
    ({ slot, on_date }) =>
      call(meetings.cancel_meeting, { slot_id: slot, on_date, tell: false }, { as: own }),
  ],
  [
    'the meeting is moved',
    ({ slot, on_date }) =>
      run(db)`
        insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes)
        select s.course_id, s.class_id, s.id, ${on_date}::date, 'moved', ${on_date}::date + 3, s.local_time, 60
        from class_slots s where s.id = ${slot}
      `,
  ],
  [
    'the day is off',
    ({ on_date }) =>
      run(db)`insert into days_off (from_date, until_date, name) values (${on_date}, ${on_date}, 'Holi')`,
  ],
  [
    'the timing is deleted',
    ({ slot }) => run(db)`update class_slots set deleted_at = now() where id = ${slot}`,
  ],
  [
    'they left the class',
    ({ class: id }) =>
      run(db)`update enrolments set ended_on = ${dayFromToday(0)}::date - 1 where class_id = ${id}`,
  ],
  [
    'they cannot come',
    ({ course, class: id, slot, on_date }) =>
      run(db)`
        insert into answers (student_id, course_id, class_id, kind, slot_id, on_date, is_extra, held_on, said_by)
        select s, ${course}, ${id}, 'cannot_come', ${slot}, ${on_date}, false, ${on_date}, s
        from unnest(${[anu, bala]}::bigint[]) s
      `,
  ],
  [
    'they want none',
    () =>
      run(db)`
        insert into personal_pages (mailbox, nonce, hash, unwanted)
        select lower(email_id), '', id::text::bytea, '{reminders}' from people where id in (${anu}, ${bala})
      `,
  ],
  ['they are deleted', () => run(db)`update people set deleted_at = now() where id in (${anu}, ${bala})`],
  [
    'their address is another',
    () => run(db)`update people set email_id = 'new' || email_id where id in (${anu}, ${bala})`,
  ],
  [
    'it is night for them',
    () => run(db)`update people set timezone = ${nightZone()} where id in (${anu}, ${bala})`,
  ],
  [
    'the office wants none',
    ({ class: class_id }) => call(classes.set_reminders, { class_id, reminders: [] }, { as: own }),
  ],
];
describe('a reminder that waits', () => {
  it.each(changes)('is withdrawn when %s', async (_, change) => {
    const held = await meeting(20 * hour, ['day']);
    expect(await look()).toBe(2);
    await change(held);
    expect(await delivered()).toEqual([]);
    expect(await states()).toEqual(['withdrawn', 'withdrawn']);
  });

  it('of a meeting that is canceled in the last seconds does not leave; put back, it does', async () => {
    const { slot, on_date } = await meeting(20 * hour, ['day']);
    expect(await look()).toBe(2);
    const canceled = await call(
      meetings.cancel_meeting,
      { slot_id: slot, on_date, tell: false },
      { as: own },
    );
    expect(canceled.status).toBe(200);
    expect(await delivered()).toEqual([]);
    expect(await look()).toBe(0);
    await call(audit.undo_change, { change_id: Number(canceled.headers['change-id']) }, { as: own });
    expect(await look()).toBe(2);
    expect(await delivered()).toHaveLength(2);
    expect(await look()).toBe(0);
  });

  it('of one child of a house names the other alone, when the first cannot come', async () => {
    await run(db)`update people set email_id = 'home@office.test' where id in (${anu}, ${bala})`;
    const { course, class: id, slot, on_date } = await meeting(20 * hour, ['day']);
    expect(await look()).toBe(1);
    await run(db)`
      insert into answers (student_id, course_id, class_id, kind, slot_id, on_date, is_extra, held_on, said_by)
      values (${anu}, ${course}, ${id}, 'cannot_come', ${slot}, ${on_date}, false, ${on_date}, ${anu})
    `;
    const [mail] = await delivered();
    expect(mail!.text).toMatch(/Dear Bala,[^]*For: Bala/);
  });
});

describe('the reminders of a class', () => {
  it('are chosen by the office, and taken back', async () => {
    const set = (reminders: string[], as: string) =>
      call(classes.set_reminders, { class_id: gita.morning, reminders }, { as });
    const chosen = async () =>
      (await call(classes.get_class, { class_id: gita.morning }, { as: teach })).body.data.reminders;
    expect(await chosen()).toEqual([]);
    const { status, headers } = await set(['hour', 'day'], own);
    expect([status, await chosen()]).toEqual([200, ['day', 'hour']]);
    for (const wrong of [['week'], ['day', 'day']]) expect((await set(wrong, own)).status).toBe(400);
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
    expect(await chosen()).toEqual([]);
  });
});

describe('a reminder of an event', () => {
  async function event(reminders: ReminderTime[] | undefined, inMs = 20 * hour) {
    // Both on one day in India, as events must be.
    const start = new Date(Math.ceil((Date.now() + inMs) / minute) * minute);
    const { id } = await one<{ id: number }>(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by, live_status,
        reminders)
      values (${gita.id}, 'An evening', 'https://meet.test/event', (${start}::timestamptz at time zone 'Asia/Kolkata')::date,
        ${start}, ${start}::timestamptz + interval '1 hour', ${staff.own}, 'published', ${reminders ?? []}::text[])
      returning id
    `;
    return id;
  }

  it('goes to those who are registered, and to its course when that was invited', async () => {
    const id = await event(['day']);
    expect(await look()).toBe(0);
    await run(db)`insert into event_registrations (event_id, student_id) values (${id}, ${students.free})`;
    await run(db)`update people set timezone = ${zoneNow} where main_role = 'student'`;
    expect(await look()).toBe(1);
    await run(db)`update events set announced_at = now(), place = 'Temple hall' where id = ${id}`;
    expect(await look()).toBe(4);
    const [mail] = await delivered();
    expect(mail!.text).toMatch(
      /event is coming up[^]*Event: An evening\nCourse: Gita\nPlace: Temple hall\n[^]*meet.test\/event/,
    );
  });

  it('does not leave when the event is canceled, or to those who want no invitations', async () => {
    await run(db)`update people set timezone = ${zoneNow} where main_role = 'student'`;
    const id = await event(['day']);
    await run(db)`update events set announced_at = now() where id = ${id}`;
    await run(db)`
      insert into personal_pages (mailbox, nonce, hash, unwanted) values ('anu@office.test', '', '', '{events}')
    `;
    expect(await look()).toBe(3);
    await call(events.cancel_event, { event_id: id }, { as: own });
    expect(await delivered()).toEqual([]);
  });

  it('is chosen in the form, and stays when a form does not know it', async () => {
    const date = dayFromToday(5);
    const input = {
      event_name: 'Form',
      course_id: gita.id,
      meeting_link: 'https://meet.test/form',
      event_date: date,
      start_time: `${date}T10:00:00.000Z`,
      end_time: `${date}T11:00:00.000Z`,
      created_by: staff.own,
    };
    await call(events.add_event, { ...input, reminders: ['hour', 'day'] }, { as: own });
    const { id } = await one<{ id: number }>(db)`select id from events where event_name = 'Form'`;
    const chosen = async () =>
      (await call(events.get_single_events, { event_id: id }, { as: own })).body.data.reminders;
    expect(await chosen()).toEqual(['day', 'hour']);
    await call(events.edit_event, { ...input, event_id: id }, { as: own });
    expect(await chosen()).toEqual(['day', 'hour']);
    await call(events.edit_event, { ...input, event_id: id, reminders: [] }, { as: own });
    expect(await chosen()).toEqual([]);
  });
});

describe('the address that stops mails', () => {
  async function stopAddress(): Promise<string> {
    await meeting(23 * hour, ['day']);
    await look();
    const [mail] = await delivered();
    return new URL(String(mail!.headers.get('list-unsubscribe')).slice(1, -1)).pathname;
  }
  const send = (method: 'GET' | 'HEAD' | 'POST', url: string, payload = '', headers = {}) =>
    app.inject({
      method,
      url,
      ...(method === 'POST'
        ? { payload, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } }
        : {}),
    });
  const unwanted = async () =>
    (
      await one<{ unwanted: string[] }>(db)`
        select unwanted from personal_pages where mailbox = 'anu@office.test'
      `
    ).unwanted;

  it('changes nothing when it is opened, also by a scanner', async () => {
    const address = await stopAddress();
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const answer = await send(method, address);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
    }
    expect((await send('GET', address)).body).toContain('Stop reminders');
    expect(await unwanted()).toEqual([]);
  });

  it('stops them by one press of a mail program, for that mailbox, and takes it back on its page', async () => {
    const address = await stopAddress();
    const pressed = await send('POST', address, 'List-Unsubscribe=One-Click');
    expect(pressed.statusCode).toBe(200);
    expect(pressed.body).toContain('Send me reminders again');
    await send('POST', address, 'List-Unsubscribe=One-Click');
    expect(await unwanted()).toEqual(['reminders']);
    const why = await call(mails.get_unsent, { student_id: anu }, { as: own });
    expect(why.body.unwanted).toEqual(['reminders']);
    await run(db)`delete from kept_mails`;
    await run(db)`delete from mails`;
    expect(await look()).toBe(1);
    expect((await written()).map(({ recipient }) => recipient)).toEqual(['bala@office.test']);

    const back = await send('POST', address, 'wanted=yes');
    expect(back.body).toContain('Stop reminders');
    expect(await unwanted()).toEqual([]);
    expect(await look()).toBe(1);
    // A cancel is told to everybody.
    await send('POST', address, 'wanted=no');
    const slot = await one<{ id: number; class_day: string }>(db)`
      select id, class_day from class_slots order by id desc limit 1
    `;
    const on_date = [0, 1, 2]
      .map(dayFromToday)
      .find(
        (date) =>
          new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
            .format(new Date(date))
            .toLowerCase() === slot.class_day,
      );
    await call(meetings.cancel_meeting, { slot_id: slot.id, on_date }, { as: own });
    const told = await many(db)`
      select recipient from mails where kind = 'meeting_change' and recipient = 'anu@office.test'
    `;
    expect(told).toHaveLength(1);
  });

  it('also takes a form of several parts, which mail programs may send', async () => {
    const address = await stopAddress();
    const payload =
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    const answer = await send('POST', address, payload, {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(answer.statusCode).toBe(200);
    expect(await unwanted()).toEqual(['reminders']);
  });

  it('is in the trail of the student, and works after the link of the page was revoked', async () => {
    const address = await stopAddress();
    await run(db)`update personal_pages set revoked_at = now(), expires_at = now() - interval '1 day'`;
    expect((await send('POST', address, 'wanted=no')).statusCode).toBe(200);
    const [entry] = await many<{ call: string; person_id: number }>(db)`
      select c.call, c.person_id from changes c
      join audit_entries e on e.change_id = c.id
      where e.table_name = 'personal_pages' order by c.id desc limit 1
    `;
    expect(entry).toEqual({ call: 'page.save_settings', person_id: anu });
  });

  it('is refused when it is forged, of another topic or mailbox, or from another site', async () => {
    const address = await stopAddress();
    const [, , , topic, id, signature] = address.split('/');
    for (const wrong of [
      `/me/stop/events/${id}/${signature}`,
      `/me/stop/${topic}/${Number(id) + 1}/${signature}`,
      `/me/stop/${topic}/${id}/${'A'.repeat(43)}`,
      `/me/stop/${topic}/${id}/short`,
      `/me/stop/everything/${id}/${signature}`,
      `/me/stop/${topic}/0x1/${signature}`,
    ]) {
      expect((await send('GET', wrong)).statusCode).toBe(404);
      expect((await send('POST', wrong, 'wanted=no')).statusCode).toBe(404);
    }
    const foreign = await send('POST', address, 'wanted=no', { origin: 'https://elsewhere.test' });
    expect(foreign.statusCode).toBe(403);
    expect(await unwanted()).toEqual([]);
  });

  it('opens nothing of the page', async () => {
    const address = await stopAddress();
    const { body } = await send('GET', address);
    expect(body).not.toMatch(/Anu|office\.test|Noon/);
    const [, , , , , signature] = address.split('/');
    expect((await send('GET', `/me/${signature}`)).statusCode).toBe(404);
  });
});
