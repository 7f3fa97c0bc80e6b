import english from '@gurukul/contract/texts/people.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const peopleTexts = await translated('people', english);
