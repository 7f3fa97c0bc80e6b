import type { Reporter, Suite } from '@playwright/test/reporter';

/** Prints how many stories passed in each browser. */
// oxlint-disable-next-line import/no-default-export -- how Playwright takes a reporter
export default class Count implements Reporter {
  #all: Suite | undefined;

  onBegin(_config: unknown, all: Suite) {
    this.#all = all;
  }

  onEnd() {
    for (const browser of this.#all?.suites ?? []) {
      const stories = browser.allTests();
      const passed = stories.filter((story) => story.ok() && story.results.length > 0).length;
      process.stdout.write(`${browser.title}: ${passed} of ${stories.length} stories passed\n`);
    }
  }
}
