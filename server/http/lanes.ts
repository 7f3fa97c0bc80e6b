import { fail } from './problem.ts';

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export interface LaneLimits {
  readonly running: number;
  readonly waiting: number;
  readonly waitSeconds: number;
}

/** Work of which everybody has a few at once: some more waits for its turn, and what comes on top is refused. */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  async run<T>(whose: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(whose) ?? { running: 0, waiting: [] };
    this.#lanes.set(whose, lane);
    if (lane.running < this.#limits.running) lane.running += 1;
    else await this.#turn(lane);
    try {
      return await work();
    } finally {
      // Who leaves hands the place over, so that no newcomer slips in between.
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(whose);
    }
  }

  /** Comes when somebody ahead leaves. */
  #turn({ waiting }: Lane): Promise<void> {
    if (waiting.length >= this.#limits.waiting) throw fail('too_many');
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(fail('busy'));
      };
      const timer = setTimeout(giveUp, this.#limits.waitSeconds * 1000);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });
  }
}
