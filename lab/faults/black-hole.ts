// The network between the servers and their database is silent: nothing is refused, nothing arrives.
import { setTimeout as wait } from 'node:timers/promises';
import { newKey, send, settle, wrongAnswers } from './client.ts';
import type { Answer } from './client.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';
import type { Write } from './writes.ts';

/** Longer than any statement may take, and shorter than a person waits. */
const answerWithinMs = 15_000;
const healthWithinMs = 5_000;

export interface BlackHoleOptions {
  readonly seconds: number;
  readonly writes: readonly Write[];
  /** The database restarts meanwhile, so that the waiting bytes reach nobody. */
  readonly restarts?: boolean;
}

export async function swallow(
  world: World,
  { seconds, writes, restarts = false }: BlackHoleOptions,
): Promise<Tally> {
  const tally = newTally(`database silent for ${seconds} s${restarts ? ', then restarted' : ''}`);
  await Promise.all(world.servers.map((server) => server.ready()));
  const actions = [];
  for (const write of writes) actions.push({ action: await write.prepare(world), key: newKey(), write });

  world.wire.blackHole();
  const healed = new AbortController();
  const watching = watchHealth(world, healed.signal, tally);
  const first = actions.map(({ action, key }, n) =>
    send(world.servers[n % world.servers.length]!, action.call, action.input, { token: action.token, key }),
  );
  await wait(seconds * 1000);
  if (restarts) {
    world.database.killPostmaster();
    world.wire.cutAll();
    await world.database.start();
  }
  healed.abort();
  await watching;
  world.wire.heal();
  const healedAt = performance.now();

  await Promise.all(
    actions.map(async ({ action, key, write }, n) => {
      const { answer, all } = await settle(world.servers, action.call, action.input, {
        token: action.token,
        key,
      });
      tally.runs += 1;
      tally.recovered.push(performance.now() - healedAt);
      const answers = [await first[n]!, ...all];
      tally.broken.push(
        ...wrongAnswers(answers),
        ...slowAnswers(answers).map((ms) => `${write.name}: ${ms}`),
      );
      if (answer.status !== 200) tally.broken.push(`${write.name}: ${JSON.stringify(answer)}`);
      const found = await action.found();
      if (found < action.whole) tally.lost += 1;
      if (found > action.whole) tally.doubled += 1;
    }),
  );
  return tally;
}

const slowAnswers = (answers: readonly Answer[]) =>
  answers
    .filter(({ ms }) => ms > answerWithinMs)
    .map(({ status, ms }) => `answered ${status} after ${Math.round(ms / 1000)} s`);

/** While the database is away, every server soon says so. */
async function watchHealth({ servers }: World, until: AbortSignal, tally: Tally): Promise<void> {
  while (!until.aborted) {
    await Promise.all(
      servers.map(async ({ url }) => {
        const started = performance.now();
        const status = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(healthWithinMs) }).then(
          (answer) => (answer.headers.has('retry-after') ? answer.status : -answer.status),
          () => 0,
        );
        if (status !== 503)
          tally.broken.push(
            `health answered ${status} after ${Math.round(performance.now() - started)} ms while the database was silent`,
          );
      }),
    );
    await wait(500);
  }
}
