/**
 * `https://` and a host, as every reader of a link understands it. The URL of browsers also takes `https:host`,
 * backslashes and line breaks. RFC 3986.
 */
const fullHttps = /^https:\/\/[^\s/?#\\@:]+(?::\d+)?(?:[/?#][^\\\p{Cc}]*)?$/iu;

/** A full https address without a user or a password. */
export const isHttpsUrl = (text: string): boolean => fullHttps.test(text) && URL.canParse(text);
