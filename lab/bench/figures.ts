/**
 * The number that a share (0 to 1) of the numbers does not exceed; NaN when there are none. The order does not matter.
 */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** For an even count, the greater of the two middle numbers, so that it is a measured time. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** In units of 1024 bytes, as the functions below. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** The first number divided by the second, with two digits. */
export const ratio = (of: number, to: number): string => (of / to).toFixed(2);

/** The date so many days before today, or before `day`, yyyy-mm-dd. */
export function daysBefore(days: number, day?: string): string {
  const from = day === undefined ? Date.now() : Date.parse(day);
  return new Date(from - days * 86_400_000).toISOString().slice(0, 10);
}
