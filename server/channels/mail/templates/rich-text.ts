import { sanitizeRichText } from '../../../http/answers/richtext.ts';
import { inLines, isolated } from '../../../plain.ts';

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['amp', '&'],
  ['nbsp', ' '],
]);

export const decode = (html: string) =>
  html.replaceAll(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities.get(name) ?? '');

/**
 * Sanitised HTML as text: blocks on lines of their own, list items with a dash, links with their address. It only reads
 * HTML of the sanitiser, where a `<` always begins one of its few tags.
 */
export function wordsOf(sanitized: string): string {
  const laidOut = sanitized
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, (_, href: string, words: string) =>
      decode(words) === decode(href) ? words : `${words} (${href})`,
    )
    .replaceAll(/<bdi>(.*?)<\/bdi>/g, (_, name: string) => isolated(name))
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/<li>/g, '\n- ')
    .replaceAll(/<\/?(p|h[2-4]|ul|ol|blockquote)>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '');
  return decode(laidOut)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const typedAddress = /\b(?:https?:\/\/|www\.)(?:(?!&(?:quot|lt|gt|nbsp);)[^\s<>"{}])+/giu;

/** The same sanitised HTML, in which addresses that somebody typed as text are links. */
export function withTypedLinks(sanitized: string): string {
  let isInLink = false;
  const linked = sanitized.split(/(<[^>]*>)/).map((part) => {
    if (/^<\/?a\b/.test(part)) isInLink = !part.startsWith('</');
    if (part.startsWith('<') || isInLink) return part;
    return part.replaceAll(typedAddress, (typed) => {
      // The sentence goes on behind it.
      const address = typed.replace(/[.,;:!?)\]']+$/u, '');
      const href = address.toLowerCase().startsWith('www.') ? `https://${address}` : address;
      return `<a href="${href}">${address}</a>${typed.slice(address.length)}`;
    });
  });
  // Again, since an address with a name and a password in it is no link.
  return sanitizeRichText(linked.join(''));
}

/**
 * In characters. Of a longer description mails contain only the beginning, as plain text, because each student gets a
 * copy.
 */
const longestHtml = 8_000;
const longestWords = 3_000;

// Thousands of mails of one event have the same description, so the last result is cached.
let last: { readonly html: string; readonly fit: string } | undefined;

/** A description as mails contain it: sanitised and of limited length. */
export function fitForMails(html: string): string {
  if (last?.html === html) return last.fit;
  const clean = sanitizeRichText(html.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, ''));
  const fit = clean.length <= longestHtml ? clean : inParagraphs(inLines(wordsOf(clean), longestWords));
  last = { html, fit };
  return fit;
}

const inParagraphs = (words: string) =>
  words
    .split('\n\n')
    .map(
      (part) =>
        `<p>${part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br />')}</p>`,
    )
    .join('');
