import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { otherBrowsers } from '../../scripts/browser.mjs';

// Both browsers take the commands of the W3C WebDriver standard: Firefox over its Marionette socket, WebKit over HTTP
// from WebKitWebDriver. The table has the commands that the stories use, by their names in the standard.
const commands = {
  Navigate: ['POST', '/url'],
  ExecuteScript: ['POST', '/execute/sync'],
  ElementClick: ['POST', '/element/{id}/click'],
  ElementClear: ['POST', '/element/{id}/clear'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  SetWindowRect: ['POST', '/window/rect'],
  TakeScreenshot: ['GET', '/screenshot'],
} as const;

export interface Driver {
  readonly send: (command: keyof typeof commands, parameters?: object) => Promise<unknown>;
  /** Ends the browser and removes its profile. */
  readonly end: () => Promise<void>;
}

/** A browser with a profile of its own. It shows no window. */
export async function startBrowser(name: string): Promise<Driver> {
  const profile = mkdtempSync(`${tmpdir()}/gurukul-browser-`);
  const started: ChildProcess[] = [];
  const start = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, TZ: 'Asia/Kolkata', ...env },
    });
    started.push(child);
    return child;
  };
  const endAll = async () => {
    for (const child of started.toReversed()) await ended(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const send = await (name === 'webkit' ? startWebKit(start) : startFirefox(start, profile));
    return { send, end: endAll };
  } catch (error) {
    await endAll();
    throw error;
  }
}

type Start = (program: string, args: readonly string[], env?: Record<string, string>) => ChildProcess;

async function startFirefox(start: Start, profile: string): Promise<Driver['send']> {
  writeFileSync(`${profile}/user.js`, 'user_pref("marionette.port", 0);\n');
  const browser = start(otherBrowsers.firefox.program, [
    '--headless',
    '--marionette',
    '--no-remote',
    '--profile',
    profile,
  ]);
  const [, port] = await firstMatch(browser.stdout!, /Listening on port (\d+)/);
  const socket = connect(Number(port), '127.0.0.1');
  const answers = answersOf(socket);
  let count = 0;
  const send = (command: string, parameters: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      count += 1;
      answers.set(count, ({ error, value }) => {
        if (error) reject(new Error(`${error.error}: ${error.message}`));
        else resolve(value);
      });
      const text = JSON.stringify([0, count, `WebDriver:${command}`, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  await send('NewSession', { capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept' } } });
  return send;
}

interface Answer {
  readonly error: { readonly error: string; readonly message: string } | null;
  readonly value: unknown;
}

/** Reads Marionette's frames, each `<bytes>:[1, number, error, result]`, and calls who waits for the number. */
function answersOf(socket: Socket) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let rest = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
      const end = colon + 1 + Number(rest.subarray(0, colon));
      if (rest.length < end) return;
      const message: unknown = JSON.parse(String(rest.subarray(colon + 1, end)));
      rest = rest.subarray(end);
      // The greeting is an object.
      if (!Array.isArray(message)) continue;
      const [, number, error, result] = message as [1, number, Answer['error'], { value?: unknown } | null];
      waiting.get(number)?.({ error, value: result?.value });
      waiting.delete(number);
    }
  });
  return waiting;
}

async function startWebKit(start: Start): Promise<Driver['send']> {
  // Xvfb chooses a free number and writes it to file 3.
  const screen = start(otherBrowsers.webkit.screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24']);
  const [display] = await firstMatch(screen.stdio[3] as Readable, /\d+/);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  start(otherBrowsers.webkit.program, [`--port=${port}`], { DISPLAY: `:${display}`, GDK_BACKEND: 'x11' });
  await untilListening(port);
  const call = async (method: string, path: string, body: object) => {
    const init = method === 'POST' ? { method, body: JSON.stringify(body) } : { method };
    const answer = await fetch(`${address}/session${path}`, init);
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const options = { binary: otherBrowsers.webkit.browser, args: ['--automation'] };
  const { sessionId } = (await call('POST', '', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': options, unhandledPromptBehavior: 'accept' },
    },
  })) as { sessionId: string };
  return (command, parameters = {}) => {
    const [method, path] = commands[command];
    const { id = '', ...body } = parameters as { id?: string };
    return call(method, `/${sessionId}${path.replace('{id}', id)}`, body);
  };
}

/** The first piece of a stream that matches. Rejects when the stream ends before. */
async function firstMatch(stream: Readable, pattern: RegExp) {
  let text = '';
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    stream.on('data', (data) => {
      text += String(data);
      const match = pattern.exec(text);
      if (match) resolve(match);
    });
    stream.once('end', () => reject(new Error(`The browser ended: ${text}`)));
  });
  return found;
}

async function freePort() {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

async function untilListening(port: number) {
  const end = Date.now() + 10_000;
  while (!(await isListening(port))) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not listen');
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });
}
