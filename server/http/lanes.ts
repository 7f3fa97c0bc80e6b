import { fail } from './problem.ts';

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export interface LaneLimits {
  /** At once, for each key. */
  readonly running: number;
  /** Beyond those that run, for each key; the next one is refused. */
  readonly waiting: number;
  /** How long one waits before the portal says that it is busy. Without it, as long as it takes. */
  readonly waitSeconds?: number;
  /** What the one that finds no place to wait is told. */
  readonly full: 'busy' | 'too_many';
}

/** Limits how much work of one key runs at once in this process. Work beyond the limit waits, in order. */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (lane.running < this.#limits.running) lane.running += 1;
    else await this.#turn(lane);
    try {
      return await work();
    } finally {
      // The one that leaves hands its place over, so that no newcomer slips in between.
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(key);
    }
  }

  /** Resolves when a place is handed over. */
  #turn({ waiting }: Lane): Promise<void> {
    const { waiting: most, waitSeconds, full } = this.#limits;
    if (waiting.length >= most) throw fail(full);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(fail('busy'));
      };
      const timer = waitSeconds === undefined ? undefined : setTimeout(giveUp, waitSeconds * 1000);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });
  }
}
