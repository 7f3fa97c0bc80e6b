import * as z from 'zod';
import { richText } from './fields.ts';
import type { Wrapper } from './html-json.ts';
import { unwrapValue } from './html-json.ts';

/** Input: JSON text, an object, or plain HTML. Becomes the HTML, '' when there is none. */
export const wrappedHtml = (key: Wrapper) =>
  z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .nullish()
    .transform((value) => unwrapValue(key, value))
    .pipe(richText);
