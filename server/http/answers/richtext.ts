import { richTextSchemes, richTextTags } from '@gurukul/contract/shared/rich-text';
import sanitizeHtml from 'sanitize-html';

const linkProtocols: ReadonlySet<string> = new Set(richTextSchemes.map((scheme) => `${scheme}:`));

// The URL parser reads an address as browsers do: tabs and line breaks inside a scheme vanish. So an address that it
// calls harmless is harmless. Relative addresses would point into the portal. `user:password@` disguises the real host.
function harmlessHref(href: string | undefined): string | null {
  const url = href !== undefined && URL.canParse(href) ? new URL(href) : null;
  if (!url || !linkProtocols.has(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: [...richTextSchemes],
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    // Tags with the same meaning that editors and pasted documents use.
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (_tag, attributes): sanitizeHtml.Tag => {
      const href = harmlessHref(attributes['href']);
      return href === null ? { tagName: 'span', attribs: {} } : { tagName: 'a', attribs: { href } };
    },
  },
};

const textOnly: sanitizeHtml.IOptions = { allowedTags: [], allowedAttributes: {} };

// Control characters mean nothing in HTML, and PostgreSQL refuses NUL in text.
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const withoutControls = (html: string) => html.toWellFormed().replace(controls, '');

const enoughRounds = 5;

/**
 * Returns HTML that may be stored: a few tags, and links to http, https or mailto. Sanitising the result again changes
 * nothing, because the function repeats until it is stable. Input that does not become stable loses all its tags.
 */
export function sanitizeRichText(html: string): string {
  let current = withoutControls(html);
  for (let round = 0; round < enoughRounds; round++) {
    // Numeric entities turn into their characters, and some are control characters.
    const next = withoutControls(sanitizeHtml(current, rules));
    if (next === current) return next;
    current = next;
  }
  const text = withoutControls(sanitizeHtml(current, textOnly));
  return sanitizeHtml(text, rules) === text ? text : '';
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The words of clean HTML on one line. */
export const wordsOfRichText = (html: string): string =>
  html
    .replaceAll(/<\/?(?:p|h\d|li|[uo]l|br|blockquote)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => signs[name] ?? '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();

/**
 * Reads and sanitises a rich-text field, which arrives as JSON text `{"<key>": "<html>"}` or as that object. It removes
 * the wrapper once and does not look for another inside. Any other text is the HTML itself.
 */
export function unwrapRichText(value: string | object, key: string): string {
  const wrapper = typeof value === 'string' ? parsedObject(value) : value;
  if (wrapper === null) return typeof value === 'string' ? sanitizeRichText(value) : '';
  const html: unknown = Object.entries(wrapper).find(([name]) => name === key)?.[1];
  return typeof html === 'string' ? sanitizeRichText(html) : '';
}

/** The stored HTML as the JSON text that the contract promises for such a field. */
export const wrapRichText = (html: string, key: string) => JSON.stringify({ [key]: html });

function parsedObject(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
