/** A name for comparison: spaces, case and forms of letters do not count. */
export const plainName = (name: string) =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
