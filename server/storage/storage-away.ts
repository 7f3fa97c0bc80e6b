/** The storage cannot be reached or does not work. The request is fine, and a retry may succeed. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway';

  constructor(cause: unknown) {
    super(`the storage is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
