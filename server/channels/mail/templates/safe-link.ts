/** The address if it is safe to open, else null, so that nothing else becomes a link. */
export const safeLink = (address: string): string | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return null;
  // Text before an @ would look like the host.
  return url.username === '' && url.password === '' ? url.href : null;
};
