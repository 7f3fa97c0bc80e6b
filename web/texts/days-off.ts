import english from '@gurukul/contract/texts/days-off.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const daysOffTexts = await translated('days-off', english);
