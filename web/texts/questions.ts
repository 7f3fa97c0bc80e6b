import english from '@gurukul/contract/texts/questions.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const questionsTexts = await translated('questions', english);
