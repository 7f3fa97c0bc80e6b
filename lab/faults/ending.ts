// Everything that a script started ends with it, also after Ctrl-C. Otherwise PostgreSQL and browsers would go on.

type Step = () => Promise<unknown>;

const steps: Step[] = [];
let ending: Promise<void> | undefined;

export const isEnding = (): boolean => ending !== undefined;

/** Registers a step that stops something. */
export function atEnd(step: Step): void {
  steps.push(step);
}

/** For a slow start: an end meanwhile waits until it has started. */
export async function untilEnd<T>(starting: Promise<T>, stop: (one: T) => Promise<unknown>): Promise<T> {
  atEnd(async () => {
    const one = await starting.catch(() => undefined);
    if (one !== undefined) await stop(one);
  });
  return starting;
}

/** Stops everything, the last first. All callers wait for the same end. */
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
    // Failures because the database is gone mean nothing.
    process.on('uncaughtException', () => undefined);
    void endAll().then(() => process.exit(130));
  });
}
