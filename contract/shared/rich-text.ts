/**
 * What rich text may hold: cleaned to this on write, and again where it is shown. No class, style, id, image, frame or
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
