import { schedule as english } from './en/schedule.ts';
import { pick } from './catalogue.ts';

export const scheduleTexts = pick('schedule', english);
