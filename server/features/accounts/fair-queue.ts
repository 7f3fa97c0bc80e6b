import { fail } from '../../http/answers/problem.ts';

/** The origin of a request. Requests with one key wait in one line. */
export interface Place {
  readonly key: string;
  /** Somebody has signed in there before, or is signed in. Such lines get every second turn. */
  readonly isKnown: boolean;
}

export interface QueueLimits {
  readonly atOnce: number;
  /** Most that may wait in one line. */
  readonly line: number;
}

/** All lines of a kind together may be as long as this many full ones. */
const fullLines = 4;

interface Turn {
  start(): void;
  refuse(): void;
}

/**
 * Runs a few jobs at once and lets the others wait in lines, one per network. The lines take turns, so a network that
 * sends eighty a second only delays itself. Lines of known browsers and of strangers alternate, so strangers from many
 * networks leave every second turn to people who have been here before.
 */
export class FairQueue {
  #running = 0;
  readonly #known = new Lines();
  readonly #strangers = new Lines();
  #isKnownsTurn = true;

  async run<T>({ key, isKnown }: Place, { atOnce, line }: QueueLimits, work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) {
      const lines = isKnown ? this.#known : this.#strangers;
      await new Promise<void>((resolve, reject) => {
        const waiting = { start: resolve, refuse: () => reject(fail('busy')) };
        if (!lines.join(key, waiting, line)) waiting.refuse();
      });
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // The next job takes over directly, so that nobody overtakes the queue.
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next.start();
    }
  }

  #next(): Turn | undefined {
    const [first, second] = this.#isKnownsTurn
      ? [this.#known, this.#strangers]
      : [this.#strangers, this.#known];
    this.#isKnownsTurn = !this.#isKnownsTurn;
    return first.next() ?? second.next();
  }
}

/** Lines that take turns. */
class Lines {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Turn[]>();
  #length = 0;

  /**
   * Adds a job to a line. Returns false when there is no room. When all lines together are full, the longest line drops
   * its last job for a shorter one.
   */
  join(key: string, waiting: Turn, longest: number): boolean {
    const line = this.#lines.get(key) ?? [];
    if (line.length >= longest) return false;
    if (this.#length >= longest * fullLines) {
      const [other] = [...this.#lines.values()].toSorted((a, b) => b.length - a.length);
      if (other === undefined || other.length <= line.length + 1) return false;
      other.pop()?.refuse();
      this.#length -= 1;
    }
    this.#lines.set(key, line);
    line.push(waiting);
    this.#length += 1;
    return true;
  }

  next(): Turn | undefined {
    const [entry] = this.#lines;
    if (entry === undefined) return undefined;
    const [key, line] = entry;
    const waiting = line.shift();
    this.#length -= 1;
    // The line goes to the end of the turns, or is removed.
    this.#lines.delete(key);
    if (line.length > 0) this.#lines.set(key, line);
    return waiting;
  }
}
