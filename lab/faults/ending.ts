// What a script brought up ends with it, also when somebody ends it with Ctrl-C: PostgreSQL and browsers live on by
// themselves otherwise.

type Step = () => Promise<unknown>;

const steps: Step[] = [];
let ending: Promise<void> | undefined;

export const isEnding = (): boolean => ending !== undefined;

/** Remembers how to take something down. */
export function atEnd(step: Step): void {
  steps.push(step);
}

/** Of what takes a while to start: an end meanwhile waits until it has started. */
export async function untilEnd<T>(starting: Promise<T>, stop: (one: T) => Promise<unknown>): Promise<T> {
  atEnd(async () => {
    const one = await starting.catch(() => undefined);
    if (one !== undefined) await stop(one);
  });
  return starting;
}

/** Takes down what was brought up, the last first; whoever asks waits for the same end. */
export function endAll(): Promise<void> {
  ending ??= (async () => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      await step().catch((error: unknown) => console.error('while tidying up:', error));
    }
  })();
  return ending;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error(`${signal}: tidying up`);
    // What fails because its database goes away is no news.
    process.on('uncaughtException', () => undefined);
    void endAll().then(() => process.exit(130));
  });
}
