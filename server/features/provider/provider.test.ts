import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { hostileFiles } from '#server/test/hostile-files.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { receiptSettings } from '#server/test/samples/sample.ts';
import { logoOnPaper } from '../files/logo-on-paper.ts';
import { createKnownProvider } from '#server/provider/known-provider.ts';

const portalRoot = await mkdtemp(join(tmpdir(), 'gurukul-provider-'));
await mkdir(join(portalRoot, 'icons'));
const built = `<!doctype html><html lang="en"><head>
<meta name="description" content="Gurukul, the portal for the people who run the courses" />
<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<link rel="apple-touch-icon" href="/icons/apple-touch.png" />
<title>Gurukul</title></head><body><noscript>Gurukul needs JavaScript.</noscript></body></html>`;
const icons = [
  { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
await writeFile(join(portalRoot, 'index.html'), built);
await writeFile(
  join(portalRoot, 'manifest.webmanifest'),
  JSON.stringify({ id: '/', name: 'Gurukul', short_name: 'Gurukul', theme_color: '#14716a', icons }),
);
await writeFile(join(portalRoot, '.preloads.json'), JSON.stringify([['/login', ['assets/login.js']]]));
afterAll(() => rm(portalRoot, { recursive: true }));

const school = await testApp({ database: 'empty', portalRoot });
const { call, db, app, config } = school;
const add = office(db);
await add.person('Admin', 'admin');
await add.person('Own', 'courseadmin');
await add.person('Teach', 'teacher');
const admin = 'admin@office.test';

const plain = {
  name: '',
  logo: '',
  accent: 'teal',
  time_zone: 'Asia/Kolkata',
  languages: ['en', 'te', 'hi'],
  sender_name: '',
  reply_to: '',
};
const read = async () => (await call('provider.get_settings', {}, { as: admin })).body.data;
const save = (settings: object) => call('provider.save_settings', { ...plain, ...settings }, { as: admin });
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

async function upload(bytes: Buffer, type: string, as = admin) {
  const file = { kind: 'provider_logo', name: 'logo', type, size: bytes.length };
  const begun = await call('files.begin', file, { as });
  if (begun.status !== 200) return begun;
  const { url, headers } = begun.body.upload;
  await app.inject({ method: 'PUT', url, headers, payload: bytes });
  return call('files.finish', { file_id: begun.body.file_id }, { as });
}

const picture = await sharp({ create: { width: 300, height: 120, channels: 3, background: '#c0563d' } })
  .png()
  .toBuffer();

beforeEach(async () => {
  await save(plain);
});

describe('the settings', () => {
  test('are saved as a whole; a name of another script stays as it was written', async () => {
    const name = 'శ్రీ వేద గురుకులం';
    const wanted = { name, accent: 'plum', time_zone: 'Europe/London', sender_name: 'కార్యాలయం' };
    expect((await save(wanted)).status).toBe(200);
    expect(await read()).toMatchObject({ ...plain, ...wanted });
  });

  test('English is always offered', async () => {
    await save({ languages: ['hi'] });
    expect((await read()).languages).toEqual(['en', 'hi']);
  });

  test('a save can be undone, and the pages follow at once', async () => {
    await save({ name: 'Before' });
    const { location } = (await upload(picture, 'image/png')).body;
    const { headers } = await save({ name: 'After', accent: 'blue', logo: location });
    expect((await get('/login')).body).toContain('<title>After</title>');
    const undone = await call(
      'audit.undo_change',
      { change_id: Number(headers['change-id']) },
      { as: admin },
    );
    expect(undone.status).toBe(200);
    expect(await read()).toMatchObject({ name: 'Before', accent: 'teal', logo: '' });
    expect((await get('/login')).body).toContain('<title>Before</title>');
  });

  test('the bin says who changed what', async () => {
    await save({ name: 'Veda School' });
    const { body } = await call('audit.get_bin', { search: '', before: '' }, { as: admin });
    expect(body.data[0]).toMatchObject({
      call: 'provider.save_settings',
      about: [{ thing: 'provider', name: 'Veda School' }],
      fields: [{ field: 'name', before: null, after: 'Veda School' }],
      undo: { can: true },
    });
  });

  test.each([
    ['a name of two lines', { name: 'A\nB' }],
    ['a name that turns the reading order', { name: 'A\u202Egro.live' }],
    ['a name with an isolate', { name: 'A\u2066B' }],
    ['half a letter', { name: 'A\ud800' }],
    ['a name that is too long', { name: 'x'.repeat(81) }],
    ['a sender of two lines', { sender_name: 'Office\r\nBcc: all@office.test' }],
    ['a reply address with a header', { reply_to: 'a@b.test\r\nBcc: all@office.test' }],
    ['two reply addresses', { reply_to: 'a@b.test, c@d.test' }],
    ['a named reply address', { reply_to: 'Office <a@b.test>' }],
    ['an unknown colour', { accent: 'red;}body{display:none' }],
    ['a zone that does not exist', { time_zone: 'Mars/Olympus' }],
    ['an unknown language', { languages: ['en', 'xx'] }],
    ['a picture of elsewhere', { logo: 'https://elsewhere.test/a.png' }],
    ['a picture that nobody uploaded', { logo: `/files/${'a'.repeat(43)}.png` }],
    ['an address with a script', { logo: 'javascript:alert(1)' }],
  ])('%s is refused', async (_, wrong) => {
    const before = await read();
    expect((await save(wrong)).status).toBe(400);
    expect(await read()).toEqual(before);
  });
});

describe('the logo', () => {
  test('is uploaded by account admins alone', async () => {
    for (const as of ['own@office.test', 'teach@office.test']) {
      expect((await upload(picture, 'image/png', as)).status).toBe(403);
    }
  });

  test('of another admin, or of another kind, is not accepted', async () => {
    await add.person('Other', 'admin');
    const { location } = (await upload(picture, 'image/png', 'other@office.test')).body;
    expect((await save({ logo: location })).status).toBe(400);
    const file = { kind: 'course_image', name: 'a', type: 'image/png', size: picture.length };
    const begun = (await call('files.begin', file, { as: admin })).body;
    await app.inject({
      method: 'PUT',
      url: begun.upload.url,
      headers: begun.upload.headers,
      payload: picture,
    });
    const course = (await call('files.finish', { file_id: begun.file_id }, { as: admin })).body.location;
    expect((await save({ logo: course })).status).toBe(400);
  });

  test('is drawn as the icons of the app, as long as it is the logo', async () => {
    const { location } = (await upload(picture, 'image/png')).body;
    const key = location.replace('/files/', '');
    const icon = (name: string, of = key) => get(`/files/icons/${name}/${of}`);
    expect((await icon('app-192')).statusCode).toBe(404);
    await save({ logo: location });
    for (const [name, size] of [
      ['app-192', 192],
      ['app-512', 512],
      ['app-maskable-512', 512],
      ['apple-touch', 180],
    ] as const) {
      const answer = await icon(name);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
      const { width, height, format } = await sharp(answer.rawPayload).metadata();
      expect([width, height, format]).toEqual([size, size, 'png']);
    }
    expect((await icon('app-999')).statusCode).toBe(404);
    expect((await icon('app-192', '../../secret')).statusCode).toBe(404);
    await save({ logo: '' });
    expect((await icon('app-192')).statusCode).toBe(404);
  });

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('in %s stands on receipts, on white', async (format) => {
    const dot = await sharp(picture).resize(30, 12).png().toBuffer();
    const seeThrough = sharp({ create: { width: 3000, height: 900, channels: 4, background: '#00000000' } });
    const bytes = await seeThrough
      .composite([{ input: dot }])
      .toFormat(format)
      .toBuffer();
    const { location } = (await upload(bytes, `image/${format}`)).body;
    await save({ logo: location });
    const preview = () =>
      call('receipts.preview_receipt', { ...receiptSettings, language: 'en', kind: 'fee' }, { as: admin });
    expect((await preview()).body).toContain('/Subtype /Image');
    const drawn = await logoOnPaper(school.storage, { logo: location });
    const { width, height, channels } = await sharp(drawn!.png).metadata();
    expect([width, height, channels]).toEqual([600, 180, 3]);
    await save({ logo: '' });
    // A process follows within a second.
    await expect.poll(async () => (await preview()).body).not.toContain('/Subtype /Image');
  });

  test('is stored only as its pixels, or refused', async () => {
    // One of each fate, because `hostile-files.test.ts` sends all of them to the same check.
    const all = await hostileFiles();
    const fates = [...new Set(all.map(({ fate }) => fate))].filter((fate) => fate !== 'kept');
    const files = fates.map((wanted) => all.find(({ fate }) => fate === wanted)!);
    expect(files.length).toBeGreaterThan(1);
    for (const { what, type, bytes, fate } of files) {
      const { status, body } = await upload(bytes, type);
      expect({ what, status }).toEqual({ what, status: fate === 'refused' ? 400 : 200 });
      if (status !== 200) continue;
      const stored = await get(body.location);
      expect({ what, isKept: stored.rawPayload.includes('planted') }).toEqual({ what, isKept: false });
    }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect((await upload(svg, 'image/svg+xml')).status).toBe(400);
    expect((await upload(svg, 'image/png')).status).toBe(400);
  });
});

describe('the page of HTML', () => {
  test('is as it was built, without settings', async () => {
    const { body, headers } = await get('/login');
    expect(body).toBe(built);
    expect(headers['link']).toContain('assets/login.js');
  });

  test('carries name, logo and colour, and nothing of them becomes markup', async () => {
    const { location } = (await upload(picture, 'image/png')).body;
    const name = `"><script>alert(1)</script>'$&$1`;
    expect((await save({ name, logo: location, accent: 'indigo', languages: ['en'] })).status).toBe(200);
    const { body } = await get('/login');
    expect(body).not.toContain('<script');
    expect(body).toContain('<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;$&amp;$1</title>');
    const said = /<meta name="provider" content="([^"]*)">/.exec(body)?.[1] ?? '';
    const plainText = said
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    expect(JSON.parse(plainText)).toEqual({ name, logo: location, languages: ['en'] });
    expect(body).toContain('<style id="accent">');
    expect(body).toContain(`href="/files/icons/app-192/${location.replace('/files/', '')}"`);
    expect(body).not.toContain('favicon.svg');
    expect(body).toMatch(/content="[^"]*, the portal for the people who run the courses"/);
  });

  test('has another ETag once the settings are others, and the same again after', async () => {
    const tag = async () => String((await get('/login')).headers['etag']);
    const first = await tag();
    expect((await get('/login', { 'if-none-match': first })).statusCode).toBe(304);
    await save({ name: 'Veda' });
    expect((await get('/login', { 'if-none-match': first })).statusCode).toBe(200);
    expect(await tag()).not.toBe(first);
    await save(plain);
    expect(await tag()).toBe(first);
  });

  test('comes packed for those who ask, and as it is for others', async () => {
    await save({ name: 'Veda' });
    const { body } = await get('/login');
    const br = await get('/login', { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(body);
    const gzip = await get('/login', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(body);
    expect(body).toContain('<title>Veda</title>');
  });

  test('of an address that does not exist carries the name too', async () => {
    await save({ name: 'Veda' });
    const answer = await get('/nowhere');
    expect([answer.statusCode, answer.body.includes('<title>Veda</title>')]).toEqual([404, true]);
  });
});

describe('the manifest of the app', () => {
  const manifest = async () => JSON.parse((await get('/manifest.webmanifest')).body);

  test('is as it was built, without settings', async () => {
    expect(await manifest()).toEqual({
      id: '/',
      name: 'Gurukul',
      short_name: 'Gurukul',
      theme_color: '#14716a',
      icons,
    });
  });

  test('carries name, colour and icons, under another ETag', async () => {
    const before = (await get('/manifest.webmanifest')).headers;
    expect(before['content-type']).toContain('application/manifest+json');
    const { location } = (await upload(picture, 'image/png')).body;
    const key = location.replace('/files/', '');
    await save({ name: 'వేద విద్యాలయం హైదరాబాద్', logo: location, accent: 'maroon' });
    expect(await manifest()).toMatchObject({
      name: 'వేద విద్యాలయం హైదరాబాద్',
      short_name: 'వేద',
      theme_color: '#a04a54',
      icons: [
        { src: `/files/icons/app-192/${key}`, sizes: '192x192' },
        { src: `/files/icons/app-512/${key}`, sizes: '512x512' },
        { src: `/files/icons/app-maskable-512/${key}`, purpose: 'maskable' },
      ],
    });
    expect((await get('/manifest.webmanifest')).headers['etag']).not.toBe(before['etag']);
  });
});

describe('mails', () => {
  test('go out with the settings at the time of sending', async () => {
    await save({ name: 'Old name' });
    const { body } = await call('provider.send_test_mail', {}, { as: admin });
    await save({
      name: 'Veda & Söhne',
      sender_name: 'Büro, "Veda"',
      reply_to: 'office@veda.test',
      accent: 'maroon',
      time_zone: 'Europe/London',
    });
    const mails = await deliveredMails({ config, db });
    const mail = mails.at(-1)!;
    expect(mail.subject).toBe('Test mail of Veda & Söhne');
    expect(mail.text).toContain('(London time)');
    expect(mail.text).toContain('Your reply goes to office@veda.test.');
    expect(mail.html).toContain('Veda &amp; Söhne</td>');
    expect(mail.html).toContain('#863d45');
    const { state } = await one<{ state: string }>(db)`
      select state from mails where id = ${body.data.mail_id}
    `;
    expect(state).toBe('sent');
    const log = await call('mails.get_mails', { kind: 'test_mail' }, { as: admin });
    expect(log.body.data[0]).toMatchObject({ mail_id: body.data.mail_id, state: 'kept' });
  });

  test('a test mail goes to the person who asks, and the answer says that it is kept here', async () => {
    const answer = await call('provider.send_test_mail', {}, { as: admin });
    expect(answer.headers['mails']).toBe('kept');
    const { recipient } = await one<{ recipient: string }>(db)`
      select recipient from mails where id = ${answer.body.data.mail_id}
    `;
    expect(recipient).toBe(admin);
  });
});

test('pages are served with the last settings while the database is away', async () => {
  let isAway = false;
  const known = createKnownProvider({
    query: async (...input: Parameters<typeof db.query>) => {
      if (isAway) throw new Error('away');
      return db.query(...input);
    },
  } as unknown as typeof db);
  await save({ name: 'Veda' });
  expect((await known.read()).name).toBe('Veda');
  isAway = true;
  known.forget();
  expect((await known.read()).name).toBe('Veda');
  await run(db)`update provider set name = 'Later'`;
  isAway = false;
  known.forget();
  expect((await known.read()).name).toBe('Later');
});
