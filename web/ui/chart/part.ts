import { formatNumber } from '#web/lib/format/format.ts';
import { locale } from '#web/texts/language.ts';

/**
 * The fixed colours of charts, which people with colour blindness can tell apart; `rest` is hatched too. No chart
 * depends on colour alone: names and numbers stand beside every mark.
 */
export type ChartTone = 'first' | 'second' | 'third' | 'rest';

/** One part of a whole that is counted. */
export interface ChartPart {
  readonly label: string;
  readonly value: number;
  readonly tone: ChartTone;
}

export const sumOf = (parts: readonly Pick<ChartPart, 'value'>[]) =>
  parts.reduce((sum, { value }) => sum + value, 0);

/**
 * 42 % of the whole. A share under one percent is not shown as zero, and a share just under all is not shown as 100 %.
 */
export function formatShare(value: number, whole: number): string {
  if (whole === 0 || value === 0) return '0 %';
  const share = (100 * value) / whole;
  if (share < 1) return '< 1 %';
  return `${value < whole ? Math.min(Math.round(share), 99) : 100} %`;
}

const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/** Width in px that a number takes in a chart, generously. */
export const numberWidth = (text: string) => text.length * 8 + 4;

/** Numbers side by side: in full if each fits into `room` px, otherwise all of them short, 1.2M. */
export function formatsWithin(values: readonly number[], room: number): (value: number) => string {
  const widest = Math.max(0, ...values.map((value) => numberWidth(formatNumber(value))));
  return widest <= room ? formatNumber : (value) => compact.format(value);
}

/** Lengths in px in proportion to the counts; the largest is `longest`. */
export function lengthsWithin(values: readonly number[], longest: number): (value: number) => number {
  const largest = Math.max(1, ...values);
  return (value) => (value / largest) * longest;
}
