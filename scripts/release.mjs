// `npm run release`: makes releases/gurukul-<version>-linux-<x64|arm64>.tar.gz and releases/SHA256SUMS. The archive has
// everything that runs: Node, PostgreSQL, the packages of production, the server's sources, the built portal.
// `--folder <path>` leaves the folder instead of an archive.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

/** Of our own folders: what runs and what an operator reads. */
const own = ['LICENSE', 'README.md', 'CHANGELOG.md', 'contract', 'server', 'web/dist', 'deploy', 'docs'];
const isForDevelopers = (path) =>
  /\.test\.tsx?$|\.tsbuildinfo$|tsconfig\.json$|^(contract|server)\/test$|^docs\/images$|(^|\/)node_modules$|(^|\/)\.env$/.test(
    path,
  );

// Of the packages: Node's headers, types and sources that Node cannot load there, maps, texts, tests, fonts in weights
// that no document has, libraries for compilers, what only a browser or `require` loads. They are a third of the whole.
// scripts/release.test.ts loads every package from the release.
const isOfNoUse = (path) =>
  [
    /^node-linux-[^/]+\/(include|share|lib)$/,
    /\.(ts|tsx|cts|mts|map|md|markdown|flow|a)$/,
    /\/(test|tests|__tests__|docs|examples?|\.[^/]+)$/,
    /\.(test|spec)\.[cm]?js$/,
    /^@expo-google-fonts\/[^/]+\/(?!(400Regular|700Bold)(\/|$))\d/,
    /^@expo-google-fonts\/.*\.png$/,
    /^@expo-google-fonts\/noto-sans-sc\/700Bold$/,
    /^(lodash\/fp|libphonenumber-js\/bundle|luxon\/build\/(global|amd|cjs-browser))$/,
    /^(fontkit\/dist\/browser|pdfkit\/js\/pdfkit\.(standalone|browser))[-.]/,
  ].some((pattern) => pattern.test(path));

/** Copies a folder or a file. Packages are not changed any more, so on one disk both may share the bytes. */
function copy(from, to, isLeftOut) {
  if (isLeftOut(from)) return;
  const found = lstatSync(from);
  if (found.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) copy(join(from, name), join(to, name), isLeftOut);
  } else if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else share(from, to);
}

function share(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    if (!from.includes('/node_modules/')) copyFileSync(from, to);
    else linkSync(from, to);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(error.code)) throw error;
    copyFileSync(from, to);
  }
}

/** The folders of the packages that the server needs, as npm knows them. */
function packages() {
  const rooms = ['--workspace', 'server', '--workspace', 'contract', '--include-workspace-root'];
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable', ...rooms], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return listed
    .split('\n')
    .filter((path) => path.includes('/node_modules/') && !lstatSync(path).isSymbolicLink());
}

/** How the release is started and served; `npm start` in it installs and builds nothing. */
function manifest() {
  const { name, version, description, license, type, scripts } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const operators = Object.entries(scripts).filter(([, command]) => command.startsWith('exec node server/'));
  return {
    name,
    version,
    private: true,
    description,
    license,
    type,
    scripts: { start: 'exec node server/main.ts', ...Object.fromEntries(operators) },
  };
}

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** What is made from another commit than the one with the version's tag says which, in logs, health and metrics. */
function nameCommit(file) {
  const source = readFileSync(file, 'utf8');
  const [, version] = /release = '([^']+)'/.exec(source);
  if (git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) return;
  writeFileSync(file, source.replace(version, `${version}+${git('rev-parse', '--short=12', 'HEAD')}`));
}

/** Fills a folder with the release. Its files are those of this clone. */
function fill(folder) {
  for (const name of own) {
    copy(join(root, name), join(folder, name), (path) => isForDevelopers(relative(root, path)));
  }
  const modules = join(root, 'node_modules');
  for (const path of packages()) {
    const nested = join(path, 'node_modules');
    copy(
      path,
      join(folder, relative(root, path)),
      (each) => each === nested || isOfNoUse(relative(modules, each)),
    );
  }
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(`../node-linux-${process.arch}/bin/node`, join(folder, 'node_modules', '.bin', 'node'));
  mkdirSync(join(folder, 'node_modules', '@gurukul'), { recursive: true });
  symlinkSync('../../contract', join(folder, 'node_modules', '@gurukul', 'contract'));
  nameCommit(join(folder, 'contract/shared/release.ts'));
  const made = manifest();
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(made, null, 2)}\n`);
  return made.version;
}

/** The same sources and packages give the same bytes: names in order, nobody's user, the time of the last commit. */
function pack(folder, archive) {
  const time = git('log', '-1', '--format=%ct');
  const plain = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${time}`,
    '--mode=u+w,go-w',
  ];
  execFileSync('tar', [...plain, '-czf', archive, '-C', dirname(folder), basename(folder)]);
}

function sumOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** A line for each archive in the folder, as `sha256sum --check` reads them. */
function writeSums(folder) {
  const archives = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  const lines = archives.map((name) => `${sumOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

await ensureInstalled();
await ensureBuilt();
const [option, place] = process.argv.slice(2);
if (option === '--folder' && place !== undefined) fill(place);
else {
  const { version } = manifest();
  const releases = join(root, 'releases');
  const side = join(releases, `.part-${process.pid}`);
  const name = `gurukul-${version}`;
  const archive = join(releases, `${name}-linux-${process.arch}.tar.gz`);
  try {
    fill(join(side, name));
    pack(join(side, name), join(side, 'archive'));
    renameSync(join(side, 'archive'), archive);
    writeSums(releases);
    const size = (lstatSync(archive).size / 1e6).toFixed(0);
    process.stdout.write(`${relative(root, archive)}: ${size} MB. Check it: sha256sum --check SHA256SUMS\n`);
  } finally {
    rmSync(side, { recursive: true, force: true });
  }
}
