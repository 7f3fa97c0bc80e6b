import english from '@gurukul/contract/texts/missing-homework.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const missingHomeworkTexts = await translated('missing-homework', english);
