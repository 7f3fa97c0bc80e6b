import { fail } from '../answers/problem.ts';

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

export interface ConcurrencyLimits {
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
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #queues = new Map<string, Queue>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** How much work waits for its turn. */
  get waiting(): number {
    return this.#queues.values().reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.#limits.running) queue.running += 1;
    else await this.#turn(queue);
    try {
      return await work();
    } finally {
      // The next one in the queue takes over directly, so that no newcomer comes in between.
      const next = queue.waiting.shift();
      if (next !== undefined) next();
      else queue.running -= 1;
      if (queue.running === 0) this.#queues.delete(key);
    }
  }

  /** Resolves when it is this one's turn. */
  #turn({ waiting }: Queue): Promise<void> {
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
