import english from '@gurukul/contract/texts/tests.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const testsTexts = await translated('tests', english);
