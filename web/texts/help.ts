import english from '@gurukul/contract/texts/help.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const helpTexts = await translated('help', english);
