import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/**
 * Returns a function that gives the processor time of a PostgreSQL so far, in milliseconds: all running processes, to
 * the nanosecond, and ended ones, to a hundredth of a second. Other work of the machine is not included. On Linux, for
 * users who may read PostgreSQL's files.
 */
export async function processorOf(owner: Pool): Promise<() => Promise<number>> {
  const { rows } = await owner.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  const postmaster = Number(rows[0]?.pid);
  return async () => {
    const [stat, children] = await Promise.all([
      readFile(`/proc/${postmaster}/stat`, 'utf8'),
      readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8'),
    ]);
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15)
      .map(Number);
    const running = await Promise.all(
      // One that ends just now counts among the ended ones next time.
      [postmaster, ...children.trim().split(' ')].map((pid) =>
        readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0'),
      ),
    );
    return running.reduce((sum, line) => sum + Number.parseInt(line, 10) / 1e6, (user + system) * 10);
  };
}
