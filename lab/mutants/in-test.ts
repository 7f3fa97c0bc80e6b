import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';

/* Runs in the tests' process: one change is on while one file of tests runs. */

/** What the switches of the instrumented files read and write. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: Coverage | undefined;
}
type Hits = Record<string, number>;
interface Coverage {
  readonly static: Hits;
  readonly perTest: Record<string, Hits>;
}

declare global {
  // Stryker's own name.
  // oxlint-disable-next-line no-underscore-dangle
  var __stryker__: Switches | undefined;
}
// oxlint-disable-next-line no-underscore-dangle
const switches = (globalThis.__stryker__ ??= {});

/** Notes which changes each test of the file reaches. A test is named by its place. */
export function noteHits(report: string): void {
  let place = 0;
  beforeEach(() => {
    place += 1;
    switches.currentTestId = `${report} ${place}`;
  });
  afterEach(() => {
    switches.currentTestId = undefined;
  });
  afterAll(() => {
    // The switches keep the hits of all files.
    const all = Object.entries(switches.mutantCoverage?.perTest ?? {});
    const own = all.flatMap(([test, hits]) =>
      test.startsWith(`${report} `) ? [{ place: Number(test.slice(report.length)), hits }] : [],
    );
    const atOnce = Object.keys(switches.mutantCoverage?.static ?? {});
    writeFileSync(report, JSON.stringify({ atOnce, own }));
  });
}

interface Change {
  readonly id: string;
  /** An endless loop ends when the change was reached so many times. */
  readonly limit: number;
  /** The places of the tests to run. */
  readonly places: readonly number[];
  /** Exists when another file of tests has noticed the change. */
  readonly noticed: string;
  /** The tests read all modules anew, because some compute a table once. With a database that would take too long. */
  readonly isFresh: boolean;
}

/** False: the change was noticed before. The file then has no tests, which counts as noticed as well. */
export function turnOn({ id, limit, places, noticed, isFresh }: Change): boolean {
  if (existsSync(noticed)) return false;
  if (isFresh) vi.resetModules();
  let place = 0;
  let isNoticed = false;
  beforeAll(() => {
    switches.activeMutant = id;
    switches.hitCount = 0;
    switches.hitLimit = limit;
  });
  beforeEach(({ skip, onTestFailed }) => {
    place += 1;
    if (isNoticed || !places.includes(place)) skip();
    onTestFailed(() => {
      isNoticed = true;
      mkdirSync(noticed, { recursive: true });
    });
  });
  afterAll(() => {
    switches.activeMutant = undefined;
  });
  return true;
}
