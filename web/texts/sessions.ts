import { sessions as english } from './en/sessions.ts';
import { pick } from './catalogue.ts';

export const sessionsTexts = pick('sessions', english);
