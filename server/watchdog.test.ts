import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { feedWatchdog } from './watchdog.ts';

const place = await mkdtemp(join(tmpdir(), 'gurukul-watchdog-'));
afterAll(() => rm(place, { recursive: true }));

test('the watchdog is fed until the stop, and not while the event loop stands', async () => {
  const [program, fed] = [join(place, 'notify'), join(place, 'fed')];
  await writeFile(program, `#!/bin/sh\necho "$1" >> '${fed}'\n`);
  await chmod(program, 0o755);
  const lines = async () => (await readFile(fed, 'utf8').catch(() => '')).split('\n').length - 1;
  const stop = feedWatchdog(200, program);
  await expect.poll(lines, { timeout: 600_000 }).toBeGreaterThan(3);
  await wait(200);
  const before = await lines();
  // The event loop stands.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  expect((await lines()) - before).toBeLessThan(5);
  await stop();
  await wait(300);
  const after = await lines();
  await wait(500);
  expect(await lines()).toBe(after);
  expect(await readFile(fed, 'utf8')).toMatch(/^(WATCHDOG=1\n)+$/);
});

const hasAll = ['systemd-notify', 'python3'].every((name) => spawnSync('which', [name]).status === 0);
test.runIf(hasAll)("systemd's own program sends it to the socket that systemd names", async () => {
  const socket = join(place, 'socket');
  const listen = [
    'import socket,sys',
    's=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM)',
    's.bind(sys.argv[1])',
    'print(s.recv(100).decode(),flush=True)',
  ].join('\n');
  const heard = spawn('python3', ['-c', listen, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  await expect.poll(() => spawnSync('test', ['-S', socket]).status, { timeout: 600_000 }).toBe(0);
  const code = `import('${join(import.meta.dirname, 'watchdog.ts')}').then(({ feedWatchdog }) => setTimeout(feedWatchdog(60000), 500))`;
  execFileSync(process.execPath, ['-e', code], { env: { ...process.env, NOTIFY_SOCKET: socket } });
  const [first] = await heard.stdout.toArray();
  expect(String(first)).toContain('WATCHDOG=1');
});
