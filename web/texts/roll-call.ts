import english from '@gurukul/contract/texts/roll-call.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const rollCallTexts = await translated('roll-call', english);
