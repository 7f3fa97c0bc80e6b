import english from '@gurukul/contract/texts/updating.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const updatingTexts = await translated('updating', english);
