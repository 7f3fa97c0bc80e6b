import english from '@gurukul/contract/texts/teaching.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const teachingTexts = await translated('teaching', english);
