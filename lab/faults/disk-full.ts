// Disks that fill up: a small file system of its own under the files, and one under PostgreSQL.
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, send, settle, wrongAnswers } from './client.ts';
import { learn } from './every-step.ts';
import { filesAreWhole } from './files-on-disk.ts';
import { countRows, difference, isSame } from './rows-in-all.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import { newFolder, openWorld } from './world.ts';
import type { World } from './world.ts';
import { beginFile, pdf, putFile, writes } from './writes.ts';

interface SmallDisk {
  readonly folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): void;
}

/** Mounts a file system in memory. Returns a reason in words where that is impossible. */
async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | string> {
  if (process.getuid?.() !== 0) return 'only root may mount a small file system';
  await mkdir(folder, { recursive: true });
  const size = `size=${megabytes}m,mode=0755`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'gurukul-faults', folder]);
  if (status !== 0) return 'a small file system cannot be mounted here';
  const ballast = join(folder, 'ballast');
  return {
    folder,
    async fill() {
      // Until no page is left, including space that was freed meanwhile.
      for (let n = 0; n < 50; n += 1) {
        const { status: full } = spawnSync('dd', [
          'if=/dev/zero',
          `of=${ballast}-${n}`,
          'bs=64k',
          'status=none',
        ]);
        if (full !== 0) return;
      }
    },
    async free() {
      for (const name of await readdir(folder)) {
        if (name.startsWith('ballast')) await rm(join(folder, name));
      }
    },
    unmount() {
      spawnSync('umount', ['-l', folder]);
    },
  };
}

export async function fillUploads(): Promise<Tally> {
  const tally = newTally('disk full under the files');
  const world = await openWorld({ servers: 1 });
  const disk = await mountSmallDisk(join(world.dataDir, 'files'), 2);
  if (typeof disk === 'string') {
    await world.close();
    return { ...tally, skipped: disk };
  }
  try {
    for (const name of ['incoming', 'stored']) await mkdir(join(disk.folder, name));
    const [server] = world.servers;
    for (const point of ['while it arrives', 'while it is finished'] as const) {
      tally.runs += 1;
      const offer = await beginFile(world, pdf);
      const sending = { token: world.tokens.own, key: newKey() };
      if (point === 'while it is finished' && (await putFile(server!, offer, pdf)) !== 204)
        tally.broken.push('a file did not arrive on a disk with room');
      await disk.fill();
      const putStatus = point === 'while it arrives' ? await putFile(server!, offer, pdf) : 204;
      const finish = () => send(server!, 'files.finish', { file_id: offer.file_id }, sending);
      const refused = point === 'while it is finished' ? await finish() : null;
      if (point === 'while it arrives' && putStatus !== 503)
        tally.broken.push(`${point}: answered ${putStatus}`);
      if (refused !== null && refused.status !== 503)
        tally.broken.push(`${point}: answered ${refused.status} ${JSON.stringify(refused.body)}`);
      if (refused !== null) tally.broken.push(...wrongAnswers([refused]));
      tally.broken.push(...(await filesAreWhole(world)));

      await disk.free();
      const freedAt = performance.now();
      if (point === 'while it arrives' && (await putFile(server!, offer, pdf)) !== 204)
        tally.broken.push(`${point}: the upload fails with room again`);
      const { answer } = await settle([server!], 'files.finish', { file_id: offer.file_id }, sending);
      tally.recovered.push(performance.now() - freedAt);
      if (answer.status !== 200) tally.lost += 1;
      const missing = await filesAreWhole(world);
      tally.lost += missing.length;
      tally.broken.push(...missing);
    }
    return tally;
  } finally {
    // A mounted folder cannot be removed with the rest.
    disk.unmount();
    await world.close();
  }
}

/** PostgreSQL loses its disk during writes and refuses, or crashes. With free space it comes back with everything. */
export async function fillDatabase(): Promise<Tally> {
  const tally = newTally('disk full under PostgreSQL');
  const folder = await newFolder();
  const place = join(folder, 'small');
  const disk = await mountSmallDisk(place, 260);
  if (typeof disk === 'string') {
    await rm(folder, { recursive: true });
    return { ...tally, skipped: disk };
  }
  await chmod(place, 0o755);
  let world: World | undefined;
  try {
    world = await openWorld({ servers: 1, clusterIn: place });
    for (const write of writes.filter(({ name }) => /course|payments|students|roll/.test(name))) {
      await strikeFull(world, disk, write, tally);
    }
    return tally;
  } finally {
    await world?.close();
    disk.unmount();
    await rm(folder, { recursive: true });
  }
}

async function strikeFull(
  world: World,
  disk: SmallDisk,
  write: (typeof writes)[number],
  tally: Tally,
): Promise<void> {
  const [server] = world.servers;
  await disk.free();
  await world.database.start();
  const learned = await learn(world, write);
  const struck = [];
  for (let n = 0; n < 12; n += 1) struck.push({ action: await write.prepare(world), key: newKey() });
  const before = await countRows(world.owner);
  await disk.fill();

  const first = [];
  for (const { action, key } of struck) {
    tally.runs += 1;
    const answer = await send(server!, action.call, action.input, {
      token: action.token,
      key,
      withinMs: 20_000,
    });
    first.push(answer);
    tally.broken.push(...wrongAnswers([answer]).map((text) => `${write.name}: ${text}`));
    await disk.fill();
  }
  await disk.free();
  await world.database.start();
  const freedAt = performance.now();
  for (const [n, { action }] of struck.entries()) {
    const found = await action.found();
    if (first[n]?.status === 200 && found !== action.whole) tally.lost += 1;
    else if (found !== 0 && found !== action.whole) tally.half += 1;
  }
  for (const { action, key } of struck) {
    const { answer } = await settle([server!], action.call, action.input, { token: action.token, key });
    if (answer.status !== 200) tally.broken.push(`${write.name}: ${JSON.stringify(answer)}`);
  }
  tally.recovered.push(performance.now() - freedAt);
  const change = difference(before, await countRows(world.owner));
  const expected = Object.fromEntries(
    Object.entries(learned.change).map(([name, n]) => [name, n * struck.length]),
  );
  if (!isSame(change, expected)) {
    tally.doubled += 1;
    tally.broken.push(`${write.name}: ${JSON.stringify(change)} instead of ${JSON.stringify(expected)}`);
  }
}
