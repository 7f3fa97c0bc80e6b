/** The storage cannot be reached or does not do its work: nothing is wrong with the request, and it passes. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway';

  constructor(cause: unknown) {
    super(`the storage is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
