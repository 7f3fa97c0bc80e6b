import { said } from '@gurukul/contract/shared/words/messages';
import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { maybeOne, one, run } from '../../test/rows.ts';
import { signFileUrl } from '../../storage/signed-url.ts';
import { createStorage } from '../../storage/storage.ts';
import { postFile, startBucket } from '../../test/bucket.ts';
import { testApp } from '../../test/app.ts';
import { secondProcess } from '../../test/second-process.ts';
import { buildApp } from '../../app.ts';
import { newKey } from './file-key.ts';
import { assertKnownFile } from './known-file.ts';
import { sweepFiles } from './sweep.ts';

const office = await testApp();
const storage = createStorage(office.config);
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c0563d' } })
  .withExif({ IFD0: { Artist: 'A. Person' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 50/1' } })
  .jpeg()
  .toBuffer();
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

interface Offer {
  readonly file_id: string;
  readonly upload: {
    readonly url: string;
    readonly method: 'PUT' | 'POST';
    readonly headers: Record<string, string>;
  };
}

type Upload = { kind: string; name: string; type: string; bytes: Buffer };

const photo = (): Upload => ({
  kind: 'course_image',
  name: 'Temple.jpg',
  type: 'image/jpeg',
  bytes: picture,
});
const lesson = (): Upload => ({
  kind: 'topic_pdf',
  name: 'Lesson 1.pdf',
  type: 'application/pdf',
  bytes: pdf,
});

async function begin(file: Upload, as = 'admin'): Promise<Offer> {
  const { kind, name, type, bytes } = file;
  const { status, body } = await office.call('files.begin', { kind, name, type, size: bytes.length }, { as });
  expect(status).toBe(200);
  return body;
}

const put = (url: string, payload: Buffer | Readable, headers: Record<string, string> = {}) =>
  office.app.inject({ method: 'PUT', url, payload, headers });

async function uploaded(file: Upload, as = 'admin'): Promise<string> {
  const { file_id, upload } = await begin(file, as);
  const answer = await put(upload.url, file.bytes, upload.headers);
  expect(answer.statusCode).toBe(204);
  return file_id;
}

const finish = (file_id: string, as = 'admin') => office.call('files.finish', { file_id }, { as });

async function stored(file: Upload, as = 'admin'): Promise<string> {
  const { status, body } = await finish(await uploaded(file, as), as);
  expect(status).toBe(200);
  return body.location;
}

const get = (url: string) => office.app.inject({ method: 'GET', url });
const findRow = (id: string) =>
  maybeOne<{ id: string }>(office.db)`select id from files where id = ${id}::uuid`;
const folder = (name: 'incoming' | 'stored') => join(office.config.dataDir, 'files', name);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const uploaderOf = (location: string) =>
  one<{ id: number }>(office.db)`
    select uploaded_by as id from files where key = ${location.replace('/files/', '')}
  `;
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

describe('addresses that somebody guesses', () => {
  it('are refused after some, and the pictures of pages come on', async () => {
    const location = await stored(photo());
    const narrow = await secondProcess(office, { limits: { ...office.config.limits, requestsPerMinute: 5 } });
    const ask = async (url: string) => (await narrow.inject({ url })).statusCode;
    const guesses: number[] = [];
    for (let n = 0; n < 7; n += 1) guesses.push(await ask(`/files/${newKey('image/png')}`));
    expect(guesses).toEqual([404, 404, 404, 404, 404, 429, 429]);
    expect(await ask(location)).toBe(200);
  });
});

describe('asking for an upload', () => {
  it.each([
    ['a picture over 5 MB', { kind: 'course_image', type: 'image/png', size: 5 * 1024 * 1024 + 1 }],
    ['a PDF over 20 MB', { kind: 'topic_pdf', type: 'application/pdf', size: 20 * 1024 * 1024 + 1 }],
    ['an empty file', { kind: 'course_image', type: 'image/png', size: 0 }],
    ['an SVG', { kind: 'course_image', type: 'image/svg+xml', size: 10 }],
    ['a web page', { kind: 'course_image', type: 'text/html', size: 10 }],
    ['a picture as a lesson', { kind: 'topic_pdf', type: 'image/png', size: 10 }],
    ['a PDF as a picture', { kind: 'course_image', type: 'application/pdf', size: 10 }],
    ['an unknown kind', { kind: 'payroll', type: 'image/png', size: 10 }],
  ])('is refused for %s', async (_what, file) => {
    const { status } = await office.call('files.begin', { name: 'a.png', ...file }, { as: 'admin' });
    expect(status).toBe(400);
  });

  it('is open to a teacher for their own picture', async () => {
    expect(await stored({ ...photo(), kind: 'profile_image' }, 'teacher')).toMatch(
      /^\/files\/[\w-]{43}\.jpg\?day=\d{5}&signature=[\w-]{43}$/,
    );
  });

  it('shows a picture of a person by a link of the day alone, and other pictures by their key', async () => {
    const signed = await stored({ ...photo(), kind: 'profile_image' }, 'teacher');
    const [path = '', query = ''] = signed.split('?');
    const shown = await get(signed);
    expect([shown.statusCode, shown.headers['cache-control']]).toEqual([
      200,
      'private, max-age=86400, immutable',
    ]);
    const other = await stored({ ...photo(), kind: 'course_image' });
    const wrong = [
      path,
      `${path}?day=20000&${query.split('&')[1]}`,
      `${path}?${query.slice(0, -2)}AA`,
      `${path}?expires=1999999999&${query.split('&')[1]}`,
      `${other}?${query}`.replace(other, path.replace('.jpg', '.png')),
    ];
    for (const url of wrong.slice(0, 4)) expect([url, (await get(url)).statusCode]).toEqual([url, 403]);
    expect((await get(wrong[4]!)).statusCode).not.toBe(200);
    expect((await get(other)).statusCode).toBe(200);
    // A browser that has it asks again with its tag, and the link still counts.
    const headers = { 'if-none-match': String(shown.headers.etag) };
    expect((await office.app.inject({ method: 'GET', url: path, headers })).statusCode).toBe(403);
  });

  it('returns an address that ends in five minutes', async () => {
    const { kind, name, type, bytes } = photo();
    const asked = Date.now();
    const { body } = await office.call(
      'files.begin',
      { kind, name, type, size: bytes.length },
      { as: 'admin' },
    );
    const expires = Date.parse(body.expires_at) - 300_000;
    expect(expires).toBeGreaterThanOrEqual(asked);
    expect(expires).toBeLessThanOrEqual(Date.now());
  });
});

describe('sending the bytes', () => {
  it('is refused without a signature, with a wrong one and with that of another upload', async () => {
    const { file_id, upload } = await begin(photo());
    const other = await begin(photo());
    const query = upload.url.slice(upload.url.indexOf('?'));
    const urls = [
      `/files/upload/${file_id}`,
      upload.url.slice(0, -2),
      upload.url.replace(/expires=\d+/, 'expires=9999999999'),
      `/files/upload/${other.file_id}${query}`,
      `/files/upload/${randomUUID()}${query}`,
      `/files/upload/..%2f..%2fsecret${query}`,
    ];
    for (const url of urls) expect((await put(url, picture, upload.headers)).statusCode).toBe(403);
    expect(await readdir(folder('incoming'))).not.toContain(file_id);
  });

  it('is refused when the five minutes are over', async () => {
    const { file_id, upload } = await begin(photo());
    const old = await storage.offerUpload({
      id: file_id,
      type: 'image/jpeg',
      size: 9,
      now: minutesAgo(5),
    });
    const answer = await put(old.url, picture, upload.headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toBe('This upload link has expired, please choose the file again');
  });

  it('is refused for another type than announced, and for compressed bytes', async () => {
    const { file_id, upload } = await begin(photo());
    expect((await put(upload.url, picture, { 'content-type': 'text/html' })).statusCode).toBe(415);
    expect((await put(upload.url, picture, { 'content-type': 'image/png' })).statusCode).toBe(415);
    expect(
      (await put(upload.url, picture, { ...upload.headers, 'content-encoding': 'gzip' })).statusCode,
    ).toBe(415);
    expect(await readdir(folder('incoming'))).not.toContain(file_id);
  });

  it('is refused for more bytes than announced, whether they are declared or not', async () => {
    const { file_id, upload } = await begin(photo());
    const tooMany = Buffer.concat([picture, Buffer.from('x')]);
    expect((await put(upload.url, tooMany, upload.headers)).statusCode).toBe(413);
    expect(
      (await put(upload.url, Readable.from([picture, Buffer.from('x')]), upload.headers)).statusCode,
    ).toBe(413);
    expect((await readdir(folder('incoming'))).filter((name) => name.startsWith(file_id))).toEqual([]);
  });

  it('over a real connection ends an endless body, and keeps nothing of it nor of one that breaks off', async () => {
    const address = new URL(await office.app.listen({ host: '127.0.0.1', port: 0 }));
    const { file_id, upload } = await begin(photo());
    const send = () =>
      httpRequest(new URL(upload.url, address), {
        method: 'PUT',
        headers: { ...upload.headers, 'transfer-encoding': 'chunked' },
      });

    const parts = async () => (await readdir(folder('incoming'))).filter((name) => name.startsWith(file_id));
    const endless = send();
    endless.on('error', () => undefined);
    onTestFinished(() => void endless.destroy());
    const flood = async () => {
      while (!endless.destroyed) {
        endless.write(Buffer.alloc(64 * 1024));
        await new Promise(setImmediate);
      }
    };
    // The network decides whether the sender still sees the refusal. The portal surely ends the connection.
    const closed = new Promise((resolve) => endless.once('close', resolve));
    await Promise.all([closed, flood()]);

    await expect.poll(parts).toEqual([]);

    const broken = send();
    broken.on('error', () => undefined);
    broken.write(picture.subarray(0, 100));
    await expect.poll(parts).toHaveLength(1);
    broken.destroy();
    await expect.poll(parts).toEqual([]);
  });

  it('is refused once the upload is finished', async () => {
    const { file_id, upload } = await begin(photo());
    await put(upload.url, picture, upload.headers);
    await finish(file_id);
    expect((await put(upload.url, picture, upload.headers)).statusCode).toBe(404);
  });
});

describe('finishing', () => {
  it('is refused to everybody but the uploader, with the body of a missing upload', async () => {
    const id = await uploaded(photo());
    const foreign = await finish(id, 'courseadmin');
    const missing = await finish(randomUUID(), 'courseadmin');
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
    expect((await finish(id)).status).toBe(200);
  });

  it('is refused while nothing has arrived', async () => {
    const { file_id } = await begin(photo());
    const { status, body } = await finish(file_id);
    expect(status).toBe(400);
    expect(body.message).toBe('The file did not arrive, please choose it again');
  });

  it.each([
    ['a web page named .png', { type: 'image/png', bytes: Buffer.from('<!doctype html><script>x</script>') }],
    ['a script behind a GIF header', { type: 'image/gif', bytes: Buffer.from('GIF89a/*x*/=1;alert(1)') }],
    ['an SVG named .png', { type: 'image/png', bytes: Buffer.from('<svg onload="alert(1)"/>') }],
    [
      'a web page named .pdf',
      { kind: 'topic_pdf', type: 'application/pdf', bytes: Buffer.from('<html>%PDF-') },
    ],
  ])('is refused for %s, and row and bytes are gone', async (_what, file) => {
    const id = await uploaded({ ...photo(), ...file });
    const { status } = await finish(id);
    expect(status).toBe(400);
    expect(await findRow(id)).toBeNull();
    expect(await readdir(folder('incoming'))).not.toContain(id);
    expect((await finish(id)).status).toBe(404);
  });

  it('stores an image encoded anew, notes it in the row and removes the upload', async () => {
    const id = await uploaded(photo());
    const { body } = await finish(id);
    expect(body).toEqual({
      status: 200,
      message: 'success',
      location: expect.stringMatching(/^\/files\/[\w-]{43}\.jpg$/),
      name: 'Temple.jpg',
    });
    expect(await readdir(folder('incoming'))).not.toContain(id);

    const answer = await get(body.location);
    expect(answer.rawPayload.includes('Person')).toBe(false);
    expect((await sharp(answer.rawPayload).metadata()).exif).toBeUndefined();
    const row = await one(office.db)`
      select kind, name, content_type, size, width, height from files where id = ${id}::uuid
    `;
    expect(row).toEqual({
      kind: 'course_image',
      name: 'Temple.jpg',
      content_type: 'image/jpeg',
      size: answer.rawPayload.length,
      width: 60,
      height: 40,
    });
  });

  it('twice gives the same answer', async () => {
    const id = await uploaded(photo());
    const first = await finish(id);
    const second = await finish(id);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('several times at once gives one file and one answer', async () => {
    const before = (await readdir(folder('stored'))).length;
    const id = await uploaded(photo());
    const answers = await Promise.all(Array.from({ length: 6 }, () => finish(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.location)).size).toBe(1);
    expect((await readdir(folder('stored'))).length).toBe(before + 1);
  });

  it('keeps a PDF unchanged', async () => {
    const location = await stored(lesson());
    expect(location).toMatch(/^\/files\/[\w-]{43}\.pdf$/);
    expect((await get(signFileUrl(office.config, location))).rawPayload.equals(pdf)).toBe(true);
  });
});

describe('reading a file', () => {
  it.each([
    '/files/nothing',
    `/files/${newKey('image/png')}`,
    '/files/..%2f..%2fsecret',
    '/files/%2e%2e/%2e%2e/secret',
    `/files/${'a'.repeat(43)}.svg`,
    `/files/${'a'.repeat(43)}.png%00`,
    `/files/${'a'.repeat(43)}.part`,
    '/files/../../package.json',
  ])('finds nothing at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it('serves a picture by its key, for ever and harmless', async () => {
    const location = await stored(photo());
    const answer = await get(location);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const head = await office.app.inject({ method: 'HEAD', url: location });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(answer.headers['content-length']);
    expect(head.rawPayload.length).toBe(0);
  });

  it('opens a PDF by a signed link only, for five minutes, as a download', async () => {
    const location = await stored({ ...lesson(), name: 'पाठ "1"; a.pdf' });
    const other = await stored(lesson());
    const signed = signFileUrl(office.config, location);
    expect((await get(location)).statusCode).toBe(403);
    expect((await get(signFileUrl(office.config, location, minutesAgo(5)))).statusCode).toBe(403);
    expect((await get(signFileUrl(office.config, location, minutesAgo(-1)))).statusCode).toBe(403);
    expect((await get(signed.replace(location, other))).statusCode).toBe(403);
    expect((await get(signFileUrl(office.config, `/files/${newKey('application/pdf')}`))).statusCode).toBe(
      404,
    );

    expect((await get(signFileUrl(office.config, location, minutesAgo(4)))).statusCode).toBe(200);
    const answer = await get(signed);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="___ _1__ a.pdf"; filename*=UTF-8''${encodeURIComponent('पाठ _1_; a.pdf')}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  });
});

describe('a location that a client sends', () => {
  it('is refused when it is no finished file of that kind by that person', async () => {
    const location = await stored(photo());
    const uploader = await uploaderOf(location);
    const stranger = { id: uploader.id + 1_000_000 };
    const refused = { code: 'bad_input', details: { course_image: said('not_uploaded') } };
    const cases: [string, { id: number }][] = [
      [location, stranger],
      [`/files/${newKey('image/png')}`, uploader],
      ['https://evil.test/a.png', uploader],
      [`https://evil.test${location}`, uploader],
      [`//evil.test${location}`, uploader],
      ['javascript:alert(1)', uploader],
      ['/defaults/../api/health', uploader],
      ['/defaults/other.svg', uploader],
      [`${location}#x`, uploader],
    ];
    for (const [url, person] of cases) {
      await expect(assertKnownFile(office.db, person, url, 'course_image')).rejects.toMatchObject(refused);
    }
    await expect(assertKnownFile(office.db, uploader, location, 'event_image')).rejects.toMatchObject({
      code: 'bad_input',
    });
    await expect(
      assertKnownFile(office.db, uploader, '/defaults/course.svg', 'topic_pdf'),
    ).rejects.toMatchObject({
      code: 'bad_input',
    });
  });

  it('is taken when the person uploaded it, when the row has it already, or when it is a built-in image', async () => {
    const location = await stored(photo());
    const uploader = await uploaderOf(location);
    const stranger = { id: uploader.id + 1_000_000 };
    const { db } = office;
    expect(await assertKnownFile(db, uploader, location, 'course_image')).toBe(location);
    expect(await assertKnownFile(db, stranger, location, 'course_image', { current: [location] })).toBe(
      location,
    );
    expect(await assertKnownFile(db, stranger, '/defaults/course.svg', 'course_image')).toBe(
      '/defaults/course.svg',
    );
    expect(await assertKnownFile(db, stranger, '', 'course_image')).toBe('');
  });

  it('is stored without its signature', async () => {
    const location = await stored(lesson());
    const signed = signFileUrl(office.config, location);
    const uploader = await uploaderOf(location);
    expect(await assertKnownFile(office.db, uploader, signed, 'topic_pdf')).toBe(location);
    const stranger = { id: uploader.id + 1_000_000 };
    expect(await assertKnownFile(office.db, stranger, signed, 'topic_pdf', { current: [location] })).toBe(
      location,
    );
  });
});

describe('the daily limit of a person', () => {
  it('counts what the checks refuse', async () => {
    const limits = { ...office.config.limits, uploadsPerDay: 1 };
    const app = await buildApp({
      config: { ...office.config, limits },
      pool: office.db,
      logger: false,
      portalRoot: 'none',
    });
    onTestFinished(() => app.close());
    await run(office.db)`delete from rate_limits`;
    const headers = { authorization: `Bearer ${await office.tokenOf('teacher')}` };
    const ask = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers });
    const picture = { kind: 'profile_image', name: 'me.png', type: 'image/png', size: 5 };
    const begun = await ask('/api/files/begin', picture);
    const { file_id } = begun.json();
    expect((await ask('/api/files/finish', { file_id })).statusCode).toBe(400);
    expect(await findRow(file_id)).toBeNull();
    expect((await ask('/api/files/begin', picture)).statusCode).toBe(429);
  });

  it.each([
    ['files', { uploadsPerDay: 2 }],
    ['megabytes', { uploadMegabytesPerDay: 2 }],
  ])('is so many %s, begun or finished, and does not depend on others', async (_, limits) => {
    const all = { ...office.config.limits, ...limits };
    const app = await buildApp({
      config: { ...office.config, limits: all },
      pool: office.db,
      logger: false,
      portalRoot: 'none',
    });
    onTestFinished(() => app.close());
    await run(office.db)`delete from rate_limits`;
    const begin = async (as: string) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/files/begin',
        payload: { kind: 'profile_image', name: 'me.png', type: 'image/png', size: 1024 * 1024 },
        headers: { authorization: `Bearer ${await office.tokenOf(as)}` },
      });
      return [answer.statusCode, answer.json().message];
    };
    expect([await begin('teacher'), await begin('teacher')]).toEqual([
      [200, 'success'],
      [200, 'success'],
    ]);
    expect(await begin('teacher')).toEqual([
      429,
      'You have uploaded as much as a day allows, please go on tomorrow',
    ]);
    expect(await begin('courseadmin')).toEqual([200, 'success']);
    await run(office.db)`update rate_limits set expire = 0`;
    expect(await begin('teacher')).toEqual([200, 'success']);
  });
});

it('an upload that is shorter than announced is refused, and gone', async () => {
  const { file_id, upload } = await begin({ ...lesson(), bytes: Buffer.concat([pdf, pdf]) });
  await put(upload.url, pdf, upload.headers);
  const { status, body } = await finish(file_id);
  expect([status, body.message]).toEqual([
    400,
    'This file did not arrive as a whole, please choose it again',
  ]);
  expect(await findRow(file_id)).toBeNull();
});

/** The location as a row would name it. */
async function named(location: string): Promise<string> {
  const uploader = { id: await office.idOf('admin') };
  return assertKnownFile(office.db, uploader, location, 'course_image');
}

describe('sweeping', () => {
  it('removes a finished file that no row named within a day, and keeps one that was named', async () => {
    const [unnamed, kept, used] = [
      await stored(photo()),
      await named(await stored(photo())),
      await stored(photo()),
    ];
    // Named by an older server, which does not mark files as named.
    await run(office.db)`update courses set course_image = ${used} where id = (select min(id) from courses)`;
    expect(await sweepFiles(office.db, storage, hours(23))).toMatchObject({ stored: 0 });
    await sweepFiles(office.db, storage, hours(24.1));
    const statuses = await Promise.all([unnamed, kept, used].map(async (url) => (await get(url)).statusCode));
    expect(statuses).toEqual([404, 200, 200]);
    // Named once is enough, because an undo may bring the course back as it was.
    await run(office.db)`update courses set course_image = '' where course_image = ${used}`;
    await sweepFiles(office.db, storage, hours(24.1));
    expect((await get(used)).statusCode).toBe(200);
    const uploader = { id: await office.idOf('admin') };
    await expect(assertKnownFile(office.db, uploader, unnamed, 'course_image')).rejects.toMatchObject({
      code: 'bad_input',
    });
  });

  it('leaves what is younger than a day', async () => {
    const { file_id } = await begin(photo());
    const arrived = await uploaded(photo());
    const location = await stored(photo());
    await storage.store(newKey('image/png'), picture, 'image/png');
    expect(await sweepFiles(office.db, storage, hours(0.5))).toEqual({
      rows: 0,
      uploads: 0,
      stored: 0,
      parts: 0,
    });
    expect(await findRow(file_id)).not.toBeNull();
    expect(await readdir(folder('incoming'))).toContain(arrived);
    expect((await get(location)).statusCode).toBe(200);
  });

  it('after a day removes unfinished uploads and bytes without a row, after an hour interrupted writes', async () => {
    const arrived = await uploaded(photo());
    const location = await named(await stored(photo()));
    const orphan = newKey('image/png');
    await storage.store(orphan, picture, 'image/png');
    await writeFile(join(folder('incoming'), `${randomUUID()}.0000.part`), 'x');

    expect(await sweepFiles(office.db, storage, hours(1.1))).toMatchObject({
      rows: 0,
      stored: 0,
      parts: 1,
    });
    const swept = await sweepFiles(office.db, storage, hours(24.1));
    expect(swept.rows).toBeGreaterThan(0);
    expect(swept.uploads).toBeGreaterThan(0);
    expect(swept.stored).toBeGreaterThan(0);
    expect(await findRow(arrived)).toBeNull();
    expect(await readdir(folder('incoming'))).toEqual([]);
    expect(await readdir(folder('stored'))).not.toContain(orphan);
    expect((await get(location)).statusCode).toBe(200);
  });

  it('takes the leftover upload of a finished file too, while the file stays', async () => {
    const location = await named(await stored(photo()));
    const row = await one<{ id: string }>(office.db)`
      select id::text from files where key = ${location.replace('/files/', '')}
    `;
    await storage.receiveUpload?.(row.id, Readable.from([picture]), picture.length);
    await run(office.db)`update files set created_at = now() - interval '2 days' where id = ${row.id}::uuid`;
    expect(await sweepFiles(office.db, storage, hours(24.1))).toMatchObject({ uploads: 1, stored: 0 });
    expect((await get(location)).statusCode).toBe(200);
  });
});

describe('with an S3 bucket', () => {
  it('the same three steps lead to the same file, read through the portal', async () => {
    const { s3, stop } = await startBucket();
    onTestFinished(stop);
    const config = { ...office.config, s3 };
    const app = await buildApp({ config, pool: office.db, logger: false, portalRoot: 'none' });
    onTestFinished(() => app.close());
    const headers = { authorization: `Bearer ${await office.tokenOf('admin')}` };
    const call = async (name: 'begin' | 'finish', payload: object) => {
      const answer = await app.inject({ method: 'POST', url: `/api/files/${name}`, payload, headers });
      return { status: answer.statusCode, body: answer.json() };
    };
    const send = async ({ bytes, ...file }: Upload) => {
      const { body } = await call('begin', { ...file, size: bytes.length });
      expect(body.upload.url).toBe(`${s3.endpoint}/gurukul`);
      expect((await postFile(body.upload.url, body.upload.fields, bytes)).status).toBe(204);
      return call('finish', { file_id: body.file_id });
    };

    const refused = await send({ ...photo(), bytes: Buffer.from('<script>alert(1)</script>') });
    expect(refused.status).toBe(400);

    const image = await send(photo());
    expect(image.status).toBe(200);
    const shown = await app.inject({ method: 'GET', url: image.body.location });
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();

    const document = await send(lesson());
    const opened = await app.inject({ method: 'GET', url: signFileUrl(config, document.body.location) });
    expect(opened.rawPayload.equals(pdf)).toBe(true);
    expect((await app.inject({ method: 'GET', url: document.body.location })).statusCode).toBe(403);
    expect((await app.inject({ method: 'GET', url: `/files/${newKey('image/png')}` })).statusCode).toBe(404);
    expect((await app.inject({ method: 'PUT', url: `/files/upload/${randomUUID()}` })).statusCode).toBe(405);

    await run(office.db)`update files set named_at = now()`;
    const bucket = createStorage(config);
    expect(await sweepFiles(office.db, bucket, hours(24.1))).toMatchObject({ uploads: 0, stored: 0 });
  });
});
