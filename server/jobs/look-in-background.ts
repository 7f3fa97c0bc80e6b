import type { JobLog } from './open.ts';

export interface Look {
  /** True: there may be more to do at once. */
  readonly look: () => Promise<unknown>;
  readonly everyMs: number;
  /** For the log, when a look fails. */
  readonly failure: string;
}

/** Looks again and again, until the returned function stops it. It waits for the look under way. */
export function lookInBackground(
  { look: lookOnce, everyMs, failure }: Look,
  log: JobLog,
): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const look = async () => {
    try {
      while (!signal.aborted && (await lookOnce()) === true);
    } catch (error) {
      log.warn({ err: error }, failure);
    }
    if (!signal.aborted) timer = setTimeout(begin, everyMs).unref();
  };
  function begin() {
    running = look();
  }
  begin();
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await running;
  };
}
