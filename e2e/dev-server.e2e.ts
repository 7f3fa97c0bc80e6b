import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from './fixtures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Git ignores this folder, so that a run that is killed leaves the working tree as it was.
const copy = `${root}.cache/dev-story`;

/** What is edited here is a copy; only the packages are the clone's own. */
function copySources() {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of ['contract', 'server', 'web', 'scripts', 'package-lock.json']) {
    const filter = (path: string) => !/\/(node_modules|dist)$/.test(path);
    cpSync(`${root}${name}`, `${copy}/${name}`, { recursive: true, filter });
  }
  symlinkSync(`${root}node_modules`, `${copy}/node_modules`);
}

function edit(file: string, from: string, to: string) {
  const text = readFileSync(`${copy}/${file}`, 'utf8');
  expect(text).toContain(from);
  writeFileSync(`${copy}/${file}`, text.replace(from, to));
}

/** Starts what `npm run dev` runs, and waits for its last line, which names the address. */
async function startDevServer() {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    // Set by npm: the server then also ends when the process that began it is killed.
    npm_lifecycle_event: 'dev',
    // A shell's database is none for trying out: the server must not take it.
    DATABASE_URL: 'postgres://office.example.org/portal',
  };
  const dev = spawn('node', ['scripts/dev.mjs'], { cwd: copy, env, detached: true });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [dev.stdout, dev.stderr])
      stream.on('data', (text) => {
        output += String(text);
        const [, said] = /Gurukul is ready at (\S+)/.exec(output) ?? [];
        if (said) resolve(said);
      });
    dev.once('exit', () => reject(new Error(output)));
  });
  return { dev, address };
}

/** A Ctrl-C of the terminal reaches the whole group. */
async function pressCtrlC(dev: ChildProcess) {
  process.kill(-(dev.pid ?? 0), 'SIGINT');
  await once(dev, 'exit');
}

test('the development server shows an edited text, serves an edited API, and ends with one Ctrl-C', async ({
  page,
}) => {
  copySources();
  const { dev, address } = await startDevServer();
  try {
    await page.goto(`${address}/login`);
    await page.getByLabel('Email').fill('typed before the edit');
    edit('web/features/accounts/sign-in/login-page.tsx', 'lead={t.lead}', 'lead="Sign in to care for"');
    await expect(page.getByText('Sign in to care for')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('typed before the edit');

    const health = async () => (await page.request.get(`${address}/api/health`)).text();
    expect(await health()).toContain('"status":"ok"');
    edit('server/http/monitoring/health.ts', "status: 'ok'", "status: 'very well'");
    await expect.poll(health).toContain('"status":"very well"');

    await pressCtrlC(dev);
    expect(existsSync(`${copy}/.cache/dev/postgres/postmaster.pid`)).toBe(false);
    await expect(page.request.get(address)).rejects.toThrow('ECONNREFUSED');
  } finally {
    if (dev.exitCode === null) await pressCtrlC(dev);
    rmSync(copy, { recursive: true, force: true });
  }
});
