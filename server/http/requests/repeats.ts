/**
 * Logs the first of many equal events at once, and a minute later how many followed, so that a flood does not fill the
 * disk.
 */
export class Repeats {
  readonly #everyMs: number;
  readonly #counts = new Map<string, number>();

  constructor(everyMs = 60_000) {
    this.#everyMs = everyMs;
  }

  /**
   * Calls `first` unless one with that key came within the last minute. Calls `rest` with the number of those that were
   * not logged.
   */
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
