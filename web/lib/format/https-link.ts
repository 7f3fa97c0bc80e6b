/** People often paste an address without its scheme. Only a text that looks like a host gets one. */
export const withScheme = (text: string) =>
  /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+([:/?#].*)?$/u.test(text) ? `https://${text}` : text;
