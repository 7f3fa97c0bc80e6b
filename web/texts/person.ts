import english from '@gurukul/contract/texts/person.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

/** How the fields of a person are called, in every list of them. */
export const personTexts = await translated('person', english);
