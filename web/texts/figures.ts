import english from '@gurukul/contract/texts/figures.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const figuresTexts = await translated('figures', english);
