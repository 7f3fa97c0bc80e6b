import { isHttpsUrl } from './https-url.ts';

/** An issuer is a full https address without a query, letter by letter as the service itself writes it. */
export const isIssuer = (given: string): boolean =>
  isHttpsUrl(given) && !/[?#\s]/.test(given) && given.length <= 300;
