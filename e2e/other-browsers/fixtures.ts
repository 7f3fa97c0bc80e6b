import { writeFileSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { type SignedIn } from '../calls.ts';
import { type Driver, startBrowser } from './driver.ts';
import { Line } from './line.ts';

const roles = {
  button: 'button',
  field: 'input, select, textarea',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  message: '[role="alert"]',
  row: 'tr',
  switch: '[role="switch"]',
  tab: '[role="tab"]',
} as const;

type Role = keyof typeof roles;
/** Of one step, in ms: a browser that has just started is slow. */
const patience = 30_000;
/** As WebDriver names a reference to an element. */
const key = 'element-6066-11e4-a52e-4f735466cecf';

// Runs in the page: the visible elements of a role whose name begins with the words.
const found = `
  const [css, words] = arguments;
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText;
  const found = [...document.querySelectorAll(css)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    nameOf(one).replaceAll(/\\s+/g, ' ').trim().startsWith(words));
`;

/** The one window of a browser, as a person uses it: by the words that they read. */
export class Window {
  readonly #driver: Driver;
  readonly line: Line;

  constructor(driver: Driver, line: Line) {
    this.#driver = driver;
    this.line = line;
  }

  async open(path: string) {
    await this.#driver.send('Navigate', { url: `${this.line.origin}${path}` });
  }

  async resize(width: number, height: number) {
    await this.#driver.send('SetWindowRect', { width, height });
  }

  async run(script: string, ...args: unknown[]) {
    return this.#driver.send('ExecuteScript', { script, args });
  }

  /** A press of the mouse in the middle of the element. */
  async press(role: Role, name: string) {
    await expect(async () => {
      const id = await this.#find(roles[role], name);
      await this.#driver.send('ElementClick', { id });
    }).toPass({ timeout: patience });
  }

  async fill(label: string, text: string) {
    await expect(async () => {
      const id = await this.#find(roles.field, label);
      await this.#driver.send('ElementClear', { id });
      await this.#driver.send('ElementSendKeys', { id, text });
    }).toPass({ timeout: patience });
  }

  async choose(label: string, option: string) {
    await expect(async () => {
      const id = await this.#find(roles.field, label);
      await this.#driver.send('ElementSendKeys', { id, text: option });
    }).toPass({ timeout: patience });
  }

  /** Hands a file to the page's own input, which is not visible. */
  async upload(file: string) {
    const found = (await this.run('return document.querySelector("input[type=file]")')) as Record<
      string,
      string
    > | null;
    await this.#driver.send('ElementSendKeys', { id: found?.[key], text: file });
  }

  async sees(role: Role, name: string, timeout = patience) {
    await expect
      .poll(() => this.count(role, name), { timeout, message: `${role} ${name}` })
      .toBeGreaterThan(0);
  }

  async seesNo(role: Role, name: string, timeout = patience) {
    await expect.poll(() => this.count(role, name), { timeout, message: `no ${role} ${name}` }).toBe(0);
  }

  async seesText(text: string, timeout = patience) {
    const read = () => this.run('return document.body.innerText');
    await expect.poll(read, { timeout }).toContain(text);
  }

  async count(role: Role, name = '') {
    return (await this.run(`${found} return found.length;`, roles[role], name)) as number;
  }

  async textsOf(css: string) {
    const script = 'return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)';
    return (await this.run(script, css)) as string[];
  }

  async path() {
    return decodeURIComponent((await this.run('return location.pathname + location.search')) as string);
  }

  /** What signing in leaves in the browser. */
  async startAs({ token, user_id, role, mainrole }: SignedIn, path: string) {
    await this.open('/favicon.svg');
    await this.run(
      'for (const [key, value] of Object.entries(arguments[0])) localStorage.setItem(key, value)',
      {
        token,
        uid: String(user_id),
        role,
        mainrole,
      },
    );
    await this.open(path);
  }

  async picture() {
    return Buffer.from((await this.#driver.send('TakeScreenshot', { full: false })) as string, 'base64');
  }

  async #find(css: string, name: string) {
    const script = `${found} found[0]?.scrollIntoView({ block: 'center' }); return found[0] ?? null;`;
    const first = (await this.run(script, css, name)) as Record<string, string> | null;
    expect(first, name).not.toBeNull();
    return first![key];
  }
}

export const test = base.extend<{ window: Window }>({
  window: async ({ baseURL }, provide, info) => {
    const line = new Line(Number(new URL(baseURL!).port));
    await line.open();
    const driver = await startBrowser(info.project.name);
    const window = new Window(driver, line);
    try {
      await provide(window);
      if (info.status !== info.expectedStatus) {
        writeFileSync(info.outputPath('screen.png'), await window.picture());
      }
    } finally {
      await driver.end();
      await line.cut();
    }
  },
});

export { expect };
