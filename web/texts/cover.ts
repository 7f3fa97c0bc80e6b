import english from '@gurukul/contract/texts/cover.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const coverTexts = await translated('cover', english);
