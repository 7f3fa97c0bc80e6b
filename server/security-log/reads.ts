import { hash } from 'node:crypto';

const hourMs = 3_600_000;
/** Reads that one process remembers. When there are more, the oldest count again. */
const mostRemembered = 100_000;

interface ReadCount {
  readonly rows: number;
  readonly until: number;
}

/**
 * The reads of the last hour in this process. Lists are read again and again, after each change and at each return to a
 * page: the same request counts once an hour. It is a memory of the process and no table, because to forget only counts
 * more.
 */
export class Reads {
  readonly #seen = new Map<string, ReadCount>();

  /** How many of the rows count: those by which this request has more than it had in this hour. */
  freshOf(request: readonly unknown[], rows: number, now = Date.now()): number {
    const key = hash('sha256', JSON.stringify(request), 'base64');
    const last = this.#seen.get(key);
    const isOver = last === undefined || last.until <= now;
    if (!isOver && last.rows >= rows) return 0;
    this.#seen.delete(key);
    this.#seen.set(key, { rows, until: isOver ? now + hourMs : last.until });
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= mostRemembered) break;
      this.#seen.delete(oldest);
    }
    return isOver ? rows : rows - last.rows;
  }
}
