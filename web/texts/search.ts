import { search as english } from './en/search.ts';
import { pick } from './catalogue.ts';

export const searchTexts = pick('search', english);
