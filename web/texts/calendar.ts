import { calendar as english } from './en/calendar.ts';
import { pick } from './catalogue.ts';

export const calendarTexts = pick('calendar', english);
