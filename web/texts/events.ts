import { events as english } from './en/events.ts';
import { pick } from './catalogue.ts';

export const eventsTexts = pick('events', english);
