import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '@gurukul/contract/shared/release';
import { calls } from '@gurukul/contract/index';
import { expect, test } from 'vitest';
import { readConfig } from '../server/config.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const withoutComments = (text: string) => text.replaceAll(/^\s*#.*\n/gm, '');

const unit = withoutComments(read('deploy/gurukul.service'));
const dockerfile = withoutComments(read('deploy/Dockerfile'));
const compose = withoutComments(read('deploy/compose.yaml'));
const example = withoutComments(read('deploy/.env.example'));
const proxy = withoutComments(read('deploy/Caddyfile'));
const settingsText = read('server/config.ts');
const mainText = read('server/main.ts');

/** Every setting of the server, as its schema names them. */
const known = new Set([...settingsText.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name ?? ''));
// Settings that Node and libraries read.
const notOurs = new Set(['NODE_ENV', 'PATH']);
const unknown = (names: readonly string[]) => names.filter((name) => !known.has(name) && !notOurs.has(name));

/** A service of the compose file: its lines down to the next one of the same depth. */
function block(name: string, text = compose, depth = 2): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`${' '.repeat(depth)}${name}:`));
  expect(first, `${name} is in the file`).toBeGreaterThan(-1);
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= depth);
  return rest.slice(0, end === -1 ? undefined : end).join('\n');
}

const pairs = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^\s*([A-Z][A-Z0-9_]*): (.+)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
  );

const portal = block('x-portal', compose, 0);
const portalSettings = pairs(block('environment', portal));
const unitSettings = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)];
const imageSettings = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => (line ?? '').split(' '));

const seconds = (text: string | undefined) => Number(/^(\d+)s$/.exec(text ?? '')?.[1] ?? Number.NaN);
const milliseconds = (text: string, name: string) => {
  const found = new RegExp(`^const ${name} = ([\\d_]+);`, 'm').exec(text)?.[1];
  expect(found, `${name} is a constant`).toBeDefined();
  return Number(found?.replaceAll('_', ''));
};

test('alerts ask for metrics that exist, and the guide has an entry for each', () => {
  const rules = withoutComments(read('deploy/alerts.yaml'));
  const metrics = new Set(
    rules.match(/gurukul_[a-z_]+/g)?.map((name) => name.replace(/_(?:count|bucket)$/, '')),
  );
  const texts = read('server/http/monitoring/metrics.ts');
  expect(metrics.size).toBeGreaterThan(4);
  expect([...metrics].filter((name) => !texts.includes(`'${name}'`))).toEqual([]);
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
  const guide = read('docs/operations.md');
  expect(alerts.filter((name) => !guide.includes(`| \`${name}\` `))).toEqual([]);
});

test('the files can be read', () => {
  expect(known).toContain('DATABASE_OWNER_URL');
  expect(known.size).toBeGreaterThan(20);
  expect(Object.keys(portalSettings).length).toBeGreaterThan(10);
  expect(unitSettings.length).toBe(2);
  expect(imageSettings.length).toBe(5);
});

test('unit, image and compose file name settings that the server knows', () => {
  expect(unknown(unitSettings.map(([, name]) => name ?? ''))).toEqual([]);
  expect(unknown(imageSettings.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
  expect(unknown(Object.keys(portalSettings))).toEqual([]);
  expect(unknown(Object.keys(pairs(block('environment', block('bucket'), 4))))).toEqual([]);
});

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => values[name] ?? '');

const exampleValues = Object.fromEntries(
  [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
);

test('the server starts with the settings of image, compose file and a completed example together', () => {
  const secret = 'a1'.repeat(24);
  const values = Object.fromEntries(
    Object.entries(exampleValues).map(([name, value]) => [
      name,
      // Every other empty setting has to be completed.
      value === '' && !name.startsWith('OTEL_') ? (name === 'ADMIN_PASSWORD' ? 'Abc#12345' : secret) : value,
    ]),
  );
  const given = Object.fromEntries(
    Object.entries(portalSettings).map(([name, value]) => [name, filled(value, values)]),
  );
  const fromImage = Object.fromEntries(imageSettings.map((pair) => pair.split('=')));
  const config = readConfig({ ...fromImage, ...given });
  expect(config).toMatchObject({
    host: '0.0.0.0',
    https: true,
    appUrl: 'https://portal.example.org',
    databaseUrl: `postgres://gurukul:${secret}@database/gurukul`,
    databaseOwnerUrl: `postgres://gurukul_owner:${secret}@database/gurukul`,
    demo: false,
    s3: { endpoint: 'https://files.example.org', bucket: 'gurukul' },
    smtpUrl: 'smtp://mail:1025?requireTLS=false',
  });
});

test('the example holds every name that the compose file asks for, and no secret', () => {
  const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
  const missing = asked.filter((name) => exampleValues[name] === undefined);
  expect(missing).toEqual([]);
  expect(Object.keys(exampleValues).filter((name) => !asked.includes(name))).toEqual([]);
  const secrets = Object.entries(exampleValues).filter(([name]) => /PASSWORD|SECRET|TOKEN/.test(name));
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(([, value]) => value !== '')).toEqual([]);
  expect(read('.gitignore').split('\n')).toContain('deploy/.env');
});

test('secrets of the compose file come from the environment only', () => {
  const written = [...compose.matchAll(/^\s*(\w*(?:PASSWORD|SECRET|TOKEN)\w*): (.+)$/gm)]
    .filter(([, , value]) => !/^\$\{\w+:[?-]\}$/.test(value ?? ''))
    .map(([line]) => line.trim());
  expect(written).toEqual([]);
});

test('the portals trust the proxy, and the proxy alone', () => {
  const address = /ipv4_address: (\S+)/.exec(block('proxy'))?.[1];
  expect(portalSettings['TRUSTED_PROXY']).toBe(address);
  // In a second network the proxy would have another address.
  expect(block('networks', block('proxy'), 4)).not.toMatch(/^ {6}(?!edge:)\w+:/m);
});

test('the proxy reaches services and ports that exist', () => {
  const targets = [...proxy.matchAll(/\b([a-z][a-z-]+):(\d+)\b/g)].map(([, host, port]) => [host, port]);
  expect(targets).toContainEqual(['portal-a', '4000']);
  const port = imageSettings.find((pair) => pair.startsWith('PORT='))?.slice(5);
  for (const [host = '', given] of targets) {
    const service = host.startsWith('portal-') ? `expose ${port}` : block(host);
    if (host.startsWith('portal-')) expect(compose).toMatch(new RegExp(`^ {2}${host}: \\*portal$`, 'm'));
    expect(service).toContain(given);
  }
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${port}$`, 'm'));
});

/** As .dockerignore is read: a star ends at a slash and matches dots, and a folder includes everything below it. */
function fits(path: string, pattern: string): boolean {
  const text = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*/g, (found) => (found === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${text}(?:/.*)?$`).test(path);
}

test('every file that a build copies and a service mounts is there', () => {
  const ignore = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ shows: line.startsWith('!'), pattern: line.replace(/^!/, '') }));
  const isShown = (path: string) => ignore.findLast(({ pattern }) => fits(path, pattern))?.shows ?? true;

  const version = /^ARG VERSION=(.+)$/m.exec(dockerfile)?.[1];
  expect([version, exampleValues['GURUKUL_VERSION']]).toEqual([release, release]);
  const added = [...dockerfile.matchAll(/^(?:ADD|COPY) (?!--from)(\S+) \S+$/gm)].map(
    ([, path]) => path ?? '',
  );
  expect(added).toEqual(['releases/gurukul-${VERSION}-linux-${ARCH}.tar.gz']);
  expect(isShown(`releases/gurukul-${release}-linux-x64.tar.gz`)).toBe(true);

  const mounted = [...compose.matchAll(/- (\.\/[^:]+):/g)].map(([, path]) => path ?? '');
  expect(mounted.length).toBe(2);
  expect(mounted.filter((path) => !existsSync(join(root, 'deploy', path)))).toEqual([]);

  const secret = ['deploy/.env', '.env', 'data/secret', 'server/.env.local', '.git/config', 'node_modules/x'];
  expect(secret.filter(isShown)).toEqual([]);
  expect(existsSync(join(root, /^ExecStart=\S+ (\S+)$/m.exec(unit)?.[1] ?? 'nothing'))).toBe(true);
});

test('every image of a registry is named by its digest', () => {
  const base = /^ARG BASE=(.+)$/m.exec(dockerfile)?.[1] ?? '';
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, from]) => from)).toEqual(['${BASE}', '${BASE}']);
  const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image ?? '');
  const foreign = [base, ...images.filter((image) => !image.startsWith('gurukul:'))];
  expect(foreign.length).toBe(5);
  expect(foreign.filter((image) => !/^docker\.io\/\w+\/\w+:\S+@sha256:[\da-f]{64}$/.test(image))).toEqual([]);
});

test('every build stage that is copied from exists', () => {
  const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name));
  const used = [...dockerfile.matchAll(/^COPY --from=(\w+)/gm)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !stages.has(name))).toEqual([]);
});

test('nobody is killed while still stopping', () => {
  const server =
    milliseconds(mainText, 'startMs') +
    milliseconds(mainText, 'drainMs') +
    1_000 +
    milliseconds(mainText, 'jobsEndMs') +
    1_000 +
    milliseconds(mainText, 'poolEndMs') +
    milliseconds(mainText, 'traceEndMs');
  const database = milliseconds(read('server/db/embedded-process.ts'), 'stopMs');
  expect(seconds(/^TimeoutStopSec=(.+)$/m.exec(unit)?.[1]) * 1000).toBeGreaterThan(server + database);
  expect(seconds(/stop_grace_period: (.+)/.exec(portal)?.[1]) * 1000).toBeGreaterThan(server);
});

test('as many connections as the server takes can be opened', () => {
  const { connections } = readConfig({}).limits;
  expect(Number(/^LimitNOFILE=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(connections + 1_000);
  expect(Number(/nofile: (\d+)/.exec(portal)?.[1])).toBeGreaterThan(connections + 1_000);
});

test('a request that reached a stopping portal can be sent again', () => {
  const held = Number(/request_buffers (\d+)MB/.exec(proxy)?.[1]) * 1_000_000;
  expect(held).toBeGreaterThan(readConfig({}).limits.jsonBytes);
});

const analyze = '/usr/bin/systemd-analyze';

test.skipIf(!existsSync(analyze))('systemd finds nothing wrong with the unit', () => {
  // The path of the release is known only on the machine that runs it.
  const folder = mkdtempSync(join(tmpdir(), 'gurukul-unit-'));
  const file = join(folder, 'gurukul.service');
  writeFileSync(file, read('deploy/gurukul.service').replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`));
  const { stderr, status } = spawnSync(analyze, ['verify', file], { encoding: 'utf8' });
  // 0 means no access to anything, 100 full access; the guide names the number.
  const exposed = spawnSync(analyze, ['security', '--offline=true', '--threshold=13', file]);
  rmSync(folder, { recursive: true });
  expect(exposed.status).toBe(0);
  expect(stderr.split('\n').filter((line) => line.includes('gurukul.service'))).toEqual([]);
  expect(status).toBe(0);
});

test('nothing runs as root or writes where it need not', () => {
  expect(/^User=(.+)$/m.exec(unit)?.[1]).toBe('gurukul');
  expect(dockerfile.match(/^USER (.+)$/gm)).toEqual(['USER gurukul']);
  expect(dockerfile.indexOf('\nUSER gurukul')).toBeLessThan(dockerfile.indexOf('\nCMD '));
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'KillMode=mixed',
  ])
    expect(unit.split('\n')).toContain(line);
  const dataDir = unitSettings.find(([, name]) => name === 'DATA_DIR')?.[2] ?? '';
  const state = /^StateDirectory=(.+)$/m.exec(unit)?.[1];
  expect(dataDir.startsWith(`/var/lib/${state}/`)).toBe(true);
  expect(portal).toContain('read_only: true');
  expect(portal).toContain('cap_drop: [ALL]');
});

const haproxy = withoutComments(read('deploy/haproxy.cfg'));

test('haproxy repeats without a key only what changes nothing', () => {
  const paths = (rule: string, match: string) =>
    [...haproxy.matchAll(new RegExp(`^ +acl ${rule} ${match} (.+)$`, 'gm'))].flatMap(([, list]) =>
      (list ?? '').split(' '),
    );
  const isRead = (path: string) =>
    paths('reads', 'path').includes(path) ||
    paths('reads', 'path_beg').some((start) => path.startsWith(start));
  const isAction = (path: string) => paths('actions', 'path_beg').some((start) => path.startsWith(start));
  expect(haproxy).toContain('disable-l7-retry unless repeatable or reads or gets !actions\n');
  const repeated = calls().filter(({ call }) => {
    const path = `/api${call.path}`;
    // Older clients make these calls by GET; the portal makes them by POST.
    const isByGet = call.method === 'GET' && (call.changes === true || call.alsoPost !== true);
    return isRead(path) || (isByGet && !isAction(path));
  });
  expect(repeated.length).toBeGreaterThan(40);
  expect(repeated.filter(({ call }) => call.changes === true).map(({ name }) => name)).toEqual([]);
  // Signing in makes a session, which the contract does not call a change.
  const names = new Set<string>(repeated.map(({ name }) => name));
  const missing = calls().filter(({ name, call }) => call.changes !== true && !names.has(name));
  expect(missing.map(({ name }) => name)).toEqual([
    'accounts.login',
    'accounts.getinviting',
    'openid.begin',
    'openid.finish',
    'passkeys.begin_sign_in',
    'passkeys.sign_in',
    'passkeys.second_factor',
  ]);
});

test('haproxy holds a request as a whole and outlasts the longest answer of the portal', () => {
  const { limits } = readConfig({});
  const timeout = (name: string) => Number(new RegExp(`^ +timeout ${name} (\\d+)s$`, 'm').exec(haproxy)?.[1]);
  expect(timeout('server')).toBeGreaterThan(limits.requestTimeoutSeconds);
  expect(timeout('client')).toBeGreaterThan(limits.requestTimeoutSeconds);
});
