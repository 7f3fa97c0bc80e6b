// Builds the image of deploy/Dockerfile with Debian's buildah and runs it: alone with its embedded database, upgraded
// from an older release and restored; then twice behind the Caddyfile on a PostgreSQL of its own. As root, on x64 or
// arm64:
//
//   apt-get install buildah mmdebstrap caddy postgresql-client iproute2
//   npm run release && node lab/container/run.ts /var/tmp/gurukul-container [<the commit of the older release>]
//
// buildah's chroot isolates files and users. The network and the process ids are this machine's, so the image gets a free
// port.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '@gurukul/contract/shared/release';
import { tryAlone } from './alone.ts';
import type { Image } from './image.ts';
import { hold, openEngine, project, run, say } from './image.ts';

const [folder = '', given] = process.argv.slice(2);
if (folder === '' || process.getuid?.() !== 0) {
  process.stderr.write(
    'As root: node lab/container/run.ts <scratch folder> [<commit of the older release>]\n',
  );
  process.exit(2);
}
const scratch = resolve(folder);
mkdirSync(scratch, { recursive: true, mode: 0o755 });
const archive = `releases/gurukul-${release}-linux-${process.arch}.tar.gz`;

const git = (...args: readonly string[]) => run('git', ['-C', project, ...args]).trim();

/** The migrations of a commit, with the hash of each. */
const migrations = (commit: string) => git('ls-tree', '-r', commit, '--', 'server/db/migrations').split('\n');

/** The last tag, or the newest commit that lacks a migration and has no other one than this clone. */
function olderCommit(): string {
  const [tag = ''] = git('tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD~1').split('\n');
  if ((given ?? tag) !== '') return git('rev-parse', given ?? tag);
  const present = new Set(migrations('HEAD'));
  const changes = git('rev-list', 'HEAD', '--', 'server/db/migrations').split('\n');
  const older = changes.find((commit) => {
    const before = migrations(`${commit}^`);
    return before.length < present.size && before.every((line) => present.has(line));
  });
  return git('rev-parse', `${older}^`);
}

/** A build context with the older release, made in a clone of its own; the second run finds it there. */
function olderContext(commit: string): string {
  const context = join(scratch, `release-${commit.slice(0, 12)}`);
  const made = join(context, archive);
  if (existsSync(made)) return context;
  const clone = join(context, 'clone');
  say(`Making the release of ${commit.slice(0, 12)}...`);
  run('git', ['clone', '--quiet', '--shared', project, clone]);
  run('git', ['-C', clone, 'checkout', '--quiet', commit]);
  run('npm', ['run', 'release'], clone);
  mkdirSync(join(context, 'releases'));
  // Its version may be the same number: the image is named after the commit.
  cpSync(join(clone, archive), made);
  return context;
}

/** What an operator expects of the image before it starts. */
function checkImage(image: Image, files: string): void {
  hold('it runs as an ordinary user', image.User === 'gurukul');
  hold('it stops by SIGTERM', image.StopSignal === 'SIGTERM');
  hold('it has a health command', image.Healthcheck.Test[0] === 'CMD');
  const forDevelopers = ['vite', 'vitest', 'typescript', 'react', 'knip', 'oxlint', '@playwright'];
  const modules = forDevelopers.filter((name) => existsSync(join(files, 'app/node_modules', name)));
  const tests = run('find', [join(files, 'app'), '-name', '*.test.*']);
  const tools = ['gcc', 'npm', 'curl', 'git'].filter((name) => existsSync(join(files, 'usr/bin', name)));
  const found = [...modules, ...tools, tests].join(' ').trim();
  hold('it has no package, test or tool of developers', found === '', found);
  hold('its files are of root', run('find', [join(files, 'app'), '!', '-user', 'root']) === '');
  const size = (place: string) => run('du', ['-sm', join(files, place)]).split('\t')[0];
  say(`Size: /app has ${size('app')} MB, all of it with the base of Debian's packages ${size('')} MB.`);
}

const engine = openEngine(scratch);
engine.build(project, 'gurukul:new');
say(`Built from ${archive}.`);
engine.build(olderContext(olderCommit()), 'gurukul:old');
const image = engine.inspect('gurukul:new');
const container = engine.container('gurukul:new');
const files = engine.files(container);
checkImage(image, files);
await tryAlone(engine, image, { scratch, old: 'gurukul:old', new: 'gurukul:new' });

// A network of its own, so that the Caddyfile's names and the usual ports are free.
const pair = {
  root: files,
  env: Object.fromEntries(
    image.Env.map((pair): [string, string] => [pair.replace(/=.*/s, ''), pair.slice(pair.indexOf('=') + 1)]),
  ),
  cwd: image.WorkingDir,
  user: image.User,
  volume: Object.keys(image.Volumes)[0],
  command: image.Cmd,
  health: image.Healthcheck.Test.slice(1),
};
writeFileSync(join(scratch, 'image.json'), JSON.stringify(pair));
const script = fileURLToPath(new URL('pair.mjs', import.meta.url));
say(run('unshare', ['--net', '--mount', process.execPath, script, scratch]).trim());
engine.remove(container);
say('Everything that was tried holds.');
