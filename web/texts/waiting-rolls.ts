import english from '@gurukul/contract/texts/waiting-rolls.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const waitingRollsTexts = await translated('waiting-rolls', english);
