const batchSize = 1000;

/**
 * Writes many rows a thousand at a time, since the driver puts the values of a statement together without letting
 * anybody in. Answers how many were written in all.
 */
export async function inBatches<T>(
  rows: readonly T[],
  write: (some: readonly T[]) => Promise<number>,
): Promise<number> {
  let written = 0;
  for (let first = 0; first < rows.length; first += batchSize) {
    written += await write(rows.slice(first, first + batchSize));
  }
  return written;
}
