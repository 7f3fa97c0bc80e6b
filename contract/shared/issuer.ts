/** An issuer is an https address, letter by letter as the service itself writes it. */
export const isIssuer = (given: string): boolean => {
  const url = URL.canParse(given) ? new URL(given) : null;
  return (
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    !/[?#\s]/.test(given) &&
    given.length <= 300
  );
};
