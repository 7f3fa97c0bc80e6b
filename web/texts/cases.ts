import { cases as english } from './en/cases.ts';
import { pick } from './catalogue.ts';

export const casesTexts = pick('cases', english);
