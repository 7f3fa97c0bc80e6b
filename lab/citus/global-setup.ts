// As server/test/global-setup.ts, with Citus: the templates are on every machine, with no table distributed.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/db/migrate.ts';
import { createPool } from '../../server/db/pool.ts';
import { seedDemo } from '../../server/db/seed/seed.ts';
import { emptyTemplate, seededTemplate } from '../../server/test/db.ts';
import { endAll } from '../faults/ending.ts';
import { ask, closeTemplate, join as joinMachines, startMachines, superuserOf } from './machines.ts';
import type { Machines } from './machines.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gurukul-citus-'));
  await chmod(folder, 0o755);
  const tearDown = async () => {
    await endAll();
    await rm(folder, { recursive: true, force: true });
  };
  const today = new Date().toISOString().slice(0, 10);
  try {
    const machines = await startMachines(folder);
    // Tests drop databases in which Citus's own worker still is, and that belongs to the superuser.
    for (const { owner } of machines) await ask(superuserOf(owner), [`alter role ${owner.user} superuser`]);
    await makeTemplates(machines, today);
    const [{ owner, app }, ...workers] = machines;
    project.provide('databases', { owner, app, today });
    process.env['CITUS_WORKERS'] = JSON.stringify(workers.map((worker) => worker.owner));
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

async function makeTemplates(machines: Machines, today: string): Promise<void> {
  const [coordinator] = machines;
  for (const { owner } of machines) await ask(owner, [`create database ${emptyTemplate}`]);
  await joinMachines(machines, emptyTemplate);
  await migrate({ ...coordinator.owner, database: emptyTemplate });
  for (const machine of machines) {
    await closeTemplate(machine, emptyTemplate);
    await ask(machine.owner, [
      `create database ${seededTemplate} template ${emptyTemplate} strategy file_copy`,
    ]);
  }
  const pool = createPool({ ...coordinator.owner, database: seededTemplate });
  await seedDemo(pool, { today });
  await pool.end();
  for (const machine of machines) await closeTemplate(machine, seededTemplate);
}
