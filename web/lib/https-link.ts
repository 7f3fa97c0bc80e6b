/** People often paste an address without its scheme. Only a text that looks like a host gets one. */
export const withScheme = (text: string) =>
  /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+([:/?#].*)?$/u.test(text) ? `https://${text}` : text;

/** Whether the server takes it as a link: https, without a password. */
export const isHttps = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};
