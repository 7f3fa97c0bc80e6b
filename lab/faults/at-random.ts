// Clients that write without a pause while servers, backends and the postmaster are killed at random moments.
import { setTimeout as wait } from 'node:timers/promises';
import { newKey, settle, wrongAnswers } from './client.ts';
import { steadily } from './database.ts';
import { learn } from './every-step.ts';
import type { CleanRun } from './every-step.ts';
import { filesAreWhole } from './files-on-disk.ts';
import { judgeMails } from './judge-mails.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';
import { writes } from './writes.ts';
import type { Action, Write } from './writes.ts';

export interface AtRandomOptions {
  readonly seconds: number;
  readonly clients: number;
}

interface WriteAction {
  readonly write: Write;
  readonly action: Action;
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;

export async function killAtRandom(world: World, { seconds, clients }: AtRandomOptions): Promise<Tally> {
  const tally = newTally('kill -9 of servers, backends and the postmaster at random');
  const learned = new Map<Write, CleanRun>();
  for (const write of writes) learned.set(write, await learn(world, write));
  const before = await auditedByCall(world);

  const done: WriteAction[] = [];
  const until = Date.now() + seconds * 1000;
  const worker = async () => {
    while (Date.now() < until) {
      const write = pick(writes);
      const action = await prepared(world, write);
      const sent = performance.now();
      const { answer, all } = await settle(
        world.servers.toSorted(() => Math.random() - 0.5),
        action.call,
        action.input,
        {
          token: action.token,
          key: newKey(),
        },
      );
      if (all.length > 1) tally.recovered.push(performance.now() - sent);
      tally.broken.push(...wrongAnswers(all).map((text) => `${write.name}: ${text}`));
      if (answer.status !== 200) tally.broken.push(`${write.name} ended with ${JSON.stringify(answer)}`);
      done.push({ write, action });
    }
  };
  const killing = kill(world, until, tally);
  await Promise.all(Array.from({ length: clients }, worker));
  await killing;
  await Promise.all(world.servers.map((server) => server.ready()));

  for (const { write, action } of done) {
    const found = await steadily(() => action.found());
    if (found === action.whole) continue;
    if (found > action.whole) tally.doubled += 1;
    else tally.lost += 1;
    tally.broken.push(`${write.name}: ${found} of ${action.whole} rows`);
  }
  await judgeTrail(world, before, done, learned, tally);
  const missing = await filesAreWhole(world);
  tally.lost += missing.length;
  tally.broken.push(...missing);
  await judgeMails(world, tally);
  return tally;
}

/** The audit trail has each action's changes once. */
async function judgeTrail(
  world: World,
  before: ReadonlyMap<string, number>,
  done: readonly WriteAction[],
  learned: ReadonlyMap<Write, CleanRun>,
  tally: Tally,
): Promise<void> {
  const after = await auditedByCall(world);
  for (const write of writes) {
    const own = done.filter((one) => one.write === write);
    const call = own[0]?.action.call;
    if (call === undefined) continue;
    const expected = own.length * (learned.get(write)?.change['audit_entries'] ?? 0);
    const found = (after.get(call) ?? 0) - (before.get(call) ?? 0);
    if (found === expected) continue;
    if (found > expected) tally.doubled += 1;
    else tally.lost += 1;
    tally.broken.push(`${write.name}: ${found} entries in the audit trail instead of ${expected}`);
  }
}

async function auditedByCall({ owner }: World): Promise<Map<string, number>> {
  const { rows } = await steadily(() =>
    owner.query<{ call: string; n: number }>(
      'select call, count(*)::int as n from audit_entries where call is not null group by call',
    ),
  );
  return new Map(rows.map(({ call, n }) => [call, n]));
}

/** Remains of the last attempt have other names. */
async function prepared(world: World, write: Write): Promise<Action> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await write.prepare(world);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}

async function kill({ servers, wire, database }: World, until: number, tally: Tally): Promise<void> {
  const blows: (() => unknown)[] = [
    () => pick(servers).kill(),
    () => pick(servers).kill(),
    () => {
      const backend = pick(wire.backends());
      if (backend > 0) process.kill(backend, 'SIGKILL');
    },
    () => wire.cutAll(),
    async () => {
      database.killPostmaster();
      await wait(500 * Math.random());
      await database.start();
    },
  ];
  while (Date.now() < until) {
    await wait(300 + 2_000 * Math.random());
    tally.runs += 1;
    await pick(blows)();
  }
  await database.start();
}
