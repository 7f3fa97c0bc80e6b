import english from '@gurukul/contract/texts/mails.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const mailsTexts = await translated('mails', english);
