import english from '@gurukul/contract/texts/mark-strip.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const markStripTexts = await translated('mark-strip', english);
