import english from '@gurukul/contract/texts/placing.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const placingTexts = await translated('placing', english);
