/**
 * The tags of rich text. It is cleaned to these on write, and again on display. No class, style, id, image, frame or
 * form; the only attribute is a link's address.
 */
export const richTextTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ol',
  'ul',
  'li',
  'blockquote',
  'h2',
  'h3',
  'h4',
  'a',
  'span',
] as const;

export const richTextSchemes = ['http', 'https', 'mailto'] as const;

const mostSigns = 6000;
const mostNested = 100;
const signs = /[<>&]/g;
/** Paragraphs and list items are often left open. */
const nestingTags = /<(\/?)(?!(?:p|li|br|hr|img)\b)[a-z]/gi;

/**
 * True when rich text can be cleaned quickly. Text between tags costs nothing; nested tags cost the square of their
 * depth. A course described on ten pages has some hundred tags.
 */
export function isModest(html: string): boolean {
  let count = 0;
  for (const _ of html.matchAll(signs)) if ((count += 1) > mostSigns) return false;
  let depth = 0;
  for (const [, slash] of html.matchAll(nestingTags)) {
    depth = slash === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > mostNested) return false;
  }
  return true;
}
