import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const memoryType = 0x01021994;
// The databases of both rounds use about one of these six gigabytes at a time.
const plenty = 6 * 2 ** 30;

function hasPlentyOfMemory() {
  try {
    accessSync(memory, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(memory);
    return type === memoryType && bavail * bsize >= plenty && process.availableMemory() >= plenty;
  } catch {
    return false;
  }
}

/**
 * A folder for the files of this run, removed when the run ends. It is in memory if there is enough: on a disk the
 * system spends a third of all processor time on the thousands of files of the databases. A test sees no difference: a
 * killed process loses no more on a disk than in memory.
 */
export function makeTemporaryFolder() {
  const folder = mkdtempSync(`${hasPlentyOfMemory() ? memory : tmpdir()}/gurukul-check-`);
  // PostgreSQL runs as its own user when the tests run as root.
  chmodSync(folder, 0o755);
  // After a signal the tests still end and write: the folder is tried again for a few seconds.
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 200 }),
  );
  // Without listeners a signal would end this process and leave the folder behind.
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    process.once(signal, () => process.exit(128 + number));
  }
  return folder;
}
