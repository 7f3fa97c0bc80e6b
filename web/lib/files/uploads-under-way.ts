/** Counts the uploads of a form, so that saving waits for the last one. */
export function uploadsUnderWay() {
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    /** For upload fields. */
    busy: (isBusy: boolean) => {
      running += isBusy ? 1 : -1;
      if (running > 0) return;
      const ready = waiting;
      waiting = [];
      for (const go of ready) go();
    },
    uploaded: () =>
      running === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            waiting.push(resolve);
          }),
  };
}
