/** The share of the whole in per cent with two decimals; 0 without records. */
export const percentage = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
