import english from '@gurukul/contract/texts/continuations.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const continuationsTexts = await translated('continuations', english);
