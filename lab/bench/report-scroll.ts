// Do the attendance report of 5,000 students on 120 dates and the marking of a class of 300 keep up with the hand on a
// slow machine? The script scrolls them, turns pages, ticks one and all, and searches, with the browser's processor
// slowed down, and prints the longest task of each gesture. People do not notice tasks under 50 ms, and browsers do not
// report them. `npx vite build web && node lab/bench/report-scroll.ts`, SLOWNESS=8 for a processor that is slower
// still; ONLY=report or marking; DIST for another build
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { endAll } from '../faults/ending.ts';
import { openBrowser } from './browser.ts';
import { daysBefore, median, ms } from './figures.ts';
import { longestIn } from './longest-task.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const only = process.env['ONLY'];
const marked = 300;
const students = only === 'marking' ? marked : 5000;
const dates = 120;
const rounds = 5;
const slowness = Number(process.env['SLOWNESS'] ?? 4);
const sizes = only === 'marking' ? [] : [8, 100];

const format = (took: number) => (took === 0 ? 'none' : ms(took));

const portalRoot = process.env['DIST'] ?? fileURLToPath(new URL('../web/dist', import.meta.url));
const provider = await startProvider({ portalRoot });
const browser = await openBrowser();
const record = recorder(sections.scrolling, { engine: `Chromium ${browser.version()}` });
try {
  await fill();
  const address = await provider.listen();
  for (const size of sizes) {
    const figures = await measure(address, size);
    const what = `${students} students, ${dates} dates, ${size} rows a page`;
    record({ Rows: `${what}, slowed ${slowness} times`, Figures: figures.join('; ') });
  }
  if (only !== 'report') {
    const figures = await measureMarking(address);
    const what = `marking ${marked} students of a class`;
    record({ Rows: `${what}, slowed ${slowness} times`, Figures: figures.join('; ') });
  }
} finally {
  await endAll();
}

/**
 * One class whose students all have a mark on every date, one mark in a hundred corrected. In another course, a class
 * of some of them, half of it marked yesterday.
 */
async function fill(): Promise<void> {
  await provider.owner.query(`
    begin;
    set local session_replication_role = replica;
    insert into courses (course_name, course_image, course_duration, start_date)
    values ('Course', '', 'yearly', current_date - 200);
    insert into classes (course_id, class_name) values (1, 'Class');
    insert into people (email_id, main_role, first_name, last_name)
    select 'student' || n || '@bench.test', 'student', 'Student ' || n,
      (array['Rao', 'Venkataraman Iyer', 'of a Family with a Long Name'])[1 + n % 3]
    from generate_series(1, ${students}) n;
    insert into enrolments (student_id, course_id, class_id, started_on)
    select id, 1, 1, current_date - 200 from people where main_role = 'student';
    insert into attendance_registers (course_id, class_id, attendance_date)
    select 1, 1, current_date - n from generate_series(1, ${dates}) n;
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, corrected_at)
    select r.attendance_date, p.id, 1, 1, r.id,
      (array['present', 'present', 'present', 'absent', 'moved', 'drop-out'])[1 + (p.id * 7 + r.id * 3) % 6],
      case when (p.id + r.id) % 100 = 0 then now() end
    from attendance_registers r cross join people p where p.main_role = 'student';
    insert into courses (course_name, course_image, course_duration, start_date)
    values ('Marked course', '', 'yearly', current_date - 200);
    insert into classes (course_id, class_name) values (2, 'Marked class');
    insert into enrolments (student_id, course_id, class_id, started_on)
    select id, 2, 2, current_date - 200 from people where main_role = 'student' order by id limit ${marked};
    insert into attendance_registers (course_id, class_id, attendance_date) values (2, 2, current_date - 1);
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    select r.attendance_date, e.student_id, 2, 2, r.id, 'present'
    from attendance_registers r join enrolments e on e.class_id = r.class_id
    where r.class_id = 2 and e.student_id % 2 = 0;
    commit`);
  await provider.owner.query('analyze');
}

async function openSignedIn(address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}/api/health`);
  await page.evaluate(
    (keys) => {
      for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
    },
    { token: provider.token, uid: '1', role: 'admin', mainrole: 'admin' },
  );
  return page;
}

/** Opens the report with all of it loaded. */
async function openReport(address: string, size: number): Promise<Page> {
  const page = await openSignedIn(address);
  const asked = `course=1&class=1&start=${daysBefore(dates + 5)}&end=${daysBefore(0)}&show=yes`;
  await page.goto(`${address}/attendance-report?${asked}&size=${size === 8 ? '' : size}`);
  await page.getByText(`1–${size} of 5,000`).waitFor();
  return page;
}

/** The point to click, found before the clock runs, because the search is work of the page too. */
async function middleOf(locator: Locator): Promise<[x: number, y: number]> {
  await locator.scrollIntoViewIfNeeded();
  const box = (await locator.boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function wheel(page: Page, x: number, y: number, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await page.mouse.wheel(x, y);
    await page.waitForTimeout(30);
  }
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForTimeout(1000);
}

/** The longest task of one gesture, in ms. */
interface Longest {
  /** From the browser, which reports tasks above 50 ms. It grows with other work of the machine; 0 for none. */
  readonly told: number;
  /** Its processor time. */
  readonly own: number;
}

/** Measures the longest task in a page whose processor is slowed down meanwhile. */
async function watchTasks(page: Page) {
  const client = await page.context().newCDPSession(page);
  return async (act: () => Promise<void>): Promise<Longest> => {
    await page.waitForTimeout(500);
    const told = await page.evaluateHandle(() => {
      const durations = [0];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) durations.push(duration);
      });
      // @ts-expect-error -- the types of Node, by which this file is checked, know no tasks of a page
      observer.observe({ entryTypes: ['longtask'] });
      return durations;
    });
    await browser.startTracing(page, { categories: ['toplevel'] });
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await act();
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const trace = await browser.stopTracing();
    return { told: Math.max(...(await told.jsonValue())), own: longestIn(trace.toString()) };
  };
}

function told(longest: Readonly<Record<string, readonly Longest[]>>): string[] {
  return Object.entries(longest).map(([deed, tasks]) => {
    const asTold = median(tasks.map((task) => task.told));
    const own = median(tasks.map((task) => task.own));
    return `${deed} ${format(asTold)} told, ${format(own)} of the processor`;
  });
}

/** The medians of each round's longest tasks, for each gesture. */
async function measure(address: string, size: number): Promise<string[]> {
  const page = await openReport(address, size);
  const longestTask = await watchTasks(page);
  const frame = page.getByRole('region', { name: 'Attendance by student' });
  const search = page.getByLabel('Search student name');

  const longest = {
    sideways: new Array<Longest>(),
    down: new Array<Longest>(),
    paging: new Array<Longest>(),
    search: new Array<Longest>(),
  };
  for (let round = 0; round < rounds; round += 1) {
    await page.mouse.move(...(await middleOf(frame)));
    longest.sideways.push(
      await longestTask(async () => {
        await wheel(page, 400, 0, 35);
        await wheel(page, -1500, 0, 10);
      }),
    );
    longest.down.push(
      await longestTask(async () => {
        await wheel(page, 0, 250, 20);
        await wheel(page, 0, -800, 10);
      }),
    );
    const next = await middleOf(page.getByRole('button', { name: 'Next page' }));
    longest.paging.push(
      await longestTask(async () => {
        for (let turn = 0; turn < 5; turn += 1) {
          await page.mouse.click(...next);
          await page.waitForTimeout(250);
        }
      }),
    );
    await search.focus();
    longest.search.push(
      await longestTask(async () => {
        await type(page, 'student 4');
        await type(page, '99');
      }),
    );
    await page.getByText(/^1–\d+ of 11$/).waitFor();
    await search.fill('');
    await page.getByText(`1–${size} of 5,000`).waitFor();
  }
  await page.close();
  return told(longest);
}

/** The same for the table in which the office marks a class. */
async function measureMarking(address: string): Promise<string[]> {
  const page = await openSignedIn(address);
  await page.goto(`${address}/mark-attendance?course=2&class=2&date=${daysBefore(1)}&show=yes`);
  const longestTask = await watchTasks(page);
  const ticks = page.getByRole('table').getByRole('checkbox');
  await ticks.nth(marked).waitFor();
  const search = page.getByLabel('Search student name');
  const longest = {
    down: new Array<Longest>(),
    ticking: new Array<Longest>(),
    'ticking all': new Array<Longest>(),
    search: new Array<Longest>(),
  };
  for (let round = 0; round < rounds; round += 1) {
    const one = await middleOf(ticks.nth(3));
    longest.ticking.push(
      await longestTask(async () => {
        for (let turn = 0; turn < 5; turn += 1) {
          await page.mouse.click(...one);
          await page.waitForTimeout(200);
        }
      }),
    );
    const all = await middleOf(ticks.first());
    longest['ticking all'].push(
      await longestTask(async () => {
        for (let turn = 0; turn < 2; turn += 1) {
          await page.mouse.click(...all);
          await page.waitForTimeout(500);
        }
      }),
    );
    longest.down.push(
      await longestTask(async () => {
        await wheel(page, 0, 400, 30);
        await wheel(page, 0, -1500, 10);
      }),
    );
    await search.focus();
    longest.search.push(await longestTask(async () => type(page, 'student 12')));
    await search.fill('');
    await ticks.nth(marked).waitFor();
  }
  await page.close();
  return told(longest);
}
