import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '@gurukul/contract/shared/release';
import { afterAll, expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'gurukul-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// The long form goes through the archive, to the next release and back, as `server/db/migrations.test.ts` and
// `server/refused-starts.test.ts` do in one process; the short one neither packs nor upgrades.
const isFull = process.env['PROOF'] === 'full';

const place = join(folder, `gurukul-${release}`);
const bytesOf = (path: string) => Number(execFileSync('du', ['-sb', path]).toString().split('\t')[0]);

/** Starts the portal of a release as `npm start` does there, with nothing of this clone on its path. */
async function start(dataDir: string) {
  const env = {
    PATH: '/usr/bin:/bin',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_EMAIL: 'you@example.org',
    ADMIN_PASSWORD: 'Own@Pass2026',
  };
  const child = spawn(join(place, 'node_modules/.bin/node'), ['server/main.ts'], { cwd: place, env });
  const ended = new Promise((done) => child.once('exit', done));
  let said = '';
  const ready = new Promise<string>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
        const url = /Gurukul is ready at (\S+)/.exec(said)?.[1];
        if (url !== undefined) done(url);
      });
  });
  const url = await Promise.race([ready, ended.then(() => null)]);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, said: () => said, stop };
}

/** What the server's sources import from packages, also only when somebody asks for it. */
function importedByServer(): string[] {
  const sources = readdirSync(join(place, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(place, 'server', path), 'utf8'));
  const found = sources.flatMap((text) => [
    ...text.matchAll(/(?:^import (?!type )[^;]*?from |^import |\bimport\()'(?!node:)([^.#'][^']*)'/gm),
  ]);
  return [...new Set(found.map(([, name]) => name ?? ''))];
}

/** What a module answers that runs among the server's files of the release. */
function answerInRelease(script: string, ...names: readonly string[]): unknown {
  const args = ['--input-type=module', '--eval', script, '--', ...names];
  const node = join(place, 'node_modules/.bin/node');
  return JSON.parse(execFileSync(node, args, { cwd: join(place, 'server') }).toString());
}

/** Those of the packages that do not load in the release, with the reason. */
const loadsNot = (names: readonly string[]) =>
  answerInRelease(
    `const no = [];
    const as = (name) => (name.endsWith('.json') ? { with: { type: 'json' } } : {});
    for (const name of process.argv.slice(1)) await import(name, as(name)).catch((error) => no.push(name + ': ' + error.message));
    process.stdout.write(JSON.stringify(no), () => process.exit());`,
    ...names,
  );

/** The scripts of this text whose typefaces are in the release. */
const writtenInRelease = (text: string) =>
  answerInRelease(
    `const { runsOf, typefaceOf } = await import('./pdf/shaping.ts');
    const scripts = runsOf(process.argv[1]).map(({ script }) => script);
    for (const script of scripts) for (const weight of ['regular', 'bold']) typefaceOf(script, weight);
    process.stdout.write(JSON.stringify(scripts));`,
    text,
  );

test(
  `a release starts in an empty folder${isFull ? ', and upgrades its data' : ''}`,
  async () => {
    if (isFull) {
      execFileSync(process.execPath, [join(root, 'scripts/release.mjs')]);
      const releases = join(root, 'releases');
      execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: releases });
      const archive = join(releases, `gurukul-${release}-linux-${process.arch}.tar.gz`);
      execFileSync('tar', ['-xzf', archive, '-C', folder]);
    } else execFileSync(process.execPath, [join(root, 'scripts/release.mjs'), '--folder', place]);

    expect(bytesOf(place)).toBeLessThan(300e6);
    const { scripts } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['start']).toBe('exec node server/main.ts');
    for (const command of Object.values(scripts)) {
      const [, file = ''] = /^exec node (\S+)/.exec(command) ?? [];
      expect(existsSync(join(place, file))).toBe(true);
    }
    const packages = readdirSync(join(place, 'node_modules'));
    expect(
      packages.filter((name) => /^(vite|vitest|typescript|playwright.*|react|knip|ox.*)$/.test(name)),
    ).toEqual([]);

    const tests = readdirSync(join(place, 'node_modules'), { recursive: true, encoding: 'utf8' });
    expect(tests.filter((path) => /\.(?:test|spec)\.[cm]?js$/.test(path))).toEqual([]);
    expect(loadsNot(importedByServer())).toEqual([]);
    expect(writtenInRelease('Aతकதಕകকકਕକ王')).toHaveLength(11);

    const data = join(folder, 'data');
    const first = await start(data);
    expect(first.said()).toContain('Gurukul is ready');
    const health: unknown = await (await fetch(`${first.url}/api/health`)).json();
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
    const isTagged = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${release}`);
    const version = isTagged ? release : `${release}+${git('rev-parse', '--short=12', 'HEAD')}`;
    expect(health).toMatchObject({ status: 'ok', version });
    expect(await (await fetch(`${first.url}/`)).text()).toContain('<script');
    await first.stop();

    if (isFull) {
      // The next release: it has one migration more.
      const next = join(place, 'server/db/migrations/9999-next.sql');
      writeFileSync(next, 'create table next_release (id integer);\n');
      const upgraded = await start(data);
      expect(upgraded.said()).toContain('Gurukul is ready');
      await upgraded.stop();

      rmSync(next);
      const back = await start(data);
      expect(back.url).toBeNull();
      expect(back.said()).toContain(
        'Gurukul cannot start: the database belongs to a newer Gurukul (it holds migration 9999-next.sql, unknown here)',
      );
    }
    expect(
      spawnSync('npm', ['start'], { cwd: place, env: { ...process.env, PORT: 'x' } }).stderr.toString(),
    ).toContain('PORT must be a whole number');
  },
  isFull ? 900_000 : 240_000,
);
