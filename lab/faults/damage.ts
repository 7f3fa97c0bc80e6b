// Damage on the disk of the embedded database: a page, the log, and a power cut in the middle of writes.
import { spawnSync } from 'node:child_process';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionTo, signalServersIn } from '../../server/db/embedded-process.ts';
import { findHome } from '../../server/db/embedded-home.ts';
import { makeBackup } from '../../server/backup/make-backup.ts';
import { createPool } from '../../server/db/pool.ts';
import { newKey, send } from './client.ts';
import { startServer } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import { newFolder, signIn } from './world.ts';

const admin = { email: 'admin@office.test', password: 'Gurukul@2026' };

async function startEmbedded(dataDir: string): Promise<ServerProcess> {
  return startServer({
    isMortal: true,
    env: { DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });
}

/** It answers with all types. */
const addType = (server: ServerProcess, token: string, type: string) =>
  send(server, 'courses.add_course_type', { type }, { token, key: newKey(), withinMs: 5_000 });

async function overwrite(file: string, offset: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.from('ruined by the disk'), 0, 18, offset);
  await handle.close();
}

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it works',
    (error: Error) => error.message,
  );

/** A page is never shown as if it were whole, a backup refuses it; a start without a log says where to read why. */
export async function ruinFiles(): Promise<Tally> {
  const tally = newTally('a ruined page, then a ruined log');
  const folder = await newFolder();
  try {
    const dataDir = join(folder, 'data');
    const server = await startEmbedded(dataDir);
    await server.ready();
    const token = await signIn(server, admin.email);
    await addType(server, token, 'Gita');
    const home = await findHome(dataDir);
    const pool = createPool(connectionTo(home, 'gurukul'));
    const { rows } = await pool.query<{ path: string }>(
      `select pg_relation_filepath('course_types') as path from pg_stat_clear_snapshot()`,
    );
    await pool.end();
    await server.stop();

    tally.runs += 1;
    await overwrite(join(home.cluster, rows[0]!.path), 8_000);
    const again = await startEmbedded(dataDir);
    await again.ready();
    const { status } = await addType(again, token, 'Upanishads');
    if (status === 200) tally.broken.push('a ruined page was shown');
    const health = (await fetch(`${again.url}/api/health`)).status;
    if (health !== 200) tally.broken.push(`health answered ${health} for one ruined page`);
    const refused = await messageOf(makeBackup(dataDir, join(folder, 'backup')));
    if (!/course_types|damaged|checksum/.test(refused)) tally.broken.push(`the backup: ${refused}`);

    tally.runs += 1;
    await signalServersIn(home.cluster, 'SIGKILL');
    await again.stop();
    const log = join(home.cluster, 'pg_wal');
    for (const name of await readdir(log))
      if (/^[\dA-F]{24}$/.test(name)) await overwrite(join(log, name), 0);
    const dead = await startEmbedded(dataDir);
    const said = await messageOf(dead.ready());
    await dead.stop();
    if (!/cannot start: .*(?:checkpoint|log).*its log: /.test(said))
      tally.broken.push(`the start said: ${said}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

/** Runs a program; true when it succeeded. */
const done = (command: string, ...words: readonly string[]) => spawnSync(command, words).status === 0;

/**
 * The power fails in the middle of writes: what the file system had not brought to its block device is gone. Everything
 * stands still (SIGSTOP) while the device is copied.
 */
export async function cutPower(times: number): Promise<Tally> {
  const tally = newTally('power cut, on a block device');
  if (process.getuid?.() !== 0) return { ...tally, skipped: 'only root may mount a block device' };
  const folder = await newFolder();
  const [image, copy, disk, after] = ['image', 'copy', 'disk', 'after'].map((name) => join(folder, name));
  const mount = (device: string, place: string) => done('mount', '-o', 'loop', device, place);
  for (const place of [disk!, after!]) await mkdir(place);
  try {
    if (
      !done('truncate', '-s', '600M', image!) ||
      !done('mkfs.ext4', '-q', '-F', image!) ||
      !mount(image!, disk!)
    )
      return { ...tally, skipped: 'a block device cannot be mounted here' };
    const dataDir = join(disk!, 'data');
    await mkdir(dataDir, { mode: 0o755 });
    const server = await startEmbedded(dataDir);
    await server.ready();
    const token = await signIn(server, admin.email);
    const acknowledged: string[] = [];
    const end = new AbortController();
    const writing = (async () => {
      for (let n = 0; !end.signal.aborted; n += 1) {
        const type = `Type ${n}`;
        if ((await addType(server, token, type)).status === 200) acknowledged.push(type);
      }
    })();
    for (let cut = 0; cut < times; cut += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 3_000);
      });
      const { cluster } = await findHome(dataDir);
      await signalServersIn(cluster, 'SIGSTOP');
      const before = [...acknowledged];
      const isCopied = done('cp', '--sparse=always', image!, copy!);
      await signalServersIn(cluster, 'SIGCONT');
      if (!isCopied || !mount(copy!, after!)) throw new Error('the copy of the device cannot be mounted');
      const started = performance.now();
      const revived = await startEmbedded(join(after!, 'data'));
      await revived.ready();
      tally.recovered.push(performance.now() - started);
      tally.runs += 1;
      const { body } = await addType(revived, token, `After cut ${cut}`);
      const there = JSON.stringify(body);
      tally.lost += before.filter((type) => !there.includes(`"${type}"`)).length;
      if (before.length === 0) tally.broken.push('nothing was acknowledged before the cut');
      await revived.stop();
      done('umount', after!);
    }
    end.abort();
    await writing;
    await server.stop();
  } finally {
    for (const place of [after!, disk!]) done('umount', '-l', place);
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}
