// How light and quick is the portal on a phone? The script opens pages for the first time on a slow network with a slow
// processor. It measures their compressed size and the time until their content is there, the size of every address,
// and the time from the most frequent gestures to their paint. `npx vite build web && node lab/bench/portal.ts`,
// ROUNDS=1 for a short run; ONLY=weights, visits or gestures
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devices, type Page } from '@playwright/test';
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

const screens = [
  { name: 'sign-in', path: '/login', email: '' },
  { name: 'dashboard of the admin', path: '/Account Admin Dashboard', email: 'admin@gurukul.test' },
  { name: 'dashboard of a course admin', path: '/Course Admin Dashboard', email: 'courseadmin@gurukul.test' },
  { name: 'dashboard of a teacher', path: '/Teacher Dashboard', email: 'teacher@gurukul.test' },
  { name: 'all students', path: '/students', email: 'admin@gurukul.test' },
  { name: 'delivery log', path: '/mails', email: 'admin@gurukul.test' },
];
type Screen = (typeof screens)[number];

interface Visit {
  /** Bytes of compressed scripts and styles, without headers; the same for fonts. */
  readonly code: number;
  readonly fonts: number;
  readonly requests: number;
  readonly lcp: number;
  readonly cls: number;
  /** The time of tasks beyond 50 ms each, including waits for other work of the machine. */
  readonly blocked: number;
  /** Milliseconds of the page's main thread. */
  readonly processor: number;
}

/** The browser's report of a paint, a shift or a task. Each has some of these fields. */
interface Told {
  readonly startTime: number;
  readonly duration: number;
  readonly value: number;
  readonly hadRecentInput: boolean;
}

declare global {
  var felt: Pick<Visit, 'lcp' | 'cls' | 'blocked'>;
  var waited: number[];
}

const isAsked = (part: string) => (process.env['ONLY'] ?? part) === part;

/** The most frequent gestures. Each waits for its page first. */
const gestures: readonly Gesture[] = [
  {
    name: 'opening the menu',
    path: '/students',
    email: 'admin@gurukul.test',
    ready: (page) => page.getByRole('table').getByRole('row').nth(3).waitFor(),
    act: (page) => page.getByRole('button', { name: 'Open menu' }).tap(),
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

const portalRoot = process.env['DIST'] ?? fileURLToPath(new URL('../web/dist', import.meta.url));
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
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(address, screen));
    const of = (key: keyof Visit) => median(visits.map((each) => each[key]));
    const Weight = `${kilobytes(of('code'))} of scripts and styles, ${kilobytes(of('fonts'))} of fonts, ${of('requests')} requests`;
    const Felt = `LCP ${ms(of('lcp'))}; CLS ${of('cls').toFixed(3)}; TBT ${ms(of('blocked'))}, ${ms(of('processor'))} of the processor`;
    recordVisit({ Screen: `${screen.name}${unless(5, rounds, 'visits')}`, Weight, Felt });
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

/** A first visit: nothing cached, no service worker, on the phone and the network above. */
async function visit(address: string, { path, email }: Screen): Promise<Visit> {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
  try {
    if (email) await context.addInitScript(keep, await signIn(email));
    await context.addInitScript(watch);
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
    const heads = new Map<string, { type: string; bytes: number }>();
    const weights = { code: 0, fonts: 0, requests: 0 };
    wire.on('Network.responseReceived', ({ requestId, type, response }) =>
      heads.set(requestId, { type, bytes: response.encodedDataLength }),
    );
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const { type = '', bytes = 0 } = heads.get(requestId) ?? {};
      weights.requests += 1;
      if (type === 'Script' || type === 'Stylesheet') weights.code += encodedDataLength - bytes;
      if (type === 'Font') weights.fonts += encodedDataLength - bytes;
    });
    await page.goto(address + path, { waitUntil: 'networkidle', timeout: 120_000 });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { metrics } = await wire.send('Performance.getMetrics');
    const processor = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    return { ...weights, ...(await page.evaluate(() => globalThis.felt)), processor };
  } finally {
    await context.close();
  }
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
  const inPage = [...html.matchAll(/"\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(([, name = '']) => name);
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
function watch(): void {
  const felt = { lcp: 0, cls: 0, blocked: 0 };
  globalThis.felt = felt;
  const none = { startTime: 0, duration: 0, value: 0, hadRecentInput: false };
  const observe = (
    type: 'largest-contentful-paint' | 'layout-shift' | 'longtask',
    take: (entry: Told) => void,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take({ ...none, ...entry.toJSON() });
      // @ts-expect-error -- the types of Node, by which this file is checked, know no entries of a page
    }).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (felt.lcp = startTime));
  observe('layout-shift', ({ value, hadRecentInput }) => (felt.cls += hadRecentInput ? 0 : value));
  observe('longtask', ({ duration }) => (felt.blocked += Math.max(0, duration - 50)));
}
