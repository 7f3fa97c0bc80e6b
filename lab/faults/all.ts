// All faults, in a full form for `npm run faults` and a short one for `npm test`.
import { killAtRandom } from './at-random.ts';
import { swallow } from './black-hole.ts';
import { stepTheClock, stepTheServer } from './clock.ts';
import { fillDatabase, fillUploads } from './disk-full.ts';
import { faultNames, learn, strikeOnce, victims } from './every-step.ts';
import type { Step } from './every-step.ts';
import { judgeMails } from './judge-mails.ts';
import { troubleMail } from './mail-server.ts';
import { interruptMigrations, openGround, startTogether } from './starts.ts';
import { troubleStorage } from './storage.ts';
import { cutPower, ruinFiles } from './damage.ts';
import { lockByStranger, lockOneTable, otherKey, stopWorker } from './strangers.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';
import { publishEvent, writes } from './writes.ts';

type Report = (tallies: readonly Tally[]) => void;

export interface Fault {
  readonly name: string;
  /** Runs all of it and reports each tally when it is done. */
  run(report: Report): Promise<void>;
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld();
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

async function everyStep(report: Report): Promise<void> {
  await inWorld(async (world) => {
    for (const victim of victims) {
      const tally = newTally(`${faultNames[victim]} at every step of ${writes.length} writes`);
      for (const write of writes) {
        const learned = await learn(world, write);
        const steps: Step[] = [...learned.statements.keys()].map((n) => n + 1);
        for (const step of [...steps, 'committed'] as const) {
          const server = tally.runs % world.servers.length;
          await strikeOnce(world, write, learned, { victim, step, server }, tally);
        }
      }
      await judgeMails(world, tally);
      report([tally]);
    }
  });
}

export const faults: readonly Fault[] = [
  { name: 'steps', run: everyStep },
  {
    name: 'random',
    run: (report) =>
      inWorld(async (world) => report([await killAtRandom(world, { seconds: 120, clients: 6 })])),
  },
  {
    name: 'silence',
    run: (report) =>
      inWorld(async (world) => {
        report([await swallow(world, { seconds: 3, writes })]);
        report([await swallow(world, { seconds: 40, writes })]);
        report([await swallow(world, { seconds: 5, writes, restarts: true })]);
      }),
  },
  {
    name: 'disk',
    async run(report) {
      report([await fillUploads()]);
      report([await fillDatabase()]);
    },
  },
  {
    name: 'strangers',
    run: (report) =>
      inWorld(async (world) => {
        report([await lockByStranger(world, writes, 1)]);
        // Three for each connection of two pools. Of uploads, which wait for a turn, one person has few at once.
        const quick = writes.filter(({ name }) => !name.startsWith('upload'));
        report([await lockByStranger(world, quick, Math.ceil(60 / quick.length))]);
        report([await lockOneTable(world, 12)]);
        report([await stopWorker(world, writes, 20)]);
        report([await otherKey(world)]);
      }),
  },
  {
    name: 'damage',
    async run(report) {
      report([await ruinFiles()]);
      report([await cutPower(3)]);
    },
  },
  { name: 'mail', run: (report) => inWorld(async (world) => report(await troubleMail(world, publishEvent))) },
  { name: 'storage', run: async (report) => report(await troubleStorage()) },
  {
    name: 'clock',
    async run(report) {
      report([await stepTheClock(publishEvent)]);
      report([await stepTheServer()]);
    },
  },
  {
    name: 'starts',
    async run(report) {
      const ground = await openGround();
      try {
        report([await startTogether(ground, 3)]);
        report([await interruptMigrations(ground)]);
      } finally {
        await ground.close();
      }
    },
  },
];

/**
 * One world, less than a minute. Every third write is hit once, after its commit or in the middle, by one victim after
 * the other; then the database is silent, and two starts are interrupted. Needs only Node and PostgreSQL.
 */
export async function shortForm(): Promise<Tally[]> {
  const tallies = victims.map((victim) => newTally(faultNames[victim]));
  const silence: Tally[] = [];
  const someWrites = writes.filter((_, n) => n % 3 === 0);
  await inWorld(async (world) => {
    for (const [n, write] of someWrites.entries()) {
      const learned = await learn(world, write);
      const last = learned.statements.length;
      const steps: readonly Step[] = ['committed', last, 'committed', 2 + (n % (last - 2))];
      const [at, step] = [n % victims.length, steps[Math.floor(n / victims.length) % steps.length]!];
      const server = n % world.servers.length;
      await strikeOnce(world, write, learned, { victim: victims[at]!, step, server }, tallies[at]!);
    }
    silence.push(await swallow(world, { seconds: 3, writes: someWrites }));
    silence.push(await stopWorker(world, someWrites.slice(0, 1), 2));
  });
  const ground = await openGround();
  try {
    return [...tallies, ...silence, await interruptMigrations(ground, [140, 279])];
  } finally {
    await ground.close();
  }
}
