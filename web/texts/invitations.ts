import english from '@gurukul/contract/texts/invitations.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const invitationsTexts = await translated('invitations', english);
