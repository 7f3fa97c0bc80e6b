// How light and quick is the portal on a phone? The script opens pages for the first time on a slow network with a slow
// processor. It measures their compressed size and the time until their content is there, the size of every address,
// and the time from the most frequent gestures to their paint. `npx vite build web && node lab/bench/portal.ts`,
// ROUNDS=1 for a short run; ONLY=weights, visits or gestures
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devices, type BrowserContext, type Page } from '@playwright/test';
import { endAll } from '../faults/ending.ts';
import { openBrowser } from './browser.ts';
import { kilobytes, median, ms } from './figures.ts';
import { longestIn } from './longest-task.ts';
import { startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);

/** A phone of the middle class on a poor mobile network. */
const phone = { slowness: 4, latency: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 };

const [admin, teacher] = ['admin@gurukul.test', 'teacher@gurukul.test'];

/** A page, and the element whose text is what a person opened it for. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly email: string;
  readonly content: string;
  /** The link in the list at `path` that leads to the page itself. */
  readonly through?: string;
}

const firstRow = 'main tbody tr:first-child td a, main tbody tr:first-child th';
/** Where the name leads nowhere. */
const firstName = 'main tbody tr:first-child td:first-child';

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login', email: '', content: 'button[type=submit]' },
  {
    name: 'dashboard of the admin',
    path: '/Account Admin Dashboard',
    email: admin,
    content: 'main li [class*="_label_"]',
  },
  {
    name: 'dashboard of a teacher',
    path: '/Teacher Dashboard',
    email: teacher,
    content: 'main li [class*="_label_"]',
  },
  { name: 'students', path: '/students', email: admin, content: firstRow },
  {
    name: 'roll call',
    path: '/attendance',
    email: teacher,
    content: 'main section li a [class*="_more_"], main section p',
  },
  { name: 'courses', path: '/courses', email: admin, content: firstRow },
  { name: 'payments', path: '/payments', email: admin, content: firstRow },
  { name: 'events', path: '/events', email: admin, content: firstName },
  { name: 'mails', path: '/mails', email: admin, content: firstName },
  { name: 'teachers', path: '/teachers', email: admin, content: firstRow },
  {
    name: 'schedule',
    path: '/schedule',
    email: teacher,
    content: 'main tbody tr:first-child td:nth-child(2) > span:first-child',
  },
  { name: 'student', path: '/students', email: admin, through: 'main tbody a', content: 'main h1' },
];

interface Visit {
  /** All bytes of the wire: scripts, styles, fonts, pictures and answers, with their headers. */
  readonly bytes: number;
  readonly requests: number;
  /** Milliseconds until the content can be read. */
  readonly read: number;
  readonly cls: number;
  /** The time of tasks beyond 50 ms each, including waits for other work of the machine. */
  readonly blocked: number;
  /** Milliseconds of the page's main thread. */
  readonly processor: number;
}

/** The browser's report of a paint, a shift or a task. Each has some of these fields. */
interface PaintReport {
  readonly startTime: number;
  readonly duration: number;
  readonly value: number;
  readonly hadRecentInput: boolean;
}

declare global {
  var felt: Pick<Visit, 'read' | 'cls' | 'blocked'>;
  var waited: number[];
  // What the scripts below use of a page. The types of Node, by which this file is checked, know no page.
  var document: {
    querySelectorAll(selector: string): Iterable<{ textContent: string; checkVisibility(): boolean }>;
  };
  var requestAnimationFrame: (run: () => void) => void;
}

/** SCREENS=students,payments selects screens. */
const only = process.env['SCREENS']?.split(',');
const isAsked = (part: string) => (process.env['ONLY'] ?? part) === part;

/** The most frequent gestures. Each waits for its page first. */
const gestures: readonly Gesture[] = [
  {
    name: 'opening the menu',
    path: '/students',
    email: 'admin@gurukul.test',
    ready: (page) => page.getByRole('table').getByRole('row').nth(3).waitFor(),
    act: (page) => page.getByRole('button', { name: 'More' }).tap(),
  },
  {
    name: 'a letter in the search of students',
    path: '/students',
    email: 'admin@gurukul.test',
    ready: async (page) => {
      await page.getByRole('table').getByRole('row').nth(3).waitFor();
      await page.getByRole('searchbox').first().focus();
    },
    act: (page) => page.keyboard.type('sharma', { delay: 150 }),
  },
  {
    name: 'marking a student in the roll call',
    path: '/attendance',
    email: 'teacher@gurukul.test',
    ready: async (page) => {
      const roll = page.getByRole('link').and(page.locator('[href*="?roll="]')).first();
      await roll.tap();
      await page.getByRole('main').getByRole('switch').nth(2).waitFor();
    },
    act: async (page) => {
      for (const place of [0, 1, 2]) await page.getByRole('main').getByRole('switch').nth(place).tap();
    },
  },
  {
    name: 'opening a dialog',
    path: '/intake',
    email: 'admin@gurukul.test',
    ready: (page) => page.getByRole('button', { name: 'New key' }).waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: 'New key' }).tap();
      await page.getByRole('dialog').waitFor();
    },
  },
];

interface Gesture {
  readonly name: string;
  readonly path: string;
  readonly email: string;
  readonly ready: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
}

const portalRoot = process.env['DIST'] ?? fileURLToPath(new URL('../../web/dist', import.meta.url));
if (isAsked('weights')) await weighAddresses();
if (process.env['ONLY'] === 'weights') process.exit();
const provider = await startProvider({ portalRoot, demo: true });
const browser = await openBrowser();
const engine = `Chromium ${browser.version()}`;
const recordVisit = recorder(sections.visits, { engine });
const recordGesture = recorder(sections.gestures, { engine });
try {
  const address = await provider.listen();
  for (const screen of isAsked('visits') ? screens : []) {
    if (only !== undefined && !only.includes(screen.name)) continue;
    const target = await targetOf(address, screen);
    const visits: (readonly [first: Visit, again: Visit])[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visitTwice(target, screen));
    const felt = ([0, 1] as const).map((which) => {
      const of = (key: keyof Visit) => median(visits.map((each) => each[which][key]));
      const weight = `${kilobytes(of('bytes'))} in ${of('requests')} requests`;
      return `read after ${ms(of('read'))}; ${weight}; CLS ${of('cls').toFixed(3)}; TBT ${ms(of('blocked'))}, ${ms(of('processor'))} of the processor`;
    });
    const [First = '', Again = ''] = felt;
    recordVisit({ Screen: `${screen.name}${unless(5, rounds, 'visits')}`, First, Again });
  }
  for (const gesture of isAsked('gestures') ? gestures : []) {
    const felt: Awaited<ReturnType<typeof feel>>[] = [];
    for (let round = 0; round < rounds; round += 1) felt.push(await feel(address, gesture));
    const [waits, tasks] = [felt.map(({ waited }) => waited), felt.map(({ task }) => task)];
    const Felt = `until seen ${ms(median(waits))}, slowest of ${rounds} ${ms(Math.max(...waits))}; longest task ${ms(median(tasks))} of the processor`;
    recordGesture({ Gesture: `${gesture.name}${unless(5, rounds, 'rounds')}`, Felt });
  }
} finally {
  await endAll();
}

interface Target {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  /** The text of the content. */
  readonly text: string;
}

/** Opens the screen without any slowness, to learn where it is and what stands there. */
async function targetOf(address: string, { path, email, content, through }: Screen): Promise<Target> {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
  try {
    const keys = email ? await signIn(email) : {};
    await context.addInitScript(keep, keys);
    const page = await context.newPage();
    await page.goto(address + path);
    if (through) {
      const href = await page.locator(through).first().getAttribute('href');
      await page.goto(new URL(href ?? '', address).href);
      await page.waitForLoadState('networkidle');
    }
    const found = page.locator(content).filter({ hasText: /\S/ }).first();
    const whole = (await found.textContent()) ?? '';
    // A portrait without a picture has letters, which are drawn only.
    const drawn = await found.locator('[aria-hidden]').allTextContents();
    const text = drawn.reduce((rest, letters) => rest.replace(letters, ''), whole);
    return { url: page.url(), keys, text };
  } finally {
    await context.close();
  }
}

/** A first visit with nothing cached and the same visit again, without a service worker, on the phone above. */
async function visitTwice({ url, keys, text }: Target, { content }: Screen): Promise<[Visit, Visit]> {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
  try {
    await context.addInitScript(keep, keys);
    await context.addInitScript(watch, { content, text });
    return [await visit(context, url), await visit(context, url)];
  } finally {
    await context.close();
  }
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Performance.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.bytesPerSecond,
    uploadThroughput: phone.bytesPerSecond,
  });
  await wire.send('Emulation.setCPUThrottlingRate', { rate: phone.slowness });
  const weights = { bytes: 0, requests: 0 };
  const fromCache = new Set<string>();
  wire.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId));
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) fromCache.add(requestId);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (fromCache.has(requestId)) return;
    weights.requests += 1;
    weights.bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.waitForFunction(() => globalThis.felt.read > 0);
  const { metrics } = await wire.send('Performance.getMetrics');
  const processor = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  const felt = await page.evaluate(() => globalThis.felt);
  await page.close();
  return { ...weights, ...felt, processor };
}

/**
 * The longest time from a gesture to its paint, in the browser's steps of 8 ms, and the longest task meanwhile by
 * processor time, in ms.
 */
async function feel(address: string, { path, email, ready, act }: Gesture) {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
  try {
    await context.addInitScript(keep, await signIn(email));
    await context.addInitScript(watchGestures);
    const page = await context.newPage();
    await page.goto(address + path, { waitUntil: 'networkidle', timeout: 120_000 });
    await ready(page);
    const wire = await context.newCDPSession(page);
    await wire.send('Emulation.setCPUThrottlingRate', { rate: phone.slowness });
    await page.evaluate(() => (globalThis.waited = []));
    await browser.startTracing(page, { categories: ['toplevel'] });
    await act(page);
    // The browser reports the last gesture only after its paint.
    await page.waitForTimeout(1000);
    const waited = await page.evaluate(() => globalThis.waited);
    const trace = await browser.stopTracing();
    // Below 16 ms the browser reports nothing.
    return { waited: Math.max(16, ...waited), task: longestIn(trace.toString()) };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before any of its scripts. */
function watchGestures(): void {
  globalThis.waited = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.waited.push(duration);
    // @ts-expect-error -- the types of Node, by which this file is checked, know no events of a page
  }).observe({ type: 'event', durationThreshold: 16 });
}

/**
 * The files that an address needs beyond the portal's frame, from the notes of the build and the compressed files
 * beside it. Files that load later on demand, such as a dialog's, are left out.
 */
async function weighAddresses(): Promise<void> {
  const html = await readFile(join(portalRoot, 'index.html'), 'utf8');
  const noted: [path: string, files: string[]][] = JSON.parse(
    await readFile(join(portalRoot, '.preloads.json'), 'utf8'),
  );
  const inPage = [...html.matchAll(/\/(assets\/[\w.-]+\.(?:js|css))/g)].map(([, name = '']) => name);
  const packed = async (name: string) => {
    const { size } = await stat(join(portalRoot, `${name}.br`)).catch(() => stat(join(portalRoot, name)));
    return size;
  };
  const weigh = async (names: Iterable<string>) => {
    const sizes = await Promise.all([...new Set(names)].map(packed));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const signedIn = noted.filter(([, files]) => files.some((name) => /\/signed-in-/.test(name)));
  const [[, first] = ['', []], ...others] = signedIn;
  const frame = first.filter((name) => others.every(([, files]) => files.includes(name)));
  const record = recorder(sections.weights);
  const put = async (Address: string, whole: readonly string[], own: readonly string[]) =>
    record({
      Address,
      'Scripts and styles': kilobytes(await weigh(whole)),
      'Beyond the frame': own.length === 0 ? '' : kilobytes(await weigh(own)),
      Files: String(new Set(whole).size),
    });
  const shell = [...inPage, ...frame];
  await put('every signed-in page', shell, []);
  for (const [path, files] of noted) {
    const all = [...inPage, ...files];
    const own = signedIn.some(([each]) => each === path)
      ? files.filter((name) => !frame.includes(name))
      : files.filter((name) => !inPage.includes(name));
    await put(`\`${path}\``, all, own);
  }
}

/** The browser's storage of a signed-in person. */
async function signIn(email: string): Promise<Record<string, string>> {
  const { token, user_id, role, mainrole }: Record<string, unknown> = await provider.signIn(email);
  return { token: String(token), uid: String(user_id), role: String(role), mainrole: String(mainrole) };
}

function keep(keys: Record<string, string>): void {
  for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
}

/** Runs in the page, before any of its scripts. */
function watch({ content, text }: { readonly content: string; readonly text: string }): void {
  const felt = { read: 0, cls: 0, blocked: 0 };
  globalThis.felt = felt;
  const none = { startTime: 0, duration: 0, value: 0, hadRecentInput: false };
  const observe = (type: 'layout-shift' | 'longtask', take: (entry: PaintReport) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take({ ...none, ...entry.toJSON() });
      // @ts-expect-error -- the types of Node, by which this file is checked, know no entries of a page
    }).observe({ type, buffered: true });
  observe('layout-shift', ({ value, hadRecentInput }) => (felt.cls += hadRecentInput ? 0 : value));
  observe('longtask', ({ duration }) => (felt.blocked += Math.max(0, duration - 50)));
  // The portal may write its first rows in another element than later. What counts is the text.
  const look = () => {
    const found = [...document.querySelectorAll(`${content}, #first[data-of="page"] :is(li, p)`)].some(
      (element) => element.textContent.includes(text) && element.checkVisibility(),
    );
    requestAnimationFrame(found ? () => (felt.read = performance.now()) : look);
  };
  look();
}
