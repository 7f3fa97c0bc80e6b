import english from '@gurukul/contract/texts/registrations.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const registrationsTexts = await translated('registrations', english);
