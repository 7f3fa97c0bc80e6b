import { expect, test } from 'vitest';
import { faults, shortForm } from './all.ts';
import { isSound, table } from './tally.ts';
import type { Tally } from './tally.ts';

const isFull = process.env['PROOF'] === 'full';

/** The table says more than an assertion could. */
function expectSound(tallies: readonly Tally[]): void {
  if (tallies.every(isSound)) return;
  throw new Error(['', table(tallies), ...tallies.flatMap(({ broken }) => broken)].join('\n'));
}

test('nothing acknowledged is lost, nothing is done twice, and the office comes back by itself', async () => {
  const tallies = await shortForm();
  // A fault that was never tried proves nothing.
  expect(tallies.filter(({ runs }) => runs === 0)).toEqual([]);
  expectSound(tallies);
});

test.runIf(isFull).each(faults.map((fault) => [fault.name, fault] as const))(
  'the same of every fault: %s',
  async (_name, fault) => {
    const tallies: Tally[] = [];
    await fault.run((done) => tallies.push(...done));
    expectSound(tallies);
  },
  3_600_000,
);
