/** True for the name of an IANA zone. */
export const isTimeZone = (zone: string): boolean => {
  try {
    // Bare abbreviations, such as EST, are zones of their own for some runtimes.
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Object && /\/|^UTC$/.test(zone);
  } catch {
    return false;
  }
};
