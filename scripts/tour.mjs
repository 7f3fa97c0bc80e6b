// `npm run tour`: one Monday at the school in two minutes, played in a browser, with a line of words under each screen. It needs
// a running portal with the demo provider (`npm start`; another address: `PORTAL=http://...`). It saves nothing. Without a
// screen it plays unseen, as a test of itself. `PICTURES=1` takes the pictures of docs/tour.md and README.md on the way.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser, findWholeBrowser } from './browser.mjs';

const portal = process.env.PORTAL ?? 'http://127.0.0.1:4000';
const password = process.env.DEMO_PASSWORD ?? 'Gurukul@2026';
const takesPictures = process.env.PICTURES === '1';
const hasScreen = !takesPictures && Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
/** In milliseconds: so long each line of words is read. `PACE=0` goes through as fast as the pages come. */
const pace = takesPictures ? 0 : Number(process.env.PACE ?? 5000);
const folder = fileURLToPath(new URL('../docs/images', import.meta.url));

const browser = await chromium.launch({
  executablePath: hasScreen ? findWholeBrowser() : findBrowser(),
  headless: !hasScreen,
  slowMo: pace > 0 ? 40 : 0,
});

/** A window of one person of the demo provider. */
async function enter(email, device) {
  const context = await browser.newContext({
    baseURL: portal,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Kolkata',
    ...device,
  });
  const page = await context.newPage();
  const data = { email_id: email, password, flag: '' };
  const answer = await context.request.post('/api/user_details/login', { data });
  if (!answer.ok()) throw new Error(`${portal} does not know ${email}: is it the demo provider?`);
  const { token, user_id: uid, role, mainrole } = await answer.json();
  await page.addInitScript(
    (keys) => {
      for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
    },
    { token, uid: String(uid), role, mainrole, language: 'en' },
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Find or go to' }).waitFor();
  return page;
}

/** A picture of the page, when everything has come. */
async function take(page, name) {
  if (!takesPictures) return;
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]:visible').waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: `${folder}/${name}.webp`, type: 'webp', quality: 72 });
}

/** Words under the page, until they are read. */
async function say(page, words) {
  if (takesPictures) return;
  await page.evaluate((text) => {
    const id = 'tour-words';
    const place = document.getElementById(id) ?? document.createElement('div');
    place.id = id;
    place.popover = 'manual';
    place.textContent = text;
    place.style.cssText =
      'inset:auto 0 0 0;margin:0 auto 1rem;width:max-content;max-width:92vw;padding:.8rem 1.2rem;border:0;border-radius:.75rem;background:#20242c;color:#fff;font:500 1.05rem/1.4 sans-serif';
    document.body.append(place);
    // In the top layer, above any dialog.
    if (place.matches(':popover-open')) place.hidePopover();
    place.showPopover();
  }, words);
  await page.waitForTimeout(pace);
}

/** One of the twelve stations: its picture, and its words. */
async function show(page, name, words) {
  await take(page, name);
  await say(page, words);
}

/** Two pictures side by side, in one. */
async function join(name, parts) {
  const images = parts.map((part) => {
    const bytes = readFileSync(`${folder}/${part}.webp`).toString('base64');
    return `<img height="600" src="data:image/webp;base64,${bytes}">`;
  });
  const page = await browser.newPage({ viewport: { width: 1600, height: 700 } });
  await page.setContent(`<div style="display:inline-flex;gap:20px">${images.join('')}</div>`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const path = `${folder}/${name}.webp`;
  await page.locator('div').screenshot({ path, type: 'webp', quality: 72, omitBackground: true });
  await page.close();
}

/** Types into the command bar. */
async function ask(page, text) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Name, phone/ }).waitFor();
  await page.keyboard.type(text, { delay: pace > 0 ? 45 : 0 });
  await page.getByRole('dialog').getByRole('option').first().waitFor();
}

/** The first answer of a group. */
const choose = (page, group) => page.getByRole('group', { name: group }).getByRole('option').first().click();

async function close(page) {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** A page with its first rows. */
async function open(page, path) {
  await page.goto(path);
  await page.getByRole('table').first().getByRole('row').nth(2).waitFor();
}

/** Pictures for a page of text: three quarters of a desk, and a phone in dark. */
const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: takesPictures ? 0.75 : 1 };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: takesPictures ? 0.8 : 1,
  colorScheme: 'dark',
};

const admin = await enter('admin@gurukul.test', desk);
await show(
  admin,
  '01-today',
  'Monday, 8 o’clock. The account admin sees what waits today, with the names that belong to it.',
);
await ask(admin, 'cancel gita c');
await show(admin, '02-command-bar', 'A class cannot meet. Ctrl-K, and: cancel gita c.');
await choose(admin, 'What to do');
await admin.getByRole('dialog', { name: /^Cancel the meeting/ }).waitFor();
await show(
  admin,
  '03-cancel',
  'The form is open, with the next meeting. It says who will hear of it. We close it again.',
);
await close(admin);
await open(admin, '/payments');
await show(admin, '04-payments', 'Payments in every currency, with sums that are never added across them.');
await ask(admin, 'why did she get no mail');
await say(admin, 'A question is answered by the guide.');
await choose(admin, 'How to');
await admin.getByRole('heading', { name: 'Why somebody got no mail' }).waitFor();
await show(admin, '05-help', 'One page for one task, also without a network.');
await open(admin, '/courses');
await show(admin, '06-courses', 'Each course has a cover of its own.');
await admin.context().close();

const courseAdmin = await enter('courseadmin@gurukul.test', desk);
await say(courseAdmin, 'The course admin. A teacher is ill.');
await ask(courseAdmin, 'cover for lakshmi');
await say(courseAdmin, 'cover for lakshmi');
await choose(courseAdmin, 'What to do');
await courseAdmin.getByRole('dialog').waitFor();
await show(
  courseAdmin,
  '07-cover',
  'The portal knows her meetings, and who of the course is free at that time.',
);
await close(courseAdmin);
await open(courseAdmin, '/class/1');
await show(
  courseAdmin,
  '08-class',
  'A class has a page of its own: week, teacher, students with twelve weeks of attendance, and a blank register to print.',
);
await open(courseAdmin, '/All Students');
await courseAdmin.keyboard.press('j');
await courseAdmin.keyboard.press('j');
await courseAdmin.keyboard.press('x');
await show(
  courseAdmin,
  '09-students',
  'Lists are walked by keys: j, k, x. The question mark shows all of them.',
);
await courseAdmin.context().close();

const teacher = await enter('teacher@gurukul.test', phone);
await show(teacher, '10-day', 'The teacher, on the phone: the day, with the next meeting first.');
await teacher.goto('/attendance');
await teacher
  .getByRole('link', { name: /^(Chanting|Gita|Ramayana) \w/ })
  .first()
  .click();
await teacher.getByRole('switch').nth(2).waitFor();
await show(
  teacher,
  '11-roll',
  'A roll. Everybody is present; one taps who is missing, also without a network.',
);
await teacher.goto('/schedule');
await teacher.getByRole('heading', { level: 1 }).waitFor();
await show(
  teacher,
  '12-schedule',
  'And the classes with their next dates, on the teacher’s own clock. Thank you for watching.',
);
await teacher.context().close();
if (takesPictures) await join('portal', ['01-today', '11-roll']);
await browser.close();
