import { randomBytes } from 'node:crypto';
import { calendar } from '@gurukul/contract/calendar';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { testApp } from '../../test/app.ts';
import { office, refusal } from '../../test/office.ts';
import { waitingMails } from '../../test/waiting-mails.ts';
import { hashSecret } from '#server/secrets.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

const dev = 'dev@office.test';
await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin', { asRole: 'teacher' });
const devId = await at.person('Dev', 'teacher');
const eshaId = await at.person('Esha', 'teacher');

const pathOf = (url: string) => url.slice(server.config.appUrl.length);
const fetchIt = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ url: pathOf(url), headers, method });
const statusOf = async (url: string) => (await fetchIt(url)).statusCode;

async function newLink(as: string): Promise<string> {
  const { status, body } = await call(calendar.create_feed, {}, { as });
  expect(status).toBe(200);
  return body.data.url;
}

/** The entries of a calendar, read by another implementation of RFC 5545. */
function entriesOf(text: string) {
  const root = new ICAL.Component(ICAL.parse(text));
  return root.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}

/** A new teacher with classes, so that tests do not affect each other. */
let teachers = 0;
async function teacherOf({ course = 'Gita', name = 'Dawn', day = 'monday', time = '06:00' } = {}) {
  teachers += 1;
  const who = `T${teachers}`;
  const teacherId = await at.person(who, 'teacher');
  const courseId = await at.course(course, balaId);
  const classId = await at.class(courseId, name);
  const slotId = await at.slot(courseId, classId, day, time, 'America/New_York');
  await at.associate(courseId, teacherId);
  const assigned = await at.assign(courseId, slotId, teacherId);
  return { as: `${who.toLowerCase()}@office.test`, teacherId, courseId, classId, slotId, assigned };
}

async function addEvent(
  courseId: number,
  name: string,
  live_status: string,
  meeting_link = 'https://meet.test/a',
) {
  const { rows } = await db.query(
    `insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, created_by)
     values ($1, $2, $3, '2027-01-05', '2027-01-05T12:30:00Z', '2027-01-05T13:30:00Z', $4, $5) returning id`,
    [courseId, name, meeting_link, live_status, balaId],
  );
  return rows[0].id as number;
}

describe('the calls about the calendar link', () => {
  it('are about the caller’s own link, under any id', async () => {
    const { as } = await teacherOf();
    const url = await newLink(as);
    await call(
      calendar.revoke_feed,
      { person_id: devId, user_id: devId, id: devId },
      { as: 'esha@office.test' },
    );
    expect(await statusOf(url)).toBe(200);
    const { body } = await call(calendar.feed, { person_id: devId }, { as: 'esha@office.test' });
    expect(body.data).toEqual({ created_at: null, last_read_at: null });
  });
});

describe('a calendar link', () => {
  it('is shown once, stored as a hash only, and audited without it', async () => {
    const before = await call(calendar.feed, {}, { as: dev });
    expect(before.body).toEqual({
      status: 200,
      message: 'success',
      data: { created_at: null, last_read_at: null },
    });
    const url = await newLink(dev);
    const token = /^http:\/\/[\w.:]+\/calendar\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);

    const after = await call(calendar.feed, {}, { as: dev });
    expect(after.body.data).toEqual({ created_at: expect.stringMatching(/Z$/), last_read_at: null });
    const { rows } = await db.query('select * from calendar_feeds where person_id = $1', [devId]);
    expect(rows).toHaveLength(1);
    expect(rows[0].hash).toEqual(hashSecret(token));
    const audited = await db.query(
      `select person_id, call, action, after from audit_entries where table_name = 'calendar_feeds' and row_id = $1`,
      [String(rows[0].id)],
    );
    expect(audited.rows).toMatchObject([
      { person_id: devId, call: 'calendar.create_feed', action: 'insert' },
    ]);
    expect(JSON.stringify([rows, audited.rows])).not.toContain(token);
    const told = (await waitingMails(db, server.config)).filter(({ to }) => to === dev);
    expect(told).toEqual([{ kind: 'factor_news', to: dev, data: { what: 'calendar_link' } }]);
    expect(JSON.stringify(told)).not.toContain(token);
  });

  it('is not shown again when the request is repeated', async () => {
    const { as, teacherId } = await teacherOf();
    const again = { as, headers: { 'idempotency-key': 'the-same-key' } };
    const first = await call(calendar.create_feed, {}, again);
    const second = await call(calendar.create_feed, {}, again);
    expect(second.body.data.url).not.toBe(first.body.data.url);
    const kept = await db.query('select answer from idempotency_keys where person_id = $1', [teacherId]);
    expect(kept.rows).toEqual([]);
  });

  it('ends with a new one and with revoking, which can be repeated', async () => {
    const { as } = await teacherOf();
    const old = await newLink(as);
    const url = await newLink(as);
    expect([await statusOf(old), await statusOf(url)]).toEqual([404, 200]);

    const other = await newLink((await teacherOf()).as);
    for (let i = 0; i < 2; i += 1) {
      expect((await call(calendar.revoke_feed, {}, { as })).body).toEqual({
        status: 200,
        message: 'success',
      });
    }
    expect([await statusOf(old), await statusOf(url), await statusOf(other)]).toEqual([404, 404, 200]);
    expect((await call(calendar.feed, {}, { as })).body.data).toEqual({
      created_at: null,
      last_read_at: null,
    });
  });

  it('is one, even when many are requested at once', async () => {
    const { as, teacherId } = await teacherOf();
    const urls = await Promise.all(Array.from({ length: 8 }, () => newLink(as)));
    const statuses = await Promise.all(urls.map(statusOf));
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
    const { rows } = await db.query(
      'select count(*) filter (where revoked_at is null) as standing, count(*) as made from calendar_feeds where person_id = $1',
      [teacherId],
    );
    expect(rows).toEqual([{ standing: 1, made: 8 }]);
  });

  it('gives the same 404 when it is wrong, revoked, of a deleted person, or of somebody who does not teach', async () => {
    const revoked = await teacherOf();
    const deleted = await teacherOf();
    const urls = [await newLink(revoked.as), await newLink(deleted.as)];
    await call(calendar.revoke_feed, {}, { as: revoked.as });
    await at.remove('people', deleted.teacherId);
    // Bala made it while acting as teacher, and has dropped that role since.
    const token = randomBytes(32).toString('base64url');
    await db.query('insert into calendar_feeds (person_id, hash) values ($1, $2)', [
      balaId,
      hashSecret(token),
    ]);
    const dropped = `${server.config.appUrl}/calendar/${token}.ics`;
    expect(await statusOf(dropped)).toBe(200);
    await db.query('update people set as_role = null where id = $1', [balaId]);
    urls.push(dropped, `${server.config.appUrl}/calendar/${randomBytes(32).toString('base64url')}.ics`);
    urls.push(
      ...['short.ics', token, `${token}.ics.ics`, '%00.ics'].map(
        (file) => `${server.config.appUrl}/calendar/${file}`,
      ),
    );

    const answers = await Promise.all(urls.map((url) => fetchIt(url)));
    const refusals = answers.map((answer) =>
      refusal({ status: answer.statusCode, body: answer.json(), headers: {} }),
    );
    expect(refusals).toEqual(
      urls.map(() => ({ status: 404, code: 'not_found', message: 'Not found', hasRequestId: true })),
    );
    await db.query(`update people set as_role = 'teacher' where id = $1`, [balaId]);
  });
});

describe('the calendar', () => {
  it('is a private answer that calendar apps can cache and revalidate', async () => {
    const { as } = await teacherOf();
    const url = await newLink(as);
    const answer = await fetchIt(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    });
    const etag = String(answer.headers.etag);

    const head = await fetchIt(url, {}, 'HEAD');
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
    const same = await fetchIt(url, { 'if-none-match': `"other", ${etag}` });
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag]);
    expect((await fetchIt(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('changes as soon as a class moves', async () => {
    const { as, slotId } = await teacherOf();
    const url = await newLink(as);
    const { etag } = (await fetchIt(url)).headers;
    await db.query(`update class_slots set local_time = '07:15' where id = $1`, [slotId]);
    const moved = await fetchIt(url, { 'if-none-match': String(etag) });
    expect(moved.statusCode).toBe(200);
    expect(moved.body).toMatch(/^DTSTART:\d{8}T1[12]1500Z$/m);
    expect(moved.body).not.toMatch(/^DTSTART:\d{8}T\d\d0000Z$/m);
    expect(moved.body).toMatch(new RegExp(`^UID:class-${slotId}-\\d{4}-\\d\\d-\\d\\d@`, 'm'));
  });

  it('remembers when it was last read, to the minute', async () => {
    const { as, teacherId } = await teacherOf();
    const url = await newLink(as);
    const lastRead = async () => (await call(calendar.feed, {}, { as })).body.data.last_read_at;
    await fetchIt(url);
    const first = await lastRead();
    expect(first).toMatch(/Z$/);
    await fetchIt(url);
    expect(await lastRead()).toBe(first);
    await db.query(
      `update calendar_feeds set last_read_at = now() - interval '2 hours' where person_id = $1`,
      [teacherId],
    );
    const earlier = await lastRead();
    await fetchIt(url);
    expect(Date.parse(await lastRead())).toBeGreaterThan(Date.parse(earlier) + 3_600_000);
    // Reading it has no author.
    const { rows } = await db.query(
      `select action from audit_entries where table_name = 'calendar_feeds' and person_id = $1`,
      [teacherId],
    );
    expect(rows).toEqual([{ action: 'insert' }]);
  });

  it('contains what the person teaches now and nothing else', async () => {
    const { as, courseId, classId, teacherId, slotId } = await teacherOf();
    const ended = await at.slot(courseId, classId, 'tuesday', '06:00');
    const endedId = await at.assign(courseId, ended, teacherId);
    await db.query('update slot_teachers set ended_at = clock_timestamp() where id = $1', [endedId]);
    const others = await at.slot(courseId, classId, 'wednesday', '06:00');
    await at.associate(courseId, eshaId);
    await at.assign(courseId, others, eshaId);
    const gone = await at.slot(courseId, classId, 'friday', '06:00');
    await at.assign(courseId, gone, teacherId);
    await at.remove('class_slots', gone);
    const deletedCourse = await at.course('Old', balaId);
    const itsSlot = await at.slot(deletedCourse, await at.class(deletedCourse, 'Old'), 'monday', '12:00');
    await at.associate(deletedCourse, teacherId);
    await at.assign(deletedCourse, itsSlot, teacherId);
    await at.remove('courses', deletedCourse);

    const published = await addEvent(courseId, 'Talk', 'published', 'https://meet.test/a,b;c?x=1');
    await addEvent(courseId, 'Draft', 'pending');
    const canceled = await addEvent(courseId, 'Off', 'canceled');
    const foreign = await at.course('Veda', balaId);
    await addEvent(foreign, 'Elsewhere', 'published');
    await db.query('update events set deleted_at = now() where id = $1', [
      await addEvent(courseId, 'Deleted', 'published'),
    ]);

    const entries = entriesOf((await fetchIt(await newLink(as))).body);
    expect([...new Set(entries.map(({ uid }) => uid.replace(/-\d{4}-\d\d-\d\d@/, '@')))]).toEqual([
      `class-${slotId}@127.0.0.1`,
      `event-${published}@127.0.0.1`,
      `event-${canceled}@127.0.0.1`,
    ]);
    const event = entries.find(({ uid }) => uid.startsWith('event-'));
    expect(event?.summary).toBe('Talk · Gita');
    expect(event?.component.getFirstPropertyValue('status')).toBeNull();
    const off = entries.find(({ uid }) => uid === `event-${canceled}@127.0.0.1`);
    expect(off?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    // No link to join, and a newer sequence than the app has.
    expect([off?.location, off?.sequence]).toEqual([null, 1]);
    expect(event?.location).toBe('https://meet.test/a,b;c?x=1');
    expect(event?.startDate.toJSDate().toISOString()).toBe('2027-01-05T12:30:00.000Z');
    expect(event?.endDate.toJSDate().toISOString()).toBe('2027-01-05T13:30:00.000Z');

    await db.query(`update events set meeting_link = '', place = 'Temple hall' where id = $1`, [published]);
    const inHall = entriesOf((await fetchIt(await newLink(as))).body);
    expect(inHall.find(({ uid }) => uid === event?.uid)?.location).toBe('Temple hall');
  });

  it('of a person without classes is valid and empty', async () => {
    await at.person('Newcomer', 'teacher');
    const { body } = await fetchIt(await newLink('newcomer@office.test'));
    expect(entriesOf(body)).toEqual([]);
    expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
  });

  it('escapes hostile names', async () => {
    const hostile =
      'A\r\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:evil\rATTACH:x\u0000\u000b; b, c\\n "d" \u2028 भगवद्गीता '.repeat(
        4,
      );
    const name = hostile.replaceAll('\u0000', '');
    const { as, slotId } = await teacherOf({ name, course: 'x:y;TZID="z"\nX-EVIL:1' });
    const { body } = await fetchIt(await newLink(as));

    const lines = body.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(/[\r\n]/.test(body.replaceAll('\r\n', ''))).toBe(false);
    expect(lines.filter((line) => /^(ATTACH|X-EVIL|UID:evil)/.test(line))).toEqual([]);
    const entries = entriesOf(body);
    expect(entries.length).toBeGreaterThan(1);
    for (const { uid, summary } of entries) {
      expect(uid).toMatch(new RegExp(`^class-${slotId}-[-\\d]{10}@127.0.0.1$`));
      expect(summary).toBe(`${name} · x:y;TZID="z"\nX-EVIL:1`.replaceAll(/\p{Cc}+/gu, ' '));
    }
  });

  it('is never sent in plain http', async () => {
    const { as } = await teacherOf();
    const answer = await server.app.inject({
      url: pathOf(await newLink(as)),
      headers: { host: 'portal.example.org' },
    });
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Please use https']);
  });

  it('is read only', async () => {
    const { as } = await teacherOf();
    const url = await newLink(as);
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await server.app.inject({ url: pathOf(url), method })).statusCode).toBe(405);
    }
    expect(await statusOf(url)).toBe(200);
  });
});

describe('guessing links', async () => {
  const few = await testApp({ limits: { publicRequestsPerMinute: 3 } });

  it('is slowed down like for every visitor', async () => {
    const guess = (remoteAddress: string) =>
      few.app.inject({ url: `/calendar/${randomBytes(32).toString('base64url')}.ics`, remoteAddress });
    for (let i = 0; i < 3; i += 1) expect((await guess('127.0.0.1')).statusCode).toBe(404);
    expect((await guess('127.0.0.1')).statusCode).toBe(429);
    expect((await guess('127.0.1.1')).statusCode).toBe(404);
  });
});

it('the secret of a link is in no line of the log', async () => {
  const { as } = await teacherOf();
  const url = await newLink(as);
  const token = url.slice(-47, -4);
  const lines: string[] = [];
  const app = await buildApp({
    config: server.config,
    pool: db,
    storage: server.storage,
    logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  });
  const ask = async (headers = {}) => (await app.inject({ url: pathOf(url), headers })).statusCode;
  expect(await ask()).toBe(200);
  expect(await ask({ host: 'portal.example.org' })).toBe(400);
  await call(calendar.revoke_feed, {}, { as });
  expect(await ask()).toBe(404);
  await app.inject({ url: `${pathOf(url)}/more` });
  await app.close();
  expect(lines.filter((line) => line.includes('/calendar/:file'))).not.toEqual([]);
  expect(lines.filter((line) => line.includes(token))).toEqual([]);
});
