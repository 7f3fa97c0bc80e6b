const batchSize = 1000;

/**
 * Writes many rows, a thousand per statement, because the driver builds a statement without letting other requests in.
 * Returns the number of rows written.
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
