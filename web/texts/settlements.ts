import english from '@gurukul/contract/texts/settlements.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const settlementsTexts = await translated('settlements', english);
