import english from '@gurukul/contract/texts/calendar-page.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const calendarPageTexts = await translated('calendar-page', english);
