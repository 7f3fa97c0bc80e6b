import english from '@gurukul/contract/texts/about-person.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';
import { personTexts } from './person.ts';

const texts = await translated('about-person', english);

export const aboutPersonTexts = { ...texts, fields: personTexts };
