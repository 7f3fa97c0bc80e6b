import english from '@gurukul/contract/texts/history.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const historyTexts = await translated('history', english);
