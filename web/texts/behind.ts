import english from '@gurukul/contract/texts/behind.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const behindTexts = await translated('behind', english);
