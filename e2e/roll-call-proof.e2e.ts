import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  addressOf,
  changesOf,
  newClassToday,
  openRoll,
  rollsOf,
  rowOf,
  rowsOf,
  saveButton,
  type DueRoll,
} from './rolls.ts';

/**
 * No mark is lost or doubled, in any failure of the network or the tab during saving. The short form tries every kind
 * of failure about once; PROOF=full does a hundred runs. PROOF_SEED repeats a run.
 */
const isFull = process.env['PROOF'] === 'full';
const runs = isFull ? 100 : 3;
const perClass = isFull ? 10 : 3;
const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 1_000_000);

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });
test.describe.configure({ mode: 'parallel', ...(isFull ? { timeout: 900_000 } : {}) });

/** mulberry32: the same numbers for the same seed. */
function randomFrom(start: number) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const saving = '**/api/attendance/save_roll';

async function waitingCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('gurukul-waiting');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('rolls').objectStore('rolls').getAll();
          reading.addEventListener('success', () => {
            database.close();
            const lists = reading.result as unknown[][];
            resolve(lists.reduce((count, list) => count + list.length, 0));
          });
        });
      }),
  );
}

type Cut = (context: BrowserContext, page: Page, save: () => Promise<void>) => Promise<void>;

/** Sent, or on the device: what the teacher was told is true from then on. */
const untilKept = (page: Page) =>
  Promise.race([
    page.getByText('Saved on this device, not sent yet.').waitFor(),
    expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true'),
  ]);

const cuts: Readonly<Record<string, Cut>> = {
  async nothing(_, page, save) {
    await save();
    await untilKept(page);
  },
  async 'no network'(context, page, save) {
    await context.setOffline(true);
    await save();
    await untilKept(page);
  },
  async 'the answer is lost, twice'(context, page, save) {
    let left = 2;
    await context.route(saving, async (route) => {
      left -= 1;
      if (left < 0) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await save();
    await untilKept(page);
  },
  async 'the server is busy'(context, page, save) {
    let left = 2;
    await context.route(saving, (route) => {
      left -= 1;
      if (left < 0) return route.continue();
      return route.fulfill({ status: 503, json: { status: 503, message: 'busy', request_id: 'x' } });
    });
    await save();
    await untilKept(page);
  },
  async 'the tab dies while it sends'(context, page, save) {
    const sent = context.waitForEvent('request', (request) => request.url().includes('save_roll'));
    await save();
    await sent;
    await page.close();
  },
  async 'the tab dies, its answer never comes'(context, page, save) {
    const reached = new Promise<void>((resolve) => {
      let isDone = false;
      void context.route(saving, async (route) => {
        if (isDone) return route.continue();
        isDone = true;
        await route.fetch();
        resolve();
      });
    });
    await save();
    await reached;
    await page.close();
  },
  async 'no network, and the tab dies'(context, page, save) {
    await context.setOffline(true);
    await save();
    await untilKept(page);
    await page.close();
  },
  async 'a second tab sends too'(context, page, save) {
    const other = await context.newPage();
    await other.goto('/attendance');
    await context.setOffline(true);
    await save();
    await untilKept(page);
    await context.setOffline(false);
    await Promise.all(
      [page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('focus')))),
    );
    await page.close();
  },
};

async function freshPage(context: BrowserContext, roll: DueRoll) {
  const page = await context.newPage();
  await page.goto(addressOf(roll));
  await expect(rowsOf(page)).toHaveCount(roll.students.length);
  return page;
}

async function settle(context: BrowserContext) {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  const page = context.pages().at(-1) ?? (await context.newPage());
  if (page.url() === 'about:blank') await page.goto('/attendance');
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return waitingCount(page);
    })
    .toBe(0);
}

/** Whether `made` is `saved` with some left out: no step twice, none out of order. */
function isPartOf(made: readonly string[], saved: readonly string[]) {
  let at = 0;
  return made.every((status) => {
    at = saved.indexOf(status, at) + 1;
    return at > 0;
  });
}

const names = Object.keys(cuts);

for (let first = 0; first < runs; first += perClass) {
  test(`no mark is lost or doubled, from run ${first + 1} on`, async ({ page: start, context }) => {
    const { teacher, roll } = await newClassToday(start.request, 4);
    await openRoll(start, teacher, roll);
    await start.close();
    const saved = new Map(roll.students.map(({ student_id }) => [student_id, [] as string[]]));
    let lost = 0;
    let doubled = 0;
    for (let run = first; run < first + perClass; run += 1) {
      const random = randomFrom(seed + run);
      const planned: string[] = [];
      for (let step = 0; step < 2; step += 1) {
        const name = isFull
          ? names[Math.floor(random() * names.length)]!
          : names[(run * 2 + step + 2) % names.length]!;
        planned.push(name);
        // The page that is opened next must be the one of a teacher whose network works for the moment.
        await context.setOffline(false);
        for (const open of context.pages()) await open.close();
        const page = await freshPage(context, roll);
        const tapped = roll.students[Math.floor(random() * roll.students.length)]!;
        // After every failure the teacher finds the marks that were saved last.
        for (const student of roll.students) {
          const last = saved.get(student.student_id)!.at(-1) ?? 'present';
          await expect(rowOf(page, student)).toBeChecked({ checked: last === 'present' });
        }
        await rowOf(page, tapped).click();
        for (const { student_id } of roll.students) {
          const words = saved.get(student_id)!;
          const last = words.at(-1) ?? 'present';
          const other = last === 'present' ? 'absent' : 'present';
          words.push(student_id === tapped.student_id ? other : last);
        }
        await cuts[name]!(context, page, () => saveButton(page).click());
      }
      await settle(context);
      const [now] = await rollsOf(context.request, teacher);
      for (const student of now!.students) {
        const wanted = saved.get(student.student_id)!;
        const why = `seed ${seed}, run ${run + 1} (${planned.join('; ')}), ${student.student_name}`;
        if (student.attendance_status !== wanted.at(-1)) lost += 1;
        const changes = await changesOf(context.request, teacher, student.student_attendance_id!);
        const made = changes.map((change) => change.split('>')[1]!);
        const isLinked = changes.every(
          (change, index) =>
            change.split('>')[0] === (made[index - 1] ?? '-') && made[index] !== made[index - 1],
        );
        if (!isLinked || !isPartOf(made, wanted)) doubled += 1;
        expect.soft({ lost, doubled }, why).toEqual({ lost: 0, doubled: 0 });
      }
    }
    test
      .info()
      .annotations.push({ type: 'proof', description: `${perClass} runs, ${lost} lost, ${doubled} doubled` });
  });
}
