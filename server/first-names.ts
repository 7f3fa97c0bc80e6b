const shown = 3;

/** How many people these are, and the names of the first ones, for a sentence of a preview. */
export const firstNames = (names: readonly string[]) => ({
  count: names.length,
  names: names.slice(0, shown),
});
