/** The zones that browsers know, in the order of their names. The zone of India has two; the office knows the newer one. */
export const timeZones = [
  ...new Set(
    [...Intl.supportedValuesOf('timeZone'), 'Asia/Kolkata', 'UTC'].filter((zone) => zone !== 'Asia/Calcutta'),
  ),
]
  .toSorted()
  .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
