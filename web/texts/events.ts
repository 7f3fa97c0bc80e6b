import english from '@gurukul/contract/texts/events.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const eventsTexts = await translated('events', english);
