/** In milliseconds: so long before a meeting begins it can be joined, and its roll is called without a question. */
export const aheadMs = 15 * 60_000;
