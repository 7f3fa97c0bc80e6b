import { fail } from './problem.ts';

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export interface LaneLimits {
  /** Most that may run at once, for each key. */
  readonly running: number;
  /** Most that may wait besides those that run, for each key. The next one is refused. */
  readonly waiting: number;
  /** Seconds to wait before the refusal `busy`. Without it, work waits as long as it takes. */
  readonly waitSeconds?: number;
  /** The code of the refusal when the queue is full. */
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
      // The next one in the queue takes over directly, so that no newcomer comes in between.
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(key);
    }
  }

  /** Resolves when it is this one's turn. */
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
