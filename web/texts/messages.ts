import english from '@gurukul/contract/texts/messages.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const messagesTexts = await translated('messages', english);
