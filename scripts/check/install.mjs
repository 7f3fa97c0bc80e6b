// Parts of the check that a machine may lack: npm packages, Chromium, a PostgreSQL that is not the embedded one.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findBrowser, findWholeBrowser } from '../browser.mjs';
import { areInstalled, ensureInstalled, root } from '../setup.mjs';

const isRoot = process.getuid?.() === 0;
const hasApt = existsSync('/usr/bin/apt-get');
// Debian packages that are unpacked for a run and never installed: no cluster, no service, nothing in /etc.
const downloads = `${root}/.cache/postgresql-packages`;
const oldestMajor = 15;

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((resolve) => {
    const child = spawn('apt-get', ['-y', '-qq', ...args], { stdio: 'inherit', env });
    child.once('error', () => resolve(1));
    child.once('exit', resolve);
  });
}

async function downloadPostgres() {
  const side = `${downloads}.new`;
  rmSync(side, { recursive: true, force: true });
  mkdirSync(`${side}/partial`, { recursive: true });
  const place = [
    '-o',
    `Dir::Cache::archives=${side}`,
    '-o',
    'Debug::NoLocking=1',
    '-o',
    'APT::Sandbox::User=',
  ];
  const code = await apt(...place, '--download-only', '--no-install-recommends', 'install', 'postgresql');
  if (code === 0) renameSync(side, downloads);
}

/** The programs of the oldest supported PostgreSQL below a folder; undefined if there are none. */
function postgresIn(folder) {
  const places = `${folder}/usr/lib/postgresql`;
  const majors = existsSync(places) ? readdirSync(places).map(Number) : [];
  return majors
    .filter((major) => major >= oldestMajor)
    .toSorted((a, b) => a - b)
    .map((major) => `${places}/${major}/bin`)
    .find((bin) => existsSync(`${bin}/initdb`));
}

const ownPostgres = () => process.env.TEST_POSTGRES || postgresIn('');

/** Names the missing parts that can be installed here, then installs them. */
export async function bringWhatIsMissing({ isQuick }) {
  const browsers =
    isQuick || !isRoot || !hasApt
      ? []
      : [
          ...(findBrowser() ? [] : ['chromium-headless-shell']),
          // The one without windows shows no notifications.
          ...(findWholeBrowser() ? [] : ['chromium']),
        ];
  const wantsPostgres = !isQuick && hasApt && ownPostgres() === undefined && !existsSync(downloads);
  const list = [
    ...(areInstalled() ? [] : ['npm packages, into node_modules']),
    ...browsers.map((name) => `Debian's ${name}, onto this machine`),
    ...(wantsPostgres ? ["Debian's postgresql, into .cache: downloaded, not installed"] : []),
  ];
  if (list.length > 0) console.log(`This brings first:\n${list.map((line) => `- ${line}\n`).join('')}`);
  const bringPackages = async () => {
    if (isRoot && (browsers.length > 0 || wantsPostgres)) await apt('update');
    if (browsers.length > 0) await apt('install', '--no-install-recommends', ...browsers);
    if (wantsPostgres) await downloadPostgres();
  };
  await Promise.all([bringPackages(), ensureInstalled()]);
}

/**
 * The folder with the programs of a PostgreSQL that is not the embedded one: the machine's, or else Debian's, unpacked
 * into a folder of this run. Undefined without one.
 */
export function findOwnPostgres(folder) {
  if (ownPostgres() !== undefined || !existsSync(downloads)) return ownPostgres();
  for (const name of readdirSync(downloads).filter((file) => file.endsWith('.deb'))) {
    spawnSync('dpkg-deb', ['-x', `${downloads}/${name}`, folder]);
  }
  const unpacked = postgresIn(folder);
  const libraries = ['lib', 'usr/lib']
    .flatMap((place) => readdirSync(`${folder}/${place}`).map((name) => `${folder}/${place}/${name}`))
    .filter((place) => place.endsWith('-linux-gnu'));
  // The server starts its programs without our environment, so each program sets its own.
  const bin = `${folder}/bin-with-libraries`;
  mkdirSync(bin);
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const script = `#!/bin/sh\nLD_LIBRARY_PATH=${libraries.join(':')} exec ${unpacked}/${program} "$@"\n`;
    writeFileSync(`${bin}/${program}`, script, { mode: 0o755 });
  }
  return bin;
}
