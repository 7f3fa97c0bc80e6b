import { invitations as english } from './en/invitations.ts';
import { pick } from './catalogue.ts';

export const invitationsTexts = pick('invitations', english);
