/**
 * Says the first of many alike at once, and of the rest, a minute later, how many there were: a flood must not fill the
 * disk with the lines about it.
 */
export class Repeats {
  readonly #everyMs: number;
  readonly #counts = new Map<string, number>();

  constructor(everyMs = 60_000) {
    this.#everyMs = everyMs;
  }

  /** `first` is said unless one of that key was within the last minute; `rest` is told how many were not said. */
  say(key: string, first: () => void, rest: (count: number) => void): void {
    const before = this.#counts.get(key);
    if (before !== undefined) {
      this.#counts.set(key, before + 1);
      return;
    }
    this.#counts.set(key, 0);
    first();
    setTimeout(() => {
      const count = this.#counts.get(key) ?? 0;
      this.#counts.delete(key);
      if (count > 0) rest(count);
    }, this.#everyMs).unref();
  }
}
