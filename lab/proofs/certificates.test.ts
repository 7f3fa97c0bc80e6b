import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { processorMs } from '@gurukul/contract/test/processor-time';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { findBrowser } from '../../scripts/browser.mjs';
import { randomFrom } from '../../server/db/seed/random.ts';
import { run } from '../../server/db/rows.ts';
import { many } from '../../server/test/rows.ts';
import { testApp } from '../../server/test/app.ts';
import { office } from '../../server/test/office.ts';

/*
 * Certificates as a provider makes them at the end of a term: many at once, on paper, and read by a phone. In its long
 * form 500 are issued and drawn, and the printed page is read 20 times.
 */

const isFull = process.env['PROOF'] === 'full';
const count = isFull ? 500 : 25;
const tries = 20;
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_130);

const server = await testApp({ database: 'empty' });
const { call, db } = server;
const add = office(db);
await add.person('Admin', 'admin');
const course = await add.course('Bhagavad Gita', await add.person('Own', 'courseadmin'));
const as = { as: 'admin@office.test' };
await run(
  db,
  sql`
    with made as (
      insert into people (email_id, main_role, first_name, last_name)
      select 'pupil' || n || '@office.test', 'student', case n % 3 when 0 then 'అనూరాధ' when 1 then 'Anuradha' else 'अनुराधा' end,
        'Pupil ' || n
      from generate_series(1, ${count}::int) n
      returning id
    )
    insert into enrolments (student_id, course_id, started_on, registration_status)
    select id, ${course}, current_date - 90, 'Completed' from made
  `,
);
const students = (
  await many<{ id: number }>(db)`select id from people where main_role = 'student' order by id`
).map(({ id }) => ({ student_id: id }));

const download = async (ids: readonly number[]) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/certificates/download',
    headers: { authorization: `Bearer ${await server.tokenOf(as.as)}` },
    payload: { certificate_ids: ids },
  });
  return answer.rawPayload;
};

test('a whole term is issued and drawn in a part of its minute, and nobody waits for it', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let ids: number[] = [];
  let pdf: Buffer = Buffer.alloc(0);
  delay.enable();
  const issuing = await processorMs(async () => {
    ids = (await call('certificates.issue', { course_id: course, students }, as)).body.data.certificate_ids;
  });
  const drawing = await processorMs(async () => {
    pdf = await download(ids);
  });
  delay.disable();
  const numbers = await many<{ number: number }>(db)`select number from certificates order by number`;
  expect(numbers.map(({ number }) => number)).toEqual(students.map((_, place) => place + 1));
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(count);
  // Of 500 in 60 s.
  expect(issuing + drawing).toBeLessThan((60_000 * count) / 500);
  if (isFull) {
    const shown = { count, issuing, drawing, longestHold: delay.max / 1e6, bytes: pdf.length };
    // oxlint-disable-next-line no-console -- the figures of the long form
    console.log('certificates', JSON.stringify(shown));
    // In milliseconds, with the fonts that the first page opens.
    expect(delay.max / 1e6).toBeLessThan(1_000);
  }
});

const { resolve } = createRequire(import.meta.url);
// Else the library asks a server elsewhere for it.
const { buffer: wasmBinary } = new Uint8Array(readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary } });

/** What a reader of codes finds in a picture. */
const readCode = async (picture: Buffer): Promise<string | undefined> =>
  (await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] }))[0]?.text;

const chance = randomFrom(seed);
const random = () => chance.next();

/** The foot of the paper at the right as a phone near it sees it: smaller, turned, with noise and uneven light. */
async function seen(page: Buffer, width: number): Promise<Buffer> {
  const whole = await sharp(page).metadata();
  const part = { width: Math.round(whole.width / 2), height: Math.round(whole.height / 3) };
  const turned = sharp(page)
    .flatten({ background: '#ffffff' })
    .extract({ left: whole.width - part.width, top: whole.height - part.height, ...part })
    .resize({ width })
    .rotate(random() * 40 - 20, { background: '#e8e4dc' })
    .blur(0.5 + random() * 0.4)
    .removeAlpha();
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 1) {
    const light = 1 - (0.25 * (at % (info.width * 3))) / (info.width * 3);
    data[at] = Math.max(0, Math.min(255, data[at]! * light + (random() - 0.5) * 70));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The first page at 300 dpi, as the reader of PDFs in the browser draws it; null: this machine has no browser. */
async function printed(pdf: Buffer): Promise<Buffer | null> {
  const executablePath = findBrowser();
  if (!executablePath) return null;
  const files: Readonly<Record<string, string | Buffer>> = {
    '/pdf.mjs': readFileSync(resolve('pdfjs-dist/build/pdf.mjs')),
    '/worker.mjs': readFileSync(resolve('pdfjs-dist/build/pdf.worker.mjs')),
    '/one.pdf': pdf,
    '/': '<!doctype html><title>paper</title>',
  };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      const contentType = pathname.endsWith('.mjs')
        ? 'text/javascript'
        : pathname === '/'
          ? 'text/html'
          : 'application/pdf';
      await route.fulfill({ body: files[pathname] ?? '', contentType });
    });
    await page.goto('http://paper.test/');
    // A text: what runs in the page is no module of this file.
    const url = await page.evaluate<string>(`(async () => {
      const pdfjs = await import('/pdf.mjs');
      pdfjs.GlobalWorkerOptions.workerSrc = '/worker.mjs';
      const first = await (await pdfjs.getDocument({ url: location.origin + '/one.pdf' }).promise).getPage(1);
      const viewport = first.getViewport({ scale: 300 / 72 });
      const canvas = document.createElement('canvas');
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await first.render({ canvas, viewport }).promise;
      return canvas.toDataURL('image/png');
    })()`);
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await browser.close();
  }
}

test.runIf(isFull).each(['frame', 'landscape', 'letter'] as const)(
  'the code of a printed page is read each time, in the layout %s',
  async (certificate_layout) => {
    await run(db, sql`update provider set certificate_layout = ${certificate_layout}`);
    const name = `Venkata Subrahmanyeswara Sarma ${certificate_layout}`;
    const [first] = students;
    const issued = await call(
      'certificates.issue',
      { course_id: course, students: [{ ...first, name }] },
      as,
    );
    const [id] = issued.body.data.certificate_ids;
    const list = (await call('certificates.get_certificates', { user_id: first!.student_id }, as)).body.data;
    const { verify_url } = list.find(
      ({ certificate_id }: { certificate_id: number }) => certificate_id === id,
    );
    const paper = await printed(await download([id]));
    if (paper === null) return;
    expect(await readCode(paper)).toBe(verify_url);
    const widths = [600, 750, 900, 1_050];
    for (let attempt = 0; attempt < tries; attempt += 1) {
      expect(await readCode(await seen(paper, widths[attempt % widths.length]!))).toBe(verify_url);
    }
  },
);
