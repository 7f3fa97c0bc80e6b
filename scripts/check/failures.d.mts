/** What failed by a report of Vitest or Playwright, a line each; nothing without a report. */
export function failuresIn(report: unknown, root: string): string[];
