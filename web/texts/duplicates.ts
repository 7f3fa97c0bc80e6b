import { duplicates as english } from './en/duplicates.ts';
import { pick } from './catalogue.ts';

export const duplicatesTexts = pick('duplicates', english);
