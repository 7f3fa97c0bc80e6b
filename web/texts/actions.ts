import english from '@gurukul/contract/texts/actions.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const actionTexts = await translated('actions', english);
