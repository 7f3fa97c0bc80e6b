import { mails as english } from './en/mails.ts';
import { pick } from './catalogue.ts';

export const mailsTexts = pick('mails', english);
