import english from '@gurukul/contract/texts/setup.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const setupTexts = await translated('setup', english);
