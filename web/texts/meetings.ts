import english from '@gurukul/contract/texts/meetings.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const meetingsTexts = await translated('meetings', english);
