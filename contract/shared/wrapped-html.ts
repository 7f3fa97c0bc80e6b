import * as z from 'zod';
import { richText } from './fields.ts';

/**
 * Long texts of a course travel as JSON text that holds one HTML string: `{"description":"<p>…</p>"}`. Such a value is
 * parsed exactly once, whatever it then contains; a second parse would let escaped markup through unseen.
 */
export type Wrapper = 'description' | 'what' | 'note';

const parseOnce = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const unwrap = (key: Wrapper, value: unknown): unknown => {
  if (value === undefined || value === null) return '';
  const parsed = typeof value === 'string' ? parseOnce(value) : value;
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    const html: unknown = Reflect.get(parsed, key);
    return html ?? '';
  }
  // Not a wrapper at all: the text itself is the HTML.
  return value;
};

/** Input: JSON text, an object, or plain HTML; reads as the HTML, '' when there is none. */
export const wrappedHtml = (key: Wrapper) =>
  z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .nullish()
    .transform((value) => unwrap(key, value))
    .pipe(richText);

/** The JSON text of an answer. */
export const wrapHtml = (key: Wrapper, html: string): string => JSON.stringify({ [key]: html });

/** The HTML inside an answer's JSON text. */
export const unwrapHtml = (key: Wrapper, text: string | null | undefined): string => {
  const html = unwrap(key, text);
  return typeof html === 'string' ? html : '';
};
