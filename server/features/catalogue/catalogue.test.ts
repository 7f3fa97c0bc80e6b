import { defaultSettings } from '@gurukul/contract/provider';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office as workOf } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, dayFromToday, foundSchool } from '#server/test/small-school.ts';
import { findOffered } from './queries.ts';
import { weekOf } from './week.ts';

const office = await testApp({ database: 'empty' });
const { app, call, db } = office;
const add = workOf(db);
let school: Awaited<ReturnType<typeof foundSchool>>;

const save = (wanted: object) => {
  const { receipt_year_start: _, ...settings } = defaultSettings;
  return call(
    'provider.save_settings',
    { ...settings, name: 'Sunrise', catalogue_open: true, ...wanted },
    { as: admin },
  );
};

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url, headers });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
};
const path = (id: number) => `/courses-open/${id}`;
const read = async (page = 1) => (await call('catalogue.get_catalogue', { page })).body;
const named = async (name: string) =>
  (await read()).data.find(({ course_name }: { course_name: string }) => course_name === name);

beforeAll(async () => {
  school = await foundSchool(db);
  await add.price(school.gita.id, 1200);
  await run(db)`
    update courses set course_description = '<p>Verses &amp; <em>meaning</em>.</p><p>All of it</p>', what_we_learn = '<ul><li>Chanting</li></ul>',
      email_id = 'contact@office.test', note = 'Only for the office'
    where id = ${school.gita.id}
  `;
  await run(
    db,
  )`insert into topics (course_id, week_count, topic_name) values (${school.gita.id}, 1, 'Dhyana shlokas')`;
});

describe('a closed door', () => {
  test('says nothing: what is there answers as what never was', async () => {
    const there = await get(path(school.gita.id));
    expect(there.status).toBe(404);
    for (const url of [
      '/courses-open',
      path(999_999),
      '/courses-open/gita',
      '/courses-open/0',
      '/courses-open/%00',
    ]) {
      const { status, text, headers } = await get(url);
      expect([url, status, text, headers['cache-control']]).toEqual([url, 404, there.text, 'no-store']);
    }
    expect(there.text).not.toContain('Gita');
    expect(there.text).toContain('noindex');
    expect((await call('catalogue.get_catalogue')).status).toBe(404);
  });
});

describe('an open door', () => {
  beforeAll(async () => {
    await save({});
  });

  test('shows published courses with text, plan, price, classes and their time', async () => {
    const list = await get('/courses-open');
    expect([list.status, list.headers['cache-control']]).toEqual([200, 'public, max-age=60']);
    for (const said of ['Sunrise', 'Gita', 'Veda', '2 classes', 'Verses &amp; meaning. All of it']) {
      expect(list.text).toContain(said);
    }
    const { slug } = await named('Gita');
    const course = await get(`/courses-open/${slug}`);
    for (const said of [
      `rel="canonical" href="${office.config.appUrl}/courses-open/${slug}"`,
      'hreflang="te"',
      'https://schema.org/Course',
      'Chanting',
      'Dhyana shlokas',
      '₹1,200',
      'Morning',
      'Class time: Monday 18:00 and Thursday 07:30 (Kolkata)',
      'Next meeting: ',
    ]) {
      expect(course.text.replaceAll(/\s+/g, ' ')).toContain(said);
    }
    expect(course.text).not.toMatch(/<script|noindex/);
    // The words after the number may be older than the name.
    expect((await get(`/courses-open/${school.gita.id}-old-name`)).text).toContain('Class time');
    expect((await get(`/courses-open/${school.gita.id}x`)).status).toBe(404);
  });

  test('says where to register while that is open, and somebody reads replies', async () => {
    const { slug } = await named('Gita');
    const link = 'href="mailto:office%40sunrise.test?subject=Gita"';
    expect((await get(`/courses-open/${slug}`)).text).not.toContain('mailto:');
    await save({ reply_to: 'office@sunrise.test' });
    await run(db)`update courses set reg_status = 'opened' where id = ${school.gita.id}`;
    expect((await get(`/courses-open/${slug}`)).text).toContain(link);
    await run(db)`update courses set reg_status = 'closed' where id = ${school.gita.id}`;
    expect((await get(`/courses-open/${slug}`)).text).not.toContain('mailto:');
    await save({});
  });

  test('never shows a draft, one that is announced, over or deleted, and no deleted class', async () => {
    const { own } = school.staff;
    const hidden: number[] = [school.draft.id];
    for (const [name, startDate, status] of [
      ['Soon', '', 'coming_soon'],
      ['Past', '2020-01-06', 'published'],
      ['Binned', '', 'published'],
    ] as const) {
      const id = await add.course(name, own, { startDate });
      await run(db)`update courses set status = ${status} where id = ${id}`;
      hidden.push(id);
    }
    await add.remove('courses', hidden.at(-1)!);
    await add.remove('classes', await add.class(school.gita.id, 'Closed group'));
    const { text } = await get('/courses-open');
    const json = JSON.stringify(await read());
    for (const name of ['Upanishads', 'Soon', 'Past', 'Binned', 'Closed group']) {
      expect(text).not.toContain(name);
      expect(json).not.toContain(name);
    }
    const unknown = await get(path(999_999));
    for (const id of hidden) {
      const { status, text: page } = await get(path(id));
      expect([status, page]).toEqual([404, unknown.text]);
    }
    expect((await get(path(school.gita.id))).text).not.toContain('Closed group');
  });

  test('names the next meeting that takes place', async () => {
    const before = (await named('Veda')).classes[0].next_at;
    const { id } = await one<{ id: number }>(
      db,
    )`select id from class_slots where course_id = ${school.veda.id}`;
    await run(db)`
      insert into meetings (slot_id, course_id, class_id, on_date, state)
      values (${id}, ${school.veda.id}, ${school.veda.morning}, (${before}::timestamptz at time zone 'Asia/Kolkata')::date, 'canceled')
    `;
    const after = (await named('Veda')).classes[0].next_at;
    expect(Date.parse(after) - Date.parse(before)).toBe(7 * 86_400_000);
  });

  test('counts the places that are free, and who waits for a full class', async () => {
    const places = async () => {
      const { classes } = await named('Gita');
      return classes.map(({ class_name, free, waiting }: Record<string, unknown>) => [
        class_name,
        free,
        waiting,
      ]);
    };
    expect(await places()).toEqual([
      ['Evening', null, 0],
      ['Morning', null, 0],
    ]);
    await run(db)`
      update course_teachers set strength = 5 where course_id = ${school.gita.id} and teacher_id = ${school.staff.teach}
    `;
    const enrolled = await one<{ count: number }>(db)`
      select count(*)::integer as count from enrolments where class_id = ${school.gita.morning} and ended_on is null
    `;
    expect((await places())[1]).toEqual(['Morning', 5 - enrolled.count, 0]);
    await run(db)`update course_teachers set strength = 2 where teacher_id = ${school.staff.teach}`;
    await addEnrolment(db, { student: school.students.free, course: school.gita.id, class: null });
    await run(db)`
      update enrolments set waits_for_class_id = ${school.gita.morning} where student_id = ${school.students.free}
    `;
    expect((await places())[1]).toEqual(['Morning', 0, 1]);
    expect((await get(path(school.gita.id))).text).toContain('Full, 1 waits');
  });

  test('names the price of the country in which the chosen clock goes first', async () => {
    await run(db)`
      insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
      values (${school.gita.id}, 'New Zealand', 'NZ', 'NZD', 40)
    `;
    const countries = async (zone: string) =>
      (await get(`${path(school.gita.id)}?zone=${zone}`)).text.match(/<dt>[^<]*/g)?.slice(-2);
    expect(await countries('Asia/Kolkata')).toEqual(['<dt>India', '<dt>New Zealand']);
    expect(await countries('Pacific/Auckland')).toEqual(['<dt>New Zealand', '<dt>India']);
  });

  test('speaks the language of the browser, or the one that was chosen', async () => {
    const url = path(school.gita.id);
    for (const { text, headers } of [
      await get(url, { 'accept-language': 'te-IN,en;q=0.5' }),
      await get(`${url}?lang=te`, { 'accept-language': 'hi' }),
    ]) {
      for (const said of ['<html lang="te"', 'క్లాసులు', 'సోమవారం', 'నమోదు']) expect(text).toContain(said);
      expect(headers.vary).toContain('accept-language');
    }
    expect((await get(`${url}?lang=hi`)).text).toContain('कक्षाएँ');
    expect((await get(`${url}?lang=te&zone=Pacific%2FAuckland`)).text).toContain(
      '/courses-open?lang=te&amp;zone=Pacific%2FAuckland',
    );
  });

  test('shows no fact about people', async () => {
    const people = await many<{ fullname: string; email_id: string }>(
      db,
    )`select fullname, email_id from people`;
    const pages = [
      await get('/courses-open'),
      await get(path(school.gita.id)),
      await get(path(school.veda.id)),
    ];
    const texts = [...pages.map(({ text }) => text), JSON.stringify(await read())];
    expect(people.length).toBeGreaterThan(10);
    for (const text of texts) {
      for (const { fullname, email_id } of people) {
        expect(text).not.toContain(email_id);
        expect(text.match(new RegExp(String.raw`\b${fullname}\b`))?.[0]).toBe(undefined);
      }
      for (const secret of ['contact@office.test', 'Only for the office']) expect(text).not.toContain(secret);
      // No number of a row but that of a course in its address.
      expect(text).not.toMatch(/_id"|student|teacher/i);
    }
  });

  test('reads a page once for all who ask for it at the same time', async () => {
    let statements = 0;
    const counted = new Proxy(db, {
      get(target, key) {
        if (key === 'query') statements += 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const find = () => findOffered(counted, office.config, String(school.gita.id));
    const first = await find();
    const once = statements;
    const answers = await Promise.all(Array.from({ length: 50 }, find));
    expect([statements, answers.every((one) => one?.slug === first?.slug)]).toEqual([2 * once, true]);
    // Afterwards it is read anew.
    await run(db)`update courses set course_name = 'Gita II' where id = ${school.gita.id}`;
    expect((await get(path(school.gita.id))).text).toContain('Gita II');
    await run(db)`update courses set course_name = 'Gita' where id = ${school.gita.id}`;
  });

  test('takes no harm from what stands in an address or a header', async () => {
    const evil = '"><script>alert(1)</script>';
    const plain = await get(path(school.gita.id));
    for (const query of [
      `zone=${encodeURIComponent(evil)}`,
      'zone=EST',
      'zone=pacific/auckland',
      'zone=Asia/Kolkata&zone=UTC',
      `zone=${'a/'.repeat(5000)}`,
      'lang=__proto__&page=-1',
      'page=1e9&lang[]=te',
    ]) {
      const { status, text } = await get(`${path(school.gita.id)}?${query}`);
      expect([query.slice(0, 40), status, text.includes('<script')]).toEqual([
        query.slice(0, 40),
        200,
        false,
      ]);
      expect(text.replaceAll(/<a [^>]*>/g, '')).toBe(plain.text.replaceAll(/<a [^>]*>/g, ''));
    }
    for (const [url, status] of [
      ['/courses-open?page=00', 200],
      ['/courses-open?page=99999', 404],
      [`${path(school.gita.id)}?page=2`, 404],
    ] as const) {
      expect((await get(url, { origin: evil, 'accept-language': evil })).status).toBe(status);
    }
    expect((await app.inject({ method: 'POST', url: '/courses-open' })).statusCode).toBe(405);
  });

  test('lets listed sites alone frame the pages and read the JSON', async () => {
    for (const site of [
      'http://a.example',
      'https://a.example;script-src',
      'https://*.example',
      'https://a',
      "https://a.example'",
    ]) {
      expect((await save({ catalogue_sites: [site] })).status).toBe(400);
    }
    const [listed, other] = ['https://www.example.org', 'https://evil.example'];
    const before = await get('/courses-open');
    expect(before.headers['x-frame-options']).toBe('DENY');
    expect(before.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect((await save({ catalogue_sites: [`${listed}/our/courses?x`] })).status).toBe(200);
    const { headers } = await get('/courses-open');
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors https:\/\/www\.example\.org$/);
    expect(headers['x-frame-options']).toBe(undefined);
    const allowed = async (origin: string) =>
      (await get('/api/catalogue', { origin })).headers['access-control-allow-origin'];
    expect([await allowed(listed), await allowed(other), await allowed('null')]).toEqual([
      listed,
      undefined,
      undefined,
    ]);
    expect((await get('/api/catalogue')).headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      vary: expect.stringContaining('origin'),
    });
    // Nothing else may be framed.
    expect((await get(path(999_999))).headers['x-frame-options']).toBe('DENY');
  });

  test('keeps each page within 60 KB, whatever the office wrote', async () => {
    const long = 'క్షేత్రక్షేత్రజ్ఞవిభాగయోగః '.repeat(8).slice(0, 200);
    const { own } = school.staff;
    const ids: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      const id = await add.course(`${n} ${long}`.slice(0, 200), own);
      ids.push(id);
      await run(db)`
        update courses set status = 'published', course_description = ${`<p>${long.repeat(40)}</p>`},
          what_we_learn = ${`<p>${'<strong>అ</strong>'.repeat(300)}</p>`}
        where id = ${id}
      `;
    }
    const [id] = ids;
    for (let n = 0; n < 30; n += 1) {
      const group = await add.class(id!, `${n} ${long}`.slice(0, 200));
      for (const day of ['monday', 'wednesday', 'friday'])
        await add.slot(id!, group, day, '18:00', 'America/New_York');
    }
    await run(db)`
      insert into topics (course_id, week_count, topic_name) select ${id}, n % 60 + 1, ${long} from generate_series(1, 900) n
    `;
    await run(db)`
      insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
      select ${id}, 'X', chr(65 + n / 26) || chr(65 + n % 26), 'USD', 1000 from generate_series(0, 299) n
    `;
    for (const url of ['/courses-open', '/courses-open?page=2', path(id!), `${path(id!)}?page=2`]) {
      for (const lang of ['en', 'te', 'hi']) {
        const { status, text } = await get(
          `${url}${url.includes('?') ? '&' : '?'}lang=${lang}&zone=Pacific%2FAuckland`,
        );
        expect(status).toBe(200);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
      }
    }
    const { data, total_count: total } = await read(2);
    expect([data.length, total]).toEqual([12, 27]);
    await run(db)`update courses set deleted_at = now() where id = any(${ids}::bigint[])`;
  });
});

describe('the week of a class', () => {
  const slot = (class_day: 'monday' | 'sunday', time: string, time_zone: string) => ({
    class_day,
    time,
    time_zone,
    duration_minutes: 60,
  });
  const week = (slots: ReturnType<typeof slot>[], zone: string, now: string, start = '2026-01-05') =>
    weekOf({ slots }, start, { language: 'en', zone, now: new Date(now) });

  test('stands on both clocks, and says when they drift apart', () => {
    // New York leaves summer time on 1 November 2026.
    expect(
      week([slot('monday', '18:00', 'Asia/Kolkata')], 'America/New_York', '2026-10-20T00:00:00Z'),
    ).toEqual({
      ofClass: ['Monday 18:00 (Kolkata)'],
      own: 'Monday 08:30 (New York)',
      later: { day: 'Monday, 2 November 2026', week: 'Monday 07:30 (New York)' },
    });
    // Auckland goes to summer time on 27 September 2026, and the class in New York leaves it five weeks later.
    expect(
      week([slot('sunday', '19:00', 'America/New_York')], 'Pacific/Auckland', '2026-09-15T00:00:00Z'),
    ).toEqual({
      ofClass: ['Sunday 19:00 (New York)'],
      own: 'Monday 11:00 (Auckland)',
      later: { day: 'Monday, 28 September 2026', week: 'Monday 12:00 (Auckland)' },
    });
  });

  test('has one clock for a visitor who lives by it, and begins with the course', () => {
    expect(week([slot('monday', '18:00', 'Asia/Kolkata')], 'Asia/Kolkata', '2026-10-20T00:00:00Z')).toEqual({
      ofClass: ['Monday 18:00 (Kolkata)'],
      own: null,
      later: null,
    });
    // On the first day of the course summer time is over.
    const ahead = week(
      [slot('monday', '18:00', 'Asia/Kolkata')],
      'Europe/London',
      '2026-09-01T00:00:00Z',
      '2026-11-02',
    );
    expect([ahead.own, ahead.later]).toEqual(['Monday 12:30 (London)', null]);
  });

  test('of two slots changes for both', () => {
    const slots = [slot('monday', '18:00', 'Asia/Kolkata'), slot('sunday', '07:00', 'Asia/Kolkata')];
    expect(week(slots, 'America/New_York', '2026-10-21T00:00:00Z')).toEqual({
      ofClass: ['Monday 18:00 and Sunday 07:00 (Kolkata)'],
      own: 'Monday 08:30 and Saturday 21:30 (New York)',
      later: {
        day: 'Monday, 2 November 2026',
        week: 'Monday 07:30 and Saturday 20:30 (New York)',
      },
    });
  });
});

describe('a network that asks too much', () => {
  const hasty = testApp({ database: 'empty', limits: { publicRequestsPerMinute: 3 } });
  test('gets a page that says so', async () => {
    const { app: own } = await hasty;
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await own.inject({ url: '/courses-open' })).statusCode);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
  });
});

test('a course that is to begin says its first day', async () => {
  const id = await add.course('Ahead', school.staff.own, { startDate: dayFromToday(40) });
  await run(db)`update courses set status = 'published' where id = ${id}`;
  const group = await add.class(id, 'First');
  await add.slot(id, group);
  const { text } = await get(path(id));
  expect(text).toContain('Starts on ');
  const { classes } = await named('Ahead');
  expect(Date.parse(classes[0].next_at)).toBeGreaterThan(Date.now() + 38 * 86_400_000);
});
