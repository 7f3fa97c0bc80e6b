import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { many } from '../../test/rows.ts';
import { signFileUrl } from '../../storage/signed-url.ts';
import { createStorage } from '../../storage/storage.ts';
import { postFile, startBucket } from '../../test/bucket.ts';
import { testApp } from '../../test/app.ts';
import { hostileFiles, plantedWords } from '../../test/hostile-files.ts';

const office = await testApp();
const bucket = await startBucket();
afterAll(bucket.stop);
const files = await hostileFiles();

const places = [
  ['the local folder', { ...office.config }],
  ['an S3 bucket', { ...office.config, s3: bucket.s3 }],
] as const;

interface Offer {
  readonly file_id: string;
  readonly upload: {
    readonly url: string;
    readonly fields?: Record<string, string>;
    readonly headers?: Record<string, string>;
  };
}

describe.each(places)('with %s', async (place, config) => {
  const app = await buildApp({ config, pool: office.db, logger: false, portalRoot: 'none' });
  afterAll(() => app.close());
  const storage = createStorage(config);

  const call = async (name: 'begin' | 'finish', payload: object, as = 'admin') => {
    const headers = { authorization: `Bearer ${await office.tokenOf(as)}` };
    const answer = await app.inject({ method: 'POST', url: `/api/files/${name}`, payload, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const kindOf = (type: string) => (type === 'application/pdf' ? 'topic_pdf' : 'course_image');
  const begin = async (bytes: Buffer, type: string, name = 'a.bin', as = 'admin'): Promise<Offer> => {
    const size = Math.max(1, bytes.length);
    const { status, body } = await call('begin', { kind: kindOf(type), name, type, size }, as);
    expect(status, `${name} was not begun`).toBe(200);
    return body;
  };
  /** Sends the bytes as a browser does, and returns the status. */
  const send = async ({ upload }: Offer, bytes: Buffer): Promise<number> => {
    if (upload.fields !== undefined) return (await postFile(upload.url, upload.fields, bytes)).status;
    const { url, headers = {} } = upload;
    return (await app.inject({ method: 'PUT', url, headers, payload: bytes })).statusCode;
  };
  const finish = (offer: Offer, as = 'admin') => call('finish', { file_id: offer.file_id }, as);
  const upload = async (bytes: Buffer, type: string, name?: string) => {
    const offer = await begin(bytes, type, name);
    expect(await send(offer, bytes)).toBe(204);
    return finish(offer);
  };
  const get = (location: string) =>
    app.inject({ method: 'GET', url: signFileUrl(config, location), headers: { host: 'localhost' } });
  const namesOf = async (listed: AsyncIterable<{ name: string }>) => {
    const names = [];
    for await (const { name } of listed) names.push(name);
    return names.toSorted();
  };
  const waiting = () => namesOf(storage.listUploads());

  test.each(files.filter(({ fate }) => fate === 'refused'))(
    '$what is refused and leaves nothing',
    async ({ bytes, type }) => {
      const before = await namesOf(storage.listStored());
      const rows = await many(office.db)`select id from files`;
      const { status, body } = await upload(bytes, type);
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^(This|Please) /)]);
      expect(await namesOf(storage.listStored())).toEqual(before);
      expect(await waiting()).toEqual([]);
      expect(await many(office.db)`select id from files`).toEqual(rows);
    },
  );

  test.each(files.filter(({ fate }) => fate === 'redrawn'))(
    'of $what nothing stays but its picture',
    async ({ bytes, type }) => {
      const { status, body } = await upload(bytes, type);
      expect([status, status === 200 ? '' : body]).toEqual([200, '']);
      const shown = await get(body.location);
      expect(shown.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      });
      const found = plantedWords.filter((word) => shown.rawPayload.includes(word));
      expect(found).toEqual([]);
      const { pages = 1, width, height } = await sharp(shown.rawPayload, { animated: true }).metadata();
      expect(pages).toBe(1);
      expect(width * height).toBeLessThanOrEqual(30 * 20);
      expect(await waiting()).toEqual([]);
    },
  );

  test.each(files.filter(({ fate }) => fate === 'kept'))(
    '$what is handed out as it came, to be saved and never to be opened in the portal',
    async ({ bytes, type }) => {
      const { status, body } = await upload(bytes, type, 'Lesson 1.pdf');
      expect(status).toBe(200);
      expect((await app.inject({ method: 'GET', url: body.location })).statusCode).toBe(403);
      const opened = await get(body.location);
      expect(opened.rawPayload.equals(bytes)).toBe(true);
      expect(opened.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/^attachment; filename="Lesson 1\.pdf"/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      });
    },
  );

  test('an upload that never arrived, or arrived empty, is no file', async () => {
    const never = await begin(Buffer.from('x'), 'image/png');
    expect((await finish(never)).status).toBe(400);
    // A bucket's own policy demands at least one byte, see server/storage/storage.test.ts.
    if (config.s3 !== null) return;
    const empty = await begin(Buffer.from('x'), 'image/png');
    await send(empty, Buffer.alloc(0));
    expect((await finish(empty)).status).toBe(400);
    expect((await finish(empty)).status).toBe(404);
    expect(await waiting()).toEqual([]);
  });

  test('more than was announced is refused, by the storage or by the portal', async () => {
    const png = files.find(({ what }) => what === 'a PNG with a page behind it')!.bytes;
    const { file_id, upload } = await begin(png.subarray(0, 50), 'image/png');
    // The storage of the tests ignores the policy, so the portal has to refuse.
    const taken = await send({ file_id, upload }, png);
    expect([204, 413]).toContain(taken);
    expect((await finish({ file_id, upload })).status).toBe(400);
    expect(await waiting()).toEqual([]);
  });

  test('sent twice before it is finished the later one counts, and later bytes do not', async () => {
    const announced = 2000;
    const [first, second, third] = await Promise.all(
      [10, 20, 30].map(async (width) => {
        const drawn = await sharp({ create: { width, height: 10, channels: 3, background: '#c0563d' } })
          .png()
          .toBuffer();
        // All have the announced length, because bytes after the end of an image are ignored.
        return Buffer.concat([drawn, Buffer.alloc(announced - drawn.length)]);
      }),
    );
    const offer = await begin(Buffer.alloc(announced), 'image/png');
    expect(await send(offer, first!)).toBe(204);
    expect(await send(offer, second!)).toBe(204);
    const done = await finish(offer);
    expect(done.status).toBe(200);
    expect([204, 404]).toContain(await send(offer, third!));
    expect((await finish(offer)).body.location).toBe(done.body.location);
    const shown = await get(done.body.location);
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(20);
    for (const name of await waiting()) await storage.removeUpload(name);
  });

  test('finished at once by its uploader and by others, it is one file of the uploader', async () => {
    const png = files.find(({ what }) => what === 'a PNG that tells a script')!.bytes;
    const offer = await begin(png, 'image/png');
    await send(offer, png);
    const stored = (await namesOf(storage.listStored())).length;
    const answers = await Promise.all([
      finish(offer),
      finish(offer, 'courseadmin'),
      finish(offer),
      finish(offer, 'teacher'),
      finish(offer),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200]);
    expect(new Set(answers.flatMap(({ body }) => body.location ?? [])).size).toBe(1);
    expect(await namesOf(storage.listStored())).toHaveLength(stored + 1);
  });

  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  test.each([
    ['../../../etc/passwd', /^[^/\\]*$/],
    [String.raw`..\..\windows\system32\a.pdf`, /^[^/\\]*$/],
    ['lesson.pdf"; filename="evil.exe', /^[^"]*$/],
    ["lesson.pdf; filename*=UTF-8''evil.exe", /\.pdf$/],
    ['\u202efdp.exe', /^[^\u202a-\u202e\u2066-\u2069]*\.pdf$/],
    ['lesson.pdf\u2028.html', /^[^\u2028]*\.pdf$/],
    ['CON', /^_CON\.pdf$/],
    ['lpt1.pdf', /^_lpt1\.pdf$/],
    ['.htaccess', /^[^.].*\.pdf$/],
    ['lesson.pdf. . .', /lesson\.pdf$/],
    ['lesson.exe', /^lesson\.exe\.pdf$/],
    [`${'long '.repeat(50)}.pdf`, /^.{1,200}$/],
    ['పాఠం ఒకటి.pdf', /^పాఠం ఒకటి\.pdf$/],
    ['श्री\u200dगीता.pdf', /^श्री\u200dगीता\.pdf$/],
  ])('a PDF called %j is saved under a harmless name', async (name, expected) => {
    const { status, body } = await upload(pdf, 'application/pdf', name);
    expect(status).toBe(200);
    expect(body.location).toMatch(/^\/files\/[\w-]{43}\.pdf/);
    const header = String((await get(body.location)).headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w.%~!$&+^`|-]*$/);
    const [, encoded = ''] = /filename\*=UTF-8''(.*)$/.exec(header) ?? [];
    expect(decodeURIComponent(encoded)).toMatch(expected);
    expect(decodeURIComponent(encoded)).toMatch(/\.pdf$/);
  });

  test.each(['', ' ', 'a\0.pdf', 'a\r\nSet-Cookie: a=b.pdf', 'a\u001b.pdf', 'x'.repeat(256)])(
    'a file called %j is not begun',
    async (name) => {
      const { status } = await call('begin', { kind: 'topic_pdf', name, type: 'application/pdf', size: 9 });
      expect(status).toBe(400);
    },
  );

  test('and nothing was written beside the files', async () => {
    expect((await readdir(join(office.config.dataDir))).toSorted()).toEqual(
      expect.arrayContaining(place === 'the local folder' ? ['files'] : []),
    );
    const names = await namesOf(storage.listStored());
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !/^[\w-]{43}\.(png|jpg|webp|gif|pdf)$/.test(name))).toEqual([]);
  });
});
