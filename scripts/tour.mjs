// `npm run tour`: one Monday at the school in two minutes, played in a browser, with a line of words under each screen. It needs
// a running portal with the demo provider (`npm start`; another address: `PORTAL=http://...`). It saves nothing. Without a
// screen it plays unseen, as a test of itself.
import { chromium } from '@playwright/test';
import { findBrowser, findWholeBrowser } from './browser.mjs';

const portal = process.env.PORTAL ?? 'http://127.0.0.1:4000';
const password = process.env.DEMO_PASSWORD ?? 'Gurukul@2026';
const hasScreen = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
/** In milliseconds: so long each line of words is read. `PACE=0` goes through as fast as the pages come. */
const pace = Number(process.env.PACE ?? 5000);

const browser = await chromium.launch({
  executablePath: hasScreen ? findWholeBrowser() : findBrowser(),
  headless: !hasScreen,
  slowMo: pace > 0 ? 40 : 0,
});

/** A window of one person of the demo provider. */
async function enter(email, viewport) {
  const context = await browser.newContext({ baseURL: portal, viewport });
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

/** Words under the page, until they are read. */
async function say(page, words) {
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

/** Types into the command bar. */
async function ask(page, text) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Name, phone/ }).waitFor();
  await page.keyboard.type(text, { delay: pace > 0 ? 45 : 0 });
  await page.getByRole('dialog').getByRole('option').first().waitFor();
}

/** The first answer of a group. */
const take = (page, group) => page.getByRole('group', { name: group }).getByRole('option').first().click();

async function close(page) {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

const desk = { width: 1280, height: 800 };

const admin = await enter('admin@gurukul.test', desk);
await say(
  admin,
  'Monday, 8 o’clock. The account admin sees what waits today, with the names that belong to it.',
);
await ask(admin, 'cancel gita c');
await say(admin, 'A class cannot meet. Ctrl-K, and: cancel gita c.');
await take(admin, 'What to do');
await admin.getByRole('dialog', { name: /^Cancel the meeting/ }).waitFor();
await say(admin, 'The form is open, with the next meeting. It says who will hear of it. We close it again.');
await close(admin);
await ask(admin, 'why did she get no mail');
await say(admin, 'A question is answered by the guide.');
await take(admin, 'How to');
await admin.getByRole('heading', { name: 'Why somebody got no mail' }).waitFor();
await say(admin, 'One page for one task, also without a network.');
await admin.goto('/courses');
await admin.getByRole('table').getByRole('row').nth(2).waitFor();
await say(admin, 'Each course has a cover of its own.');
await admin.context().close();

const courseAdmin = await enter('courseadmin@gurukul.test', desk);
await say(courseAdmin, 'The course admin. A teacher is ill.');
await ask(courseAdmin, 'cover for lakshmi');
await say(courseAdmin, 'cover for lakshmi');
await take(courseAdmin, 'What to do');
await courseAdmin.getByRole('dialog').waitFor();
await say(courseAdmin, 'The portal knows her meetings, and who of the course is free at that time.');
await close(courseAdmin);
await courseAdmin.goto('/All Students');
await courseAdmin.getByRole('table').getByRole('row').nth(2).waitFor();
await courseAdmin.keyboard.press('j');
await courseAdmin.keyboard.press('j');
await courseAdmin.keyboard.press('x');
await say(courseAdmin, 'Lists are walked by keys: j, k, x. The question mark shows all of them.');
await courseAdmin.context().close();

const teacher = await enter('teacher@gurukul.test', { width: 390, height: 844 });
await say(teacher, 'The teacher, on the phone: the day, with the next meeting first.');
await teacher.goto('/attendance');
await teacher.getByRole('heading', { level: 1 }).waitFor();
await say(teacher, 'Rolls to call. Everybody is present; one taps who is missing.');
await teacher.goto('/schedule');
await teacher.getByRole('heading', { level: 1 }).waitFor();
await say(teacher, 'And the week, on the teacher’s own clock. Thank you for watching.');
await teacher.context().close();
await browser.close();
