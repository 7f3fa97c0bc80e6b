import english from '@gurukul/contract/texts/consents.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const consentsTexts = await translated('consents', english);
