import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settingsOf } from './balancer.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const haproxy = readFileSync(file('deploy/haproxy.cfg'), 'utf8').replaceAll(/^\s*#.*\n/gm, '');
const ports = { portal: 1001, primary: 1002, portals: [1003, 1004, 1005] };
const env = settingsOf(
  '/run',
  ports,
  [11, 12, 13].map((n) => ({ address: `10.77.0.${n}`, port: 5432 })),
);

test('haproxy gets all settings that its file needs', () => {
  const asked = new Set([...haproxy.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? ''));
  expect(asked.size).toBeGreaterThan(8);
  expect(Object.keys(env).toSorted()).toEqual([...asked].toSorted());
  expect(Object.values(env).filter((value) => value.includes('undefined'))).toEqual([]);
});

test.skipIf(!existsSync('/usr/sbin/haproxy'))('haproxy takes the file as it is', () => {
  const checked = spawnSync('/usr/sbin/haproxy', ['-c', '-f', file('deploy/haproxy.cfg')], {
    env,
    encoding: 'utf8',
  });
  expect(checked.stderr).not.toMatch(/ALERT|WARNING/);
  expect(checked.status).toBe(0);
});

test('the trial uses settings that the server knows', () => {
  const known = new Set(
    [...readFileSync(file('server/config.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
      ([, name]) => name ?? '',
    ),
  );
  const script = readFileSync(file('lab/cluster/bring-up.ts'), 'utf8');
  const start = script.indexOf('const env = {');
  const names = [...script.slice(start, script.indexOf('};', start)).matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(names.length).toBeGreaterThan(8);
  const foreign = names.filter(
    (name) => !known.has(name) && name !== 'NODE_ENV' && !name.startsWith('LIMIT_'),
  );
  expect(foreign).toEqual([]);
});
