import { people as english } from './en/people.ts';
import { pick } from './catalogue.ts';

export const peopleTexts = pick('people', english);
