import { messages as english } from './en/messages.ts';
import { pick } from './catalogue.ts';

export const messagesTexts = pick('messages', english);
