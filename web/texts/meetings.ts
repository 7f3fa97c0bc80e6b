import { meetings as english } from './en/meetings.ts';
import { pick } from './catalogue.ts';

export const meetingsTexts = pick('meetings', english);
