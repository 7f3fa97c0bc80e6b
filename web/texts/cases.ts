import english from '@gurukul/contract/texts/cases.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const casesTexts = await translated('cases', english);
