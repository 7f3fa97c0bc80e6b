import english from '@gurukul/contract/texts/search.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const searchTexts = await translated('search', english);
