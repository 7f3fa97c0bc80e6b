import english from '@gurukul/contract/texts/checks.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const checksTexts = await translated('checks', english);
