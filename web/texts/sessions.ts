import english from '@gurukul/contract/texts/sessions.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const sessionsTexts = await translated('sessions', english);
