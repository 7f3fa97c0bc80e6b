/**
 * Long texts of a course are JSON text with one HTML string: `{"description":"<p>…</p>"}`. Such a value is parsed
 * exactly once: a second parse would let escaped markup through.
 */
export type Wrapper = 'description' | 'what' | 'note';

const parseOnce = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The unchecked value under the wrapper's key; '' when there is none. */
export const unwrapValue = (key: Wrapper, value: unknown): unknown => {
  if (value === undefined || value === null) return '';
  const parsed = typeof value === 'string' ? parseOnce(value) : value;
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    const html: unknown = Reflect.get(parsed, key);
    return html ?? '';
  }
  // No wrapper: the text itself is the HTML.
  return value;
};

/**
 * The JSON text of a course's long text. A list has thousands of them, and building an object for each would take four
 * times as long.
 */
export const wrapHtml = (key: Wrapper, html: string): string => `{"${key}":${JSON.stringify(html)}}`;

/** The HTML inside such a JSON text. */
export const unwrapHtml = (key: Wrapper, text: string | null | undefined): string => {
  const html = unwrapValue(key, text);
  return typeof html === 'string' ? html : '';
};
