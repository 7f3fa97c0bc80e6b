import { brotliCompressSync } from 'node:zlib';
import { attendance } from '@gurukul/contract/attendance';
import { audit } from '@gurukul/contract/audit';
import { myPage } from '@gurukul/contract/my-page';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { weekdayIn } from '#server/channels/mail/templates/event-times.ts';
import { testApp } from '#server/test/app.ts';
import { proveAllMailboxes } from '#server/channels/mail/prove.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import type { Device, Family } from '#server/test/page-readers.ts';
import { challengeIn, cookieIn, meetingIn, pageReaders } from '#server/test/page-readers.ts';
import { many, maybeOne, one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, other, own, teach } from '#server/test/small-school.ts';

// The number is there, and nothing is sent to it here.
const server = await testApp({
  database: 'empty',
  whatsapp: {
    url: 'http://127.0.0.1:1/v23.0',
    phoneNumberId: '1',
    token: 'token',
    appSecret: 'secret',
    verifyToken: 'token',
    templates: { message: 'message' },
  },
});
const { app, call, config, db } = server;
const { gita, veda, staff, students } = await foundSchool(db);
const add = office(db);
const origin = config.appUrl;
const readers = pageReaders(server, { course: gita.id, group: gita.morning });
const { newFamily, everything, linkOf, get, post, lastCode, confirmed } = readers;

await run(db)`
  update class_slots set join_link = 'https://meet.test/' || class_id where class_id in (${gita.morning}, ${veda.morning})
`;

/** Each test has a family of its own. */
let family: Family;

beforeEach(async () => {
  await run(db)`delete from rate_limits`;
  family = await newFamily();
});

describe('the link', () => {
  it('is the same for each mail, has 256 bits, and only its hash is stored', async () => {
    const first = await linkOf(family.motherMail);
    expect(first).toMatch(/^\/me\/[\w-]{43}$/);
    expect(await linkOf(family.motherMail.toUpperCase())).toBe(first);
    const stored = await one<{ text: string }>(db)`
      select to_jsonb(g)::text as text from personal_pages g where g.mailbox = ${family.motherMail}
    `;
    expect(stored.text).not.toContain(first!.slice(4));
  });

  it('is for mailboxes with somebody to see behind them alone', async () => {
    expect(await linkOf(family.fatherMail)).toBeNull();
    expect(await linkOf('teach@office.test')).toBeNull();
    expect(await linkOf('nobody@office.test')).toBeNull();
    expect(await linkOf(`${family.name.toLowerCase()}@office.test`)).not.toBeNull();
  });

  it('answers the same when it is unknown, ended, revoked or shows nobody any more', async () => {
    const unknown = await get(`/me/${'A'.repeat(43)}`);
    expect(unknown.status).toBe(404);
    const device = await confirmed(family.motherMail);
    await run(db)`update personal_pages set expires_at = now() where mailbox = ${family.motherMail}`;
    const ended = await device.read();
    await run(db)`
      update personal_pages set expires_at = now() + interval '1 day', revoked_at = now() where mailbox = ${family.motherMail}
    `;
    const revoked = await device.read();
    await run(db)`update personal_pages set revoked_at = null where mailbox = ${family.motherMail}`;
    await run(db)`update people set deleted_at = now() where id in (${family.child}, ${family.sibling})`;
    const empty = await device.read();
    for (const answer of [ended, revoked, empty]) {
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    expect((await get('/me/short')).text).toBe(unknown.text);
  });

  it('that ended is another one in the next mail, and the old one stays dead', async () => {
    const old = (await linkOf(family.motherMail))!;
    await run(db)`update personal_pages set expires_at = now() where mailbox = ${family.motherMail}`;
    const next = (await linkOf(family.motherMail))!;
    expect(next).not.toBe(old);
    expect((await get(old)).status).toBe(404);
    expect((await get(next)).status).toBe(200);
  });

  it('is in the foot of mails to students and guardians, and no mail stores it', async () => {
    await run(db)`delete from mails`;
    const link = (await linkOf(family.motherMail))!;
    const given = await call(
      myPage.give_link,
      { student_id: family.child, mailbox: family.motherMail, send: true },
      { as: own },
    );
    expect(new URL(given.body.data.url).pathname).toBe(link);
    const mail = (await deliveredMails({ config, db })).findLast(({ to }) => to.includes(family.motherMail))!;
    expect(mail.links).toContain(`${origin}${link}`);
    const { held } = await one<{ held: boolean }>(db)`
      select exists (select from mails m where to_jsonb(m)::text like ${`%${link.slice(4)}%`}) as held
    `;
    expect(held).toBe(false);
  });
});

describe('who waits for a class', () => {
  it('reads it at the top, with the class and the number in line', async () => {
    const later = await newFamily();
    const waits = (student: number) =>
      run(db)`
        update enrolments set class_id = null, waits_for_class_id = ${gita.morning}
        where student_id = ${student} and ended_on is null
      `;
    await waits(later.child);
    await waits(family.child);
    const { text } = await (await confirmed(family.motherMail)).read();
    expect(text).toMatch(
      /<h3>Next meetings<\/h3>\s*<p dir="auto">\s*On the waiting list of [^:]*Morning[^:]*: number 1 in line\./,
    );
    expect((await (await confirmed(later.motherMail)).read()).text).toContain('number 2 in line');
    await run(db)`update enrolments set waits_for_class_id = null where student_id = ${family.child}`;
    expect((await (await confirmed(family.motherMail)).read()).text).toContain('Not in a class of');
  });
});

describe('a new device', () => {
  it('sees nothing but the question for a code, and a forwarded link no more', async () => {
    const device = await confirmed(family.motherMail);
    const stranger = await get(device.url);
    expect(stranger.status).toBe(200);
    expect(stranger.text).not.toContain(family.name);
    expect(stranger.text).not.toContain(family.motherMail);
    const foreign = await confirmed((await newFamily()).motherMail);
    expect((await get(device.url, foreign.cookie)).text).not.toContain(family.name);
    expect((await get(`${device.url}/meeting.ics`, foreign.cookie)).status).toBe(303);
    expect((await device.read()).text).toContain(family.name);
  });

  it('gets five tries for a code, which is good once and for ten minutes', async () => {
    const url = (await linkOf(family.motherMail))!;
    const asked = (await post(`${url}/code`, {})).text;
    // Nothing leaves without a mail server.
    expect(asked).toContain('the code stays with the office');
    expect(asked).not.toContain('on its way');
    const challenge = challengeIn(asked);
    const code = await lastCode(family.motherMail);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 5; n += 1) {
      expect((await post(`${url}/open`, { challenge, code: wrong })).status).toBe(403);
    }
    expect((await post(`${url}/open`, { challenge, code })).status).toBe(403);

    const second = challengeIn((await post(`${url}/code`, {})).text);
    const next = await lastCode(family.motherMail);
    await run(db)`update personal_codes set expires_at = now()`;
    expect((await post(`${url}/open`, { challenge: second, code: next })).status).toBe(403);
    await run(db)`update personal_codes set expires_at = now() + interval '1 minute'`;
    expect((await post(`${url}/open`, { challenge: second, code: next })).status).toBe(303);
    expect((await post(`${url}/open`, { challenge: second, code: next })).status).toBe(403);
  });

  it('gets few codes: five an hour for a page, twenty for a network', async () => {
    const url = (await linkOf(family.motherMail))!;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await post(`${url}/code`, {})).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    let refused = 0;
    for (let n = 0; n < 5; n += 1) {
      const next = (await linkOf((await newFamily()).motherMail))!;
      for (let m = 0; m < 4; m += 1) refused += Number((await post(`${next}/code`, {})).status === 429);
    }
    expect(refused).toBe(5);
  });

  it('keeps its name in a cookie that no script reads and no other site sends with a form', async () => {
    const url = (await linkOf(family.motherMail))!;
    const challenge = challengeIn((await post(`${url}/code`, {})).text);
    const opened = await post(`${url}/open`, { challenge, code: await lastCode(family.motherMail) });
    expect(String(opened.headers['set-cookie'])).toMatch(/^me=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
    const stored = await many<{ text: string }>(db)`select to_jsonb(d)::text as text from personal_devices d`;
    expect(stored.some(({ text }) => text.includes(cookieIn(opened).slice(3)))).toBe(false);
  });
});

describe('opening every address', () => {
  it('changes no table, and nothing that a page says may be stored, indexed or run', async () => {
    const device = await confirmed(family.motherMail);
    const before = await everything();
    const paths = [
      '',
      '/meeting.ics',
      `/meeting.ics?student=${family.child}`,
      '?done=absent',
      '/code',
      '/absent',
      '/open',
    ];
    for (const path of paths) {
      for (const cookie of ['', device.cookie]) {
        const { headers, status } = await get(`${device.url}${path}`, cookie, { purpose: 'prefetch' });
        if (status === 404) continue;
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex, nofollow',
        });
      }
    }
    const { headers } = await device.read();
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(await everything()).toEqual(before);
  });
});

/** Everything that a device can read: the page, and every file of it. */
async function readAll({ read, url, cookie }: Device) {
  const page = await read();
  const calendar = await get(`${url}/meeting.ics`, cookie);
  return `${page.text}\n${calendar.text}`;
}

describe('what a page shows', () => {
  it('is of every student behind the mailbox, and of nobody else, also for ids of others', async () => {
    const strangers = await newFamily();
    const device = await confirmed(family.motherMail);
    const text = await readAll(device);
    expect(text).toContain(family.name);
    expect(text).toContain(family.siblingName);
    expect(text).toContain('https://meet.test/');
    expect(text).toContain('1,234.50');
    const meeting = meetingIn(device.page.text);
    const before = await everything();
    const attempts: [string, Record<string, string>][] = [
      ['absent', { student: String(strangers.child), meeting }],
      ['coming', { student: String(strangers.child), meeting }],
      ['correct', { student: String(strangers.child), first_name: 'Mallory' }],
      ['reply', { place: `${strangers.child}.${gita.morning}`, body: 'Hi' }],
      ['reply', { place: `${family.child}.${gita.evening}`, body: 'Hi' }],
      ['receipt', { receipt: '1' }],
    ];
    for (const [action, fields] of attempts) {
      const { status, text: said } = await device.send(action, fields);
      expect([action, status]).toEqual([action, 400]);
      expect(said).not.toContain(strangers.name);
    }
    expect(await everything()).toEqual(before);
    for (const foreign of [strangers.name, 'Anu', 'Bala', 'Esha', 'Veda', 'Evening', strangers.motherMail]) {
      expect(text).not.toContain(foreign);
    }
  });

  it('shows no money to a student whose guardian pays, and no page to a guardian who may not see', async () => {
    const student = await confirmed(`${family.name.toLowerCase()}@office.test`);
    expect(student.page.text).toContain(family.name);
    expect(student.page.text).not.toContain('1,234.50');
    expect(student.page.text).not.toContain(family.siblingName);
    const mother = await confirmed(family.motherMail);
    // The line that unfolds says what is due, and not all that is open.
    expect(mother.page.text).toMatch(/Payments<\/h3><span class="soft">Due now: [^<]*1,234\.50/);
    await run(db)`update guardians set may_see = false where guardian_id = ${family.mother}`;
    expect((await mother.read()).status).toBe(404);
    expect(
      (await mother.send('reply', { place: `${family.child}.${gita.morning}`, body: 'Hi' })).status,
    ).toBe(400);
  });

  it('shows nothing at a mailbox that a barred guardian shares with the student or the other guardian', async () => {
    const mother = await confirmed(family.motherMail);
    await run(db)`
      insert into contacts (person_id, kind, value) values (${family.father}, 'email', ${family.motherMail})
    `;
    expect((await mother.read()).status).toBe(404);
    expect(await linkOf(family.motherMail)).toBeNull();
  });

  it('shows nothing of a deleted student, and of a merged one what is the survivor’s', async () => {
    const device = await confirmed(family.motherMail);
    await run(db)`update people set deleted_at = now() where id = ${family.child}`;
    const text = await readAll(device);
    expect(text).not.toContain(family.name);
    expect(text).toContain(family.siblingName);
    await run(db)`update people set deleted_at = null where id = ${family.child}`;
    const two = { keep_id: family.sibling, merge_id: family.child };
    const courses = [{ course_id: gita.id, use: 'keep' }];
    const plan = await call('duplicates.merge_people', { ...two, courses, preview: true }, { as: admin });
    const { digest } = plan.body.data;
    const merged = await call('duplicates.merge_people', { ...two, courses, digest }, { as: admin });
    expect(merged.body).toMatchObject({ status: 200 });
    const after = await readAll(device);
    expect(after).toContain(family.siblingName);
    expect(after).not.toContain(family.name);
  });

  it('is one page for a phone that reads two mailboxes, each by its own code', async () => {
    const first = await confirmed(family.motherMail);
    const others = await newFamily();
    const second = (await linkOf(others.motherMail))!;
    expect((await get(second, first.cookie)).text).not.toContain(others.name);
    const challenge = challengeIn((await post(`${second}/code`, {}, first.cookie)).text);
    const opened = await post(
      `${second}/open`,
      { challenge, code: await lastCode(others.motherMail) },
      first.cookie,
    );
    expect(cookieIn(opened)).toBe(first.cookie);
    expect((await get(second, first.cookie)).text).toContain(others.name);
    expect((await first.read()).text).toContain(family.name);
  });

  it('gives nobody the page of an address that nine students have', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 9; n += 1) ids.push(await add.person(`Crowd${family.name}x${n}`, 'student'));
    await run(db)`update people set email_id = 'crowd@office.test' where id = any(${ids.slice(1)}::bigint[])`;
    await proveAllMailboxes(db);
    expect(await linkOf('crowd@office.test')).not.toBeNull();
    await run(db)`update people set email_id = 'crowd@office.test' where id = ${ids[0]!}`;
    expect(await linkOf('crowd@office.test')).not.toBeNull();
    await proveAllMailboxes(db);
    expect(await linkOf('crowd@office.test')).toBeNull();
  });

  it('escapes names and texts, in every form of the page', async () => {
    const evil = '"><script>alert(1)</script>';
    await run(db)`update people set last_name = ${evil}, city = ${evil} where id = ${family.child}`;
    const device = await confirmed(family.motherMail);
    await device.send('absent', {
      student: String(family.child),
      meeting: meetingIn(device.page.text),
      reason: evil,
    });
    const { text } = await device.read();
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script');
    expect((await get(`${device.url}?done=${encodeURIComponent(evil)}`, device.cookie)).text).not.toContain(
      '<script',
    );
  });

  it('shows of each child of a family the next meeting alone, folds the rest, and says attendance once', async () => {
    const openLines = (text: string) =>
      text.replaceAll(/<details class="card" >[^]*?<\/main>|<details>[^]*/g, '');
    const { text } = (await confirmed(family.motherMail)).page;
    const ofChild = text.split('<h2 dir="auto">').slice(1);
    expect(ofChild).toHaveLength(2);
    for (const child of ofChild) {
      const [open = ''] = openLines(child).split('more meeting');
      expect(open.match(/<time/g)).toHaveLength(1);
      expect(child.match(/Attendance: /g)).toHaveLength(1);
    }
    const alone = (await confirmed(`${family.name.toLowerCase()}@office.test`)).page.text;
    expect(alone).toContain('<details class="card"  open>');
    expect(alone).not.toContain('more meeting');
  });

  it('weighs at most 60 KB, and takes few statements', async () => {
    const device = await confirmed(family.motherMail);
    const { text, headers } = await get(device.url, device.cookie, { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    const { text: plain } = await device.read();
    expect(plain).not.toMatch(/<(?:script|link|img|iframe)\b/);
    expect(brotliCompressSync(plain).length).toBeLessThan(20_000);
    expect(text.length).toBeLessThan(60_000);
    let statements = 0;
    const pool = db as unknown as { query: (...given: unknown[]) => unknown };
    const query = pool.query.bind(db);
    pool.query = (...given) => {
      statements += 1;
      return query(...given);
    };
    const times = 5;
    for (let n = 0; n < times; n += 1) expect((await device.read()).status).toBe(200);
    Object.assign(db, { query });
    // One of them asks for numbers of WhatsApp.
    expect(statements / times).toBeLessThanOrEqual(12);
  });
});

it('the page is in the language of the mails that lead to it, until its reader chooses one', async () => {
  await run(db)`update people set language = 'Telugu' where id in (${family.child}, ${family.sibling})`;
  const device = await confirmed(family.motherMail);
  const language = async () => /<html lang="(\w+)"/.exec((await device.read()).text)?.[1];
  expect(await language()).toBe('te');
  await run(db)`update personal_pages set language = 'hi' where mailbox = ${family.motherMail}`;
  expect(await language()).toBe('hi');
});

it('a meeting with a new day says instead of which day it is', async () => {
  const ahead = [1, 2, 3, 4, 5, 6, 7].map(dayFromToday);
  const day = ahead.find((each) => new Date(each).getUTCDay() === 1)!;
  const moved = (to: string) => run(db)`
    insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes)
    select s.course_id, s.class_id, s.id, ${day}, 'moved', ${to}::date, '23:00', 60 from class_slots s
    where s.class_id = ${gita.morning} and s.class_day = 'monday'
  `;
  const device = await confirmed(family.motherMail);
  const tag = async () => /New time[^<]*/.exec((await device.read()).text)?.[0];
  await moved(dayFromToday(8));
  expect(await tag()).toBe(`New time, instead of ${weekdayIn('en', day)}: `);
  await run(db)`delete from meetings`;
  await moved(day);
  expect(await tag()).toBe('New time: ');
  await run(db)`delete from meetings`;
});

describe('a recording', () => {
  const link = 'https://watch.test/morning?a=1&b=2';
  const days = [-7, -6, -5, -4, -3, -2, -1].map(dayFromToday);
  const day = days.find((each) => new Date(each).getUTCDay() === 1)!;

  it('is for the students who were in the class on its day, and says who was absent', async () => {
    await run(db)`
      insert into meetings (course_id, class_id, slot_id, on_date, recording_link)
      select s.course_id, s.class_id, s.id, ${day}, ${link} from class_slots s
      where s.class_id = ${gita.morning} and s.class_day = 'monday'
    `;
    await run(db)`
      with register as (
        insert into attendance_registers (course_id, class_id, attendance_date, taken_by)
        values (${gita.id}, ${gita.morning}, ${day}, ${staff.teach}) returning id
      )
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by)
      select ${day}, ${family.child}, ${gita.id}, ${gita.morning}, register.id, 'absent', ${staff.teach} from register
    `;
    const device = await confirmed(family.motherMail);
    const shown = async () =>
      (await device.read()).text.match(/<a href="https:\/\/watch\.test\/morning\?a=1&amp;b=2"[^]*?<\/p>/g) ??
      [];
    expect((await shown()).map((one) => one.includes('Absent'))).toEqual([true, false]);
    await run(db)`update enrolments set started_on = ${dayFromToday(0)} where student_id = ${family.sibling}`;
    expect(await shown()).toHaveLength(1);
    const evening = await newFamily({ course: gita.id, group: gita.evening });
    expect((await confirmed(evening.motherMail)).page.text).not.toContain('watch.test');
    await run(db)`delete from meetings`;
    await run(db)`delete from attendance`;
    await run(db)`delete from attendance_registers`;
  });
});

describe('what was taught', () => {
  it('is told for the last meetings, to those who were in the class', async () => {
    const [first, second] = [dayFromToday(-8), dayFromToday(-1)];
    for (const [day, how, week, words] of [
      [first, 'whole', 1, 'Nidana & Asana'],
      [second, 'part', 2, 'Purusha Suktam'],
    ] as const) {
      await run(db)`
        insert into attendance_registers (course_id, class_id, attendance_date, taught, taught_week, taught_words)
        values (${gita.id}, ${gita.morning}, ${day}, ${how}, ${week}, ${words})
      `;
    }
    await run(db)`update enrolments set started_on = ${first} where student_id = ${family.child}`;
    await run(db)`update enrolments set started_on = ${second} where student_id = ${family.sibling}`;
    const { text } = (await confirmed(family.motherMail)).page;
    expect(text.match(/Taught[^<]* <bdi>[^<]*/g)?.map((one) => one.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Taught in part on .*: <bdi>Week 2: Purusha Suktam$/),
      expect.stringMatching(/^Taught on .*: <bdi>Week 1: Nidana &amp; Asana$/),
      expect.stringMatching(/^Taught in part on .*: <bdi>Week 2: Purusha Suktam$/),
    ]);
    await run(db)`delete from attendance_registers`;
  });
});

describe('I cannot come', () => {
  const rollOf = async (day: string, slot: number) =>
    (
      await call(
        attendance.get_roll,
        { course_id: gita.id, class_id: gita.morning, attendance_date: day, slot_id: slot },
        { as: teach },
      )
    ).body.data.students as { student_id: number; cannot_come?: string }[];

  it('goes to the office alone where the class has no teacher, and the page says so', async () => {
    const stored = await many<{ id: number }>(db)`
      select t.id from slot_teachers t join class_slots s on s.id = t.slot_id
      where s.class_id = ${gita.morning} and t.ended_at is null
    `;
    const ids = stored.map(({ id }) => id);
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('Write to the teacher and the office');
    await run(db)`update slot_teachers set ended_at = now() where id = any(${ids}::bigint[])`;
    onTestFinished(async () => {
      await run(db)`update slot_teachers set ended_at = null where id = any(${ids}::bigint[])`;
    });
    const { text } = await device.read();
    expect([text.includes('Write to the office'), text.includes('the teacher')]).toEqual([true, false]);
    const fields = { student: String(family.child), meeting: meetingIn(text) };
    for (const [action, done] of [
      ['absent', 'absentOffice'],
      ['coming', 'comingOffice'],
    ] as const) {
      const { headers } = await device.send(action, fields);
      expect(headers['location']).toBe(`${device.url}?done=${done}`);
      // It is said once: who loads the page again, or sends its address on, has done nothing.
      const toSay = `${device.cookie}; ${String(headers['set-cookie']).split(';')[0]}`;
      const said = await get(String(headers['location']), toSay);
      expect(said.text).toContain('role="status"');
      expect(String(said.headers['set-cookie'])).toMatch(/^said=; Max-Age=0/);
      expect((await get(String(headers['location']), device.cookie)).text).not.toContain('role="status"');
    }
  });

  it('lands at the class and on the roll, can be withdrawn, and names who said it', async () => {
    const device = await confirmed(family.motherMail);
    const meeting = meetingIn(device.page.text);
    const fields = { student: String(family.child), meeting, reason: 'Fever' };
    for (let n = 0; n < 2; n += 1) {
      expect((await device.send('absent', fields)).headers['location']).toBe(`${device.url}?done=absent`);
    }
    const { body } = await call(myPage.get_answers, { class_id: gita.morning }, { as: teach });
    expect(body.data[0]).toMatchObject({
      kind: 'cannot_come',
      fullname: family.name,
      body: 'Fever',
      seen_by: [],
    });
    expect(body.data.filter((each: { fullname: string }) => each.fullname === family.name)).toHaveLength(1);
    const trail = await one<{ person_id: number; call: string }>(db)`
      select person_id, call from audit_entries where table_name = 'answers' order by id desc limit 1
    `;
    expect(trail).toEqual({ person_id: family.mother, call: 'page.say_absent' });
    expect((await device.read()).text).toContain('You said that you cannot come.');
    await device.send('coming', fields);
    expect((await device.read()).text).not.toContain('You said that you cannot come.');
  });

  it('stands beside the student on the roll, the mark stays absent, and it counts as told before', async () => {
    const slot = await one<{ id: number }>(db)`
      select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
    `;
    const day = [-7, -6, -5, -4, -3, -2, -1]
      .map(dayFromToday)
      .find((each) => new Date(each).getUTCDay() === 1)!;
    await run(db)`
      insert into answers (student_id, course_id, class_id, kind, body, slot_id, on_date, is_extra, held_on, said_by)
      values (${family.child}, ${gita.id}, ${gita.morning}, 'cannot_come', 'Trip', ${slot.id}, ${day}, false, ${day},
        ${family.mother})
    `;
    const roll = await rollOf(day, slot.id);
    expect(roll.find(({ student_id }) => student_id === family.child)).toMatchObject({ cannot_come: 'Trip' });
    expect(roll.find(({ student_id }) => student_id === family.sibling)).not.toHaveProperty('cannot_come');
    const marks = [family.child, family.sibling].map((student_id) => ({ student_id, status: 'absent' }));
    for (const { student_id } of marks) {
      const register = await one<{ id: number }>(db)`
        insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, is_extra, taken_by)
        values (${gita.id}, ${gita.morning}, ${day}, ${slot.id}, ${day}, false, ${staff.teach})
        on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
        returning id
      `;
      await run(db)`
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by)
        values (${day}, ${student_id}, ${gita.id}, ${gita.morning}, ${register.id}, 'absent', ${staff.teach})
      `;
    }
    const { page } = await confirmed(family.motherMail);
    expect(page.text.match(/Attendance: 0 of 1 meetings/g)).toHaveLength(2);
    expect(page.text).toContain('Absent: 1, of them 1 told before');
    expect(page.text).toContain('<p class="soft">Absent: 1</p>');
    const report = await call(
      attendance.get_report_sheet,
      { course_id: gita.id, class_id: gita.morning, start_date: day, end_date: day },
      { as: teach },
    );
    expect(
      report.body.data.students.find((each: { student_id: number }) => each.student_id === family.child),
    ).toMatchObject({ present: 0, recorded: 1, excused: 1 });
  });

  it('is refused once the meeting has begun', async () => {
    const device = await confirmed(family.motherMail);
    const slot = await one<{ id: number }>(db)`
      select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
    `;
    const past = [-7, -6, -5, -4, -3, -2, -1]
      .map(dayFromToday)
      .find((each) => new Date(each).getUTCDay() === 1)!;
    const answer = await device.send('absent', {
      student: String(family.child),
      meeting: `${slot.id}.${past}.0`,
    });
    expect(answer.status).toBe(409);
  });
});

describe('a form', () => {
  it('of another site, without its token, or of another device changes nothing', async () => {
    const device = await confirmed(family.motherMail);
    const stranger = await confirmed((await newFamily()).motherMail);
    const fields = { place: `${family.child}.${gita.morning}`, body: 'Forged' };
    const url = `${device.url}/reply`;
    const attempts = [
      post(url, { ...fields, form: device.form }, device.cookie, { origin: 'https://evil.test' }),
      post(url, { ...fields, form: device.form }, device.cookie, {
        'sec-fetch-site': 'cross-site',
        origin: 'null',
      }),
      post(url, { ...fields, form: device.form }, device.cookie, { 'sec-fetch-site': 'same-site' }),
      post(url, fields, device.cookie),
      post(url, { ...fields, form: stranger.form }, device.cookie),
      post(url, { ...fields, form: device.form }),
      post(url, { ...fields, form: device.form }, stranger.cookie),
      post(`${device.url}/code`, {}, device.cookie, { 'sec-fetch-site': 'cross-site' }),
    ];
    for (const attempt of attempts) expect((await attempt).status).toBe(403);
    expect(await maybeOne(db)`select id from answers where body = 'Forged'`).toBeNull();
    expect((await device.send('reply', fields)).status).toBe(303);
    expect(await maybeOne(db)`select id from answers where body = 'Forged'`).not.toBeNull();
  });
});

describe('answers', () => {
  it('reach the class and the student with who has seen them, and nobody out of reach', async () => {
    const device = await confirmed(family.motherMail);
    const fields = { place: `${family.child}.${gita.morning}`, body: 'We are late\ntoday' };
    await device.send('reply', fields);
    await device.send('reply', fields);
    const read = async (as: string | undefined) =>
      (await call(myPage.get_answers, { student_id: family.child }, { as: as! })).body.data as {
        answer_id: number;
        body: string;
        said_by: string;
        seen_by: { fullname: string }[];
        can: { see: boolean };
      }[];
    const [answer, ...rest] = await read(teach);
    expect(rest).toEqual([]);
    expect(answer).toMatchObject({
      body: 'We are late\ntoday',
      said_by: family.motherName,
      can: { see: true },
    });
    expect((await call(myPage.see_answers, { answer_ids: [answer!.answer_id] }, { as: teach })).status).toBe(
      200,
    );
    const [seen] = await read(own);
    expect(seen).toMatchObject({ seen_by: [{ fullname: 'Teach' }], can: { see: true } });
    expect((await call(myPage.see_answers, { answer_ids: [answer!.answer_id] }, { as: other })).status).toBe(
      404,
    );
    expect((await call(myPage.get_answers, { class_id: gita.morning }, { as: other })).status).toBe(404);
  });
});

describe('corrections', () => {
  const right = (more: Readonly<Record<string, string>>) => ({
    student: String(family.child),
    first_name: family.name,
    last_name: '',
    phone_number: '',
    dob: '',
    address: '',
    city: '',
    pincode: '',
    ...more,
  });

  it('change nothing before the office takes them, with one press, which can be undone', async () => {
    const device = await confirmed(family.motherMail);
    expect((await device.send('correct', right({ city: 'Pune', phone_number: '98765 43210' }))).status).toBe(
      303,
    );
    expect((await device.send('correct', right({ city: 'Puri', phone_number: '98765 43210' }))).status).toBe(
      303,
    );
    const found = async () =>
      one<{ city: string; phone_number: string | null }>(db)`
        select city, phone_number from people where id = ${family.child}
      `;
    expect(await found()).toEqual({ city: '', phone_number: null });
    expect((await device.read()).text).toContain('Proposed: Puri');
    const { body } = await call(myPage.get_links, { student_id: family.child }, { as: own });
    expect(body.data.corrections).toMatchObject([
      { field: 'phone_number', now: '', value: '9876543210' },
      { field: 'city', now: '', value: 'Puri', said_by: family.motherName },
    ]);
    const [phone, city] = body.data.corrections as { correction_id: number }[];
    expect((await call(myPage.decide_correction, { ...city, take: true }, { as: other })).status).toBe(404);
    const taken = await call(myPage.decide_correction, { ...city, take: true }, { as: own });
    expect(taken.status).toBe(200);
    await call(myPage.decide_correction, { ...phone, take: false }, { as: own });
    expect(await found()).toEqual({ city: 'Puri', phone_number: null });
    expect((await call(myPage.decide_correction, { ...city, take: true }, { as: own })).status).toBe(404);
    const undone = await call(
      audit.undo_change,
      { change_id: Number(taken.headers['change-id']) },
      { as: own },
    );
    expect(undone.body).toMatchObject({ status: 200 });
    expect((await found()).city).toBe('');
    const open = await call(myPage.get_corrections, {}, { as: own });
    expect(open.body.data.map(({ user_id }: { user_id: number }) => user_id)).toContain(family.child);
  });

  it('with a number, a day or a name that cannot be are refused', async () => {
    const device = await confirmed(family.motherMail);
    const wrongs: readonly Record<string, string>[] = [
      { phone_number: '12' },
      { dob: '2999-01-01' },
      { first_name: '' },
      { city: 'a\u0000b' },
    ];
    for (const wrong of wrongs) {
      expect((await device.send('correct', right(wrong))).status).toBe(400);
    }
    expect(await many(db)`select id from corrections where person_id = ${family.child}`).toEqual([]);
  });
});

describe('settings', () => {
  it('save language, zone and unwanted mails, and times follow the zone', async () => {
    const device = await confirmed(family.motherMail);
    const fields = { language: 'te', [`zone-${family.child}`]: 'America/New_York' };
    expect((await device.send('settings', fields)).status).toBe(303);
    const { text } = await device.read();
    expect(text).toContain('<html lang="te"');
    expect(text).toContain('New York');
    const saved = await one<{ unwanted: string[]; timezone: string }>(db)`
      select g.unwanted, p.timezone from personal_pages g, people p
      where g.mailbox = ${family.motherMail} and p.id = ${family.child}
    `;
    expect(saved).toEqual({ unwanted: ['reminders', 'events', 'newsletters'], timezone: 'America/New_York' });
    for (const wrong of [{ language: 'xx' }, { language: 'te', [`zone-${family.child}`]: 'Mars/Base' }]) {
      expect((await device.send('settings', wrong)).status).toBe(400);
    }
  });
});

describe('notifications', () => {
  it('tell the teachers of the class and its course admin that there is an answer, and not whose', async () => {
    const session = await one<{ id: number }>(db)`
      insert into sessions (token_hash, person_id, active_role, expires_at)
      values (sha256('push'), ${staff.teach}, 'teacher', now() + interval '1 hour')
      returning id
    `;
    for (const [id, at] of [
      [staff.teach, 'teach'],
      [staff.own, 'own'],
      [staff.other, 'other'],
    ] as const) {
      await run(db)`
        insert into push_devices (person_id, session_id, endpoint_mac, sealed, language)
        values (${id}, ${session.id}, ${Buffer.from(at)}, '', 'en')
      `;
    }
    const told = () =>
      many<{ at: string; data: object }>(db)`
        select convert_from(d.endpoint_mac, 'UTF8') as at, j.data from pgboss.job j
        join push_devices d on d.id = (j.data ->> 'device')::bigint
        where j.name = 'push' order by d.id, j.created_on
      `;
    const device = await confirmed(family.motherMail);
    const fields = { place: `${family.child}.${gita.morning}`, body: `${family.name} is well again` };
    expect((await device.send('reply', fields)).status).toBe(303);
    await device.send('reply', fields);
    const all = await told();
    expect(all).toMatchObject(
      ['teach', 'own'].map((at) => ({
        at,
        data: { kind: 'answer', place: 'Gita Morning', path: `/class/${gita.morning}?tab=answers` },
      })),
    );
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`${family.name}|well again`));
    await run(db)`delete from push_devices`;
  });
});

describe('WhatsApp', () => {
  const present = (holder: number) =>
    many<{ number: string; how: string; recorded_by: number }>(db)`
      select number, how, recorded_by from whatsapp_consents where person_id = ${holder} and ended_at is null
    `;
  const phone = (id: number, number: string) =>
    run(db)`update people set phone_number = ${number} where id = ${id}`;

  it('is agreed to and ended for the numbers of the reader and their students', async () => {
    await phone(family.child, '+919811111111');
    await phone(family.mother, '+919822222222');
    const device = await confirmed(family.motherMail);
    const { text } = await device.read();
    expect(text).toContain('name="number" value="919811111111"');
    const fields = { language: 'en', number: '919822222222' };
    expect((await device.send('settings', { ...fields, whatsapp: '919822222222' })).status).toBe(303);
    expect(await present(family.mother)).toEqual([
      { number: '919822222222', how: 'my_page', recorded_by: family.mother },
    ]);
    // A form that did not show the number says nothing about it.
    await device.send('settings', { language: 'en' });
    expect(await present(family.mother)).toHaveLength(1);
    await device.send('settings', fields);
    expect(await present(family.mother)).toEqual([]);
  });

  it('is not for the numbers of others', async () => {
    await phone(family.child, '+919833333333');
    await phone(family.father, '098333 33333');
    const stranger = await add.person('Stranger', 'student');
    await phone(stranger, '+919844444444');
    const device = await confirmed(family.motherMail);
    const { text } = await device.read();
    expect(text).not.toContain('name="number" value="919833333333"');
    for (const number of ['919833333333', '919844444444', "1'; drop table people; --"]) {
      await device.send('settings', { language: 'en', number, whatsapp: number });
    }
    for (const id of [family.child, family.father, stranger]) expect(await present(id)).toEqual([]);
  });
});

describe('homework', () => {
  async function topic(): Promise<number> {
    const { id } = await one<{ id: number }>(db)`
      insert into topics (course_id, week_count, topic_name, homework)
      select c.id, (current_date - c.start_date) / 7 + 1, 'Chapter 3', true from courses c where c.id = ${gita.id}
      returning id
    `;
    return id;
  }
  const pdf = '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
  async function handIn(
    { url, cookie, form }: Device,
    topicId: number | string,
    bytes: string,
    type = 'application/pdf',
  ) {
    const body = new FormData();
    body.set('form', form);
    body.set('student', String(family.child));
    body.set('topic', String(topicId));
    body.set('pdf', new Blob([bytes], { type }), 'Week "3".pdf');
    const request = new Request('http://a.test', { method: 'POST', body });
    const answer = await app.inject({
      method: 'POST',
      url: `${url}/homework`,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: {
        cookie,
        'content-type': request.headers.get('content-type')!,
        'sec-fetch-site': 'same-origin',
      },
    });
    return answer.statusCode;
  }

  it('is handed in as a PDF once, waits for the teacher, and can be done again after a rejection', async () => {
    const id = await topic();
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('Chapter 3');
    expect(await handIn(device, id, '<html>%PDF-', 'application/pdf')).toBe(400);
    expect(await handIn(device, id, '')).toBe(400);
    const rows = () =>
      many<{ status: string; uploaded_by: number; week_name: string }>(db)`
        select h.status, f.uploaded_by, h.week_name from homework h join files f on f.id = h.file_id
        where h.student_id = ${family.child} order by h.id
      `;
    expect(await rows()).toEqual([]);
    expect(await Promise.all([handIn(device, id, pdf), handIn(device, id, pdf)])).toEqual([303, 303]);
    expect(await rows()).toMatchObject([{ status: 'pending', uploaded_by: family.mother }]);
    const waiting = await call('homework.get_class_homework', { class_id: gita.morning }, { as: teach });
    const [row] = waiting.body.data as { id: number; home_work: string; week_name: string }[];
    expect(row!.week_name).toMatch(/^Week \d+: Chapter 3$/);
    expect((await app.inject({ method: 'GET', url: row!.home_work })).body).toBe(pdf);
    const comment = 'Please write verse 3 once more.';
    await call('homework.accept_homework', { id: row!.id, status: 'rejected', comment }, { as: teach });
    const page = (await device.read()).text;
    expect(page).toContain('To be done again');
    expect(page).toContain(comment);
    expect(await handIn(device, id, pdf)).toBe(303);
    expect(await rows()).toHaveLength(2);
  });

  it('of any age is shown while it waits or is to be done again, also without a topic', async () => {
    await run(db)`update courses set start_date = current_date - 300 where id = ${gita.id}`;
    const { id } = await one<{ id: number }>(db)`
      insert into topics (course_id, week_count, topic_name, homework) values (${gita.id}, 2, 'Of January', true)
      returning id
    `;
    const device = await confirmed(family.motherMail);
    expect(device.page.text).not.toContain('Of January');
    await run(db)`
      insert into homework (student_id, course_id, class_id, topic_id, week_name, home_work, submitted_at)
      values (${family.child}, ${gita.id}, ${gita.morning}, ${id}, 'Week 2: Of January', '', now() - interval '290 days'),
        (${family.child}, ${gita.id}, ${gita.morning}, null, 'Week 40', '', now() - interval '90 days')
    `;
    const page = (await device.read()).text;
    expect(page).toContain('Of January');
    expect(page).toContain('Week 40');
    const waiting = await call('homework.get_class_homework', { class_id: gita.morning }, { as: teach });
    const row = waiting.body.data.find((one: { week_name: string }) => one.week_name === 'Week 40');
    await call('homework.accept_homework', { id: row.id, status: 'rejected' }, { as: teach });
    const again = `${gita.morning}.Week 40`;
    expect(await handIn(device, again, pdf)).toBe(303);
    expect(await handIn(device, again, pdf)).toBe(303);
    const weeks = await many(db)`
      select h.status from homework h where h.student_id = ${family.child} and h.week_name = 'Week 40' order by h.id
    `;
    expect(weeks).toEqual([{ status: 'rejected' }, { status: 'pending' }]);
  });

  it('for a topic or a student of others is refused', async () => {
    const id = await topic();
    const device = await confirmed(family.motherMail);
    family = { ...family, child: students.esha };
    expect(await handIn(device, id, pdf)).toBe(400);
  });
});

describe('receipts', () => {
  let paid = 0;
  async function pay(studentId: number): Promise<number> {
    paid += 1;
    const { id } = await one<{ id: number }>(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
      values (${`pay ${paid}`}, ${gita.id}, ${studentId}, 'Payer', 'payer@office.test', 500, 'INR', 'success', now())
      returning id
    `;
    const issued = await call('receipts.issue_receipt', { payment_id: id }, { as: own });
    expect(issued.status).toBe(200);
    return issued.body.data.receipt_id;
  }

  it('are downloaded by who pays, the first time as the original, and by nobody else', async () => {
    const receipt = await pay(family.child);
    const foreign = await pay((await newFamily()).child);
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain(`name="receipt" value="${receipt}"`);
    expect(device.page.text).not.toContain(`name="receipt" value="${foreign}"`);
    const given = await device.send('receipt', { receipt: String(receipt) });
    expect([given.status, given.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(given.text.startsWith('%PDF-')).toBe(true);
    expect((await device.send('receipt', { receipt: String(foreign) })).status).toBe(400);
    const student = await confirmed(`${family.name.toLowerCase()}@office.test`);
    expect(student.page.text).not.toContain('name="receipt"');
    expect((await student.send('receipt', { receipt: String(receipt) })).status).toBe(400);
  });

  it('that also name a child of another family are not shown', async () => {
    const receipt = await pay(family.child);
    await run(db)`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      select r.payment_id, x.id, ${gita.id}, 250
      from receipts r, (values (${family.child}::bigint), (${students.anu}::bigint)) x (id)
      where r.id = ${receipt}
    `;
    const { page } = await confirmed(family.motherMail);
    expect(page.text).not.toContain(`name="receipt" value="${receipt}"`);
  });
});

describe('the office', () => {
  it('sees who has a link and its last use, and ends it: mails have none until it gives one again', async () => {
    const device = await confirmed(family.motherMail);
    const links = async () =>
      (await call(myPage.get_links, { student_id: family.child }, { as: own })).body.data.links as {
        mailbox: string;
        used_at: string | null;
        devices: number;
        students: number;
        revoked_at: string | null;
      }[];
    expect(await links()).toMatchObject([
      { mailbox: `${family.name.toLowerCase()}@office.test`, used_at: null, students: 1 },
      { mailbox: family.motherMail, devices: 1, students: 2, revoked_at: null },
    ]);
    expect((await links())[1]!.used_at).not.toBeNull();
    const of = { student_id: family.child, mailbox: family.motherMail };
    expect((await call(myPage.revoke_link, of, { as: other })).status).toBe(404);
    expect((await call(myPage.revoke_link, { ...of, mailbox: family.fatherMail }, { as: own })).status).toBe(
      404,
    );
    expect((await call(myPage.revoke_link, of, { as: own })).status).toBe(200);
    expect((await device.read()).status).toBe(404);
    expect(await linkOf(family.motherMail)).toBeNull();
    const given = await call(myPage.give_link, { ...of, send: false }, { as: own });
    const next = new URL(given.body.data.url).pathname;
    expect(next).not.toBe(device.url);
    expect((await get(next, device.cookie)).text).not.toContain(family.name);
    expect((await get(device.url, device.cookie)).status).toBe(404);
  });
});
