// Kills at every step of a write: before each statement of its transaction, and after its commit before anybody knows.
import { setTimeout as wait } from 'node:timers/promises';
import type { CallName } from '@gurukul/contract/index';
import type { ServerProcess } from './server-process.ts';
import { newKey, send, settle, wrongAnswers } from './client.ts';
import { countRows, difference, isSame } from './rows-in-all.ts';
import type { Counts } from './rows-in-all.ts';
import { filesAreWhole } from './files-on-disk.ts';
import type { Tally } from './tally.ts';
import type { WireConnection } from './wire.ts';
import type { World } from './world.ts';
import type { Action, Write } from './writes.ts';

export const victims = ['server', 'backend', 'postmaster', 'connection'] as const;
export type Victim = (typeof victims)[number];

export const faultNames: Readonly<Record<Victim, string>> = {
  server: 'kill -9 of the server',
  backend: 'kill -9 of the backend',
  postmaster: 'kill -9 of the postmaster',
  connection: 'cut of the connection to the database',
};

/** The step at which a write is hit: before its nth statement after `begin`, or after its commit. */
export type Step = number | 'committed';

/** The nth of the write's own statements. The first names the author, the last commits. */
interface Strike {
  /** Says whether that step was reached, so that a fault that never came does not count as survived. */
  hasFallen(): boolean;
  readonly statements: readonly string[];
  disarm(): void;
}

/** Watches for one transaction of a call and hits it at its step. */
export function strikeAt(
  { wire }: World,
  call: CallName,
  step: Step | null,
  fall: (on: WireConnection) => void,
): Strike {
  const statements: string[] = [];
  let watched: WireConnection | null = null;
  let fallen = false;
  let isOver = false;
  const strike = (on: WireConnection) => {
    fallen = true;
    fall(on);
    return 'hold' as const;
  };
  wire.atStatement = ({ on, text, values }) => {
    if (watched === null && text.includes('gurukul.call') && values.includes(call)) watched = on;
    if (on !== watched || fallen || isOver) return 'pass';
    const words = text.trim().replaceAll(/\s+/g, ' ');
    if (words === 'rollback') {
      // Refused for another reason: the next attempt counts anew.
      statements.length = 0;
      watched = null;
      return 'pass';
    }
    statements.push(words);
    // The same connection serves others afterwards.
    isOver = words === 'commit';
    return statements.length === step ? strike(on) : 'pass';
  };
  wire.atCommit = (on) => (on === watched && step === 'committed' && !fallen ? strike(on) : 'pass');
  return {
    hasFallen: () => fallen,
    statements,
    disarm() {
      wire.atStatement = () => 'pass';
      wire.atCommit = () => 'pass';
    },
  };
}

/** The changes of an action without a fault, and the number of its statements. */
export interface CleanRun {
  readonly statements: readonly string[];
  readonly change: Counts;
}

export async function learn(world: World, write: Write): Promise<CleanRun> {
  const action = await write.prepare(world);
  const before = await countRows(world.owner);
  const strike = strikeAt(world, action.call, null, () => undefined);
  const { answer } = await settle(world.servers, action.call, action.input, {
    token: action.token,
    key: newKey(),
  });
  strike.disarm();
  const found = await action.found();
  if (answer.status !== 200 || found !== action.whole) {
    throw new Error(`${write.name} does not work: ${found} of ${action.whole}, ${JSON.stringify(answer)}`);
  }
  if (strike.statements.at(-1)?.toLowerCase() !== 'commit')
    throw new Error(`${write.name} was not seen whole`);
  return { statements: strike.statements, change: difference(before, await countRows(world.owner)) };
}

/** Hits a victim. Returns when everything that needs a manual start runs again. */
async function hit(world: World, victim: Victim, server: ServerProcess, on: WireConnection): Promise<void> {
  if (victim === 'server') server.kill();
  else if (victim === 'connection') on.cut();
  else if (victim === 'backend') process.kill(on.backend, 'SIGKILL');
  else {
    world.database.killPostmaster();
    await wait(200);
    await world.database.start();
  }
}

/** Hits one write once. The tally contains the result. */
export async function strikeOnce(
  world: World,
  write: Write,
  learned: CleanRun,
  { victim, step, server = 0 }: { victim: Victim; step: Step; server?: number },
  tally: Tally,
): Promise<void> {
  const struck = world.servers[server]!;
  await struck.ready();
  const action = await write.prepare(world);
  const before = await countRows(world.owner);
  const key = newKey();
  const where = `${write.name}, ${victim}, step ${step} of ${learned.statements.length}`;

  let fellAt = 0;
  let mending: Promise<void> = Promise.resolve();
  const strike = strikeAt(world, action.call, step, (on) => {
    fellAt = performance.now();
    mending = hit(world, victim, struck, on);
  });
  const sending = { token: action.token, key };
  let first = await send(struck, action.call, action.input, sending);
  // A connection that the last fault broke refuses before the first statement. The step is still to come.
  for (let more = 3; more > 0 && first.status === 503 && strike.statements.length === 0; more -= 1) {
    first = await send(struck, action.call, action.input, sending);
  }
  strike.disarm();
  tally.runs += 1;
  if (!strike.hasFallen()) {
    tally.broken.push(`${where}: the step was not reached (${strike.statements.length} seen)`);
    return;
  }
  await mending;
  await judgeBeforeRetry(world, action, learned, before, {
    tally,
    where,
    isAcknowledged: first.status === 200,
  });

  const others = [...world.servers.slice(server + 1), ...world.servers.slice(0, server + 1)];
  const { answer, all } = await settle(others, action.call, action.input, sending);
  tally.recovered.push(performance.now() - fellAt);
  tally.broken.push(...wrongAnswers([first, ...all]).map((text) => `${where}: ${text}`));
  if (answer.status !== 200) tally.broken.push(`${where}: the retry ended with ${JSON.stringify(answer)}`);
  // A second retry must return the first one's answer.
  const echo = await settle(others, action.call, action.input, sending);
  if (JSON.stringify(echo.answer.body) !== JSON.stringify(answer.body))
    tally.broken.push(`${where}: the same key was answered differently`);
  await judge(world, action, learned, before, { tally, where });
}

interface Judging {
  readonly tally: Tally;
  readonly where: string;
}

/** Before any retry: acknowledged writes are there, and others are there as a whole or not at all. */
async function judgeBeforeRetry(
  world: World,
  action: Action,
  learned: CleanRun,
  before: Counts,
  { tally, where, isAcknowledged }: Judging & { isAcknowledged: boolean },
): Promise<void> {
  const change = await quiet(world, before);
  const found = await action.found();
  const isAbsent = found === 0 && isSame(change, {});
  const isWhole = found === action.whole && isSame(change, learned.change);
  if (isAcknowledged && !isWhole) {
    tally.lost += 1;
    tally.broken.push(`${where}: acknowledged, and ${found} of ${action.whole} rows are there`);
  } else if (!isAbsent && !isWhole) {
    tally.half += 1;
    tally.broken.push(`${where}: ${found} of ${action.whole} rows; changed ${JSON.stringify(change)}`);
  }
}

async function judge(
  world: World,
  action: Action,
  learned: CleanRun,
  before: Counts,
  { tally, where }: Judging,
) {
  const change = difference(before, await countRows(world.owner));
  const found = await action.found();
  const isMore = Object.keys({ ...change, ...learned.change }).some(
    (name) => (change[name] ?? 0) > (learned.change[name] ?? 0),
  );
  const detail = `${where}: ${found} of ${action.whole} rows; changed ${JSON.stringify(change)} instead of ${JSON.stringify(learned.change)}`;
  if (found < action.whole) tally.lost += 1;
  else if (found > action.whole || isMore) tally.doubled += 1;
  else if (!isSame(change, learned.change)) tally.lost += 1;
  else {
    const missing = await filesAreWhole(world);
    tally.lost += missing.length;
    tally.broken.push(...missing.map((text) => `${where}: ${text}`));
    return;
  }
  tally.broken.push(detail);
}

/**
 * The changes after the end of the hit transaction. A backend notices only at its next read that its client is gone.
 */
async function quiet({ owner }: World, before: Counts): Promise<Counts> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    try {
      const { rows } = await owner.query(
        `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      );
      if (rows.length === 0) return difference(before, await countRows(owner));
    } catch {
      // Still recovering.
    }
    await wait(30);
  }
  throw new Error('the struck transaction does not end');
}
