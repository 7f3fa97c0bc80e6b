import english from '@gurukul/contract/texts/homework.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const homeworkTexts = await translated('homework', english);
