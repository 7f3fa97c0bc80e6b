import english from '@gurukul/contract/texts/today.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const todayTexts = await translated('today', english);
