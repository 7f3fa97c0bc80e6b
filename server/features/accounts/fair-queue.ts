import { fail } from '../../http/problem.ts';

/** Who asks: those of one key wait in one line. */
export interface Place {
  readonly key: string;
  /** Somebody has signed in there before, or is signed in: such lines are served every second time. */
  readonly isKnown: boolean;
}

export interface QueueLimits {
  readonly atOnce: number;
  /** How many wait in one line. */
  readonly line: number;
}

/** All lines of a kind together are as long as so many full ones. */
const fullLines = 4;

interface Waiting {
  start(): void;
  refuse(): void;
}

/**
 * A few at once, and everybody else in lines: one a network. The lines take turns, so that a network that sends eighty a
 * second waits for itself; those of known browsers and those of strangers take turns with each other, so that strangers
 * from many networks leave every second turn to people who have been here before.
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
      // Whoever ends hands the place on, so that nobody overtakes the queue.
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next.start();
    }
  }

  #next(): Waiting | undefined {
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
  readonly #lines = new Map<string, Waiting[]>();
  #length = 0;

  /** False when there is no room. Where all lines together are full, the longest gives up its last for a shorter one. */
  join(key: string, waiting: Waiting, longest: number): boolean {
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

  next(): Waiting | undefined {
    const [entry] = this.#lines;
    if (entry === undefined) return undefined;
    const [key, line] = entry;
    const waiting = line.shift();
    this.#length -= 1;
    // To the end of the turns, or away.
    this.#lines.delete(key);
    if (line.length > 0) this.#lines.set(key, line);
    return waiting;
  }
}
