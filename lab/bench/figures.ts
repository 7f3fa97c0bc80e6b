/** Of numbers in any order, that which a share of them (0 to 1) does not exceed; NaN when there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Of an even number of them the greater of the two in the middle: a time that somebody did wait. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** Of 1024 bytes, as those below. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** How many times the second is in the first, with two digits. */
export const ratio = (of: number, to: number): string => (of / to).toFixed(2);

/** A day as the calls have it, that many before today or before another such day. */
export function daysBefore(days: number, day?: string): string {
  const from = day === undefined ? Date.now() : Date.parse(day);
  return new Date(from - days * 86_400_000).toISOString().slice(0, 10);
}
