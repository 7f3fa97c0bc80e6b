/** The IANA zones that this runtime knows, by name. The zone of India has two names; people know the newer one. */
export const offeredZones: readonly string[] = [
  ...new Set(
    [...Intl.supportedValuesOf('timeZone'), 'Asia/Kolkata', 'UTC'].filter((zone) => zone !== 'Asia/Calcutta'),
  ),
].toSorted();
