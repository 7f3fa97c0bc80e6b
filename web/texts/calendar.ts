import english from '@gurukul/contract/texts/calendar.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const calendarTexts = await translated('calendar', english);
