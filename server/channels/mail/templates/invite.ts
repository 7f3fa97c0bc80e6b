import { nameOfProvider } from '@gurukul/contract/provider';
import type { Role } from '@gurukul/contract/shared/calls/roles';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface InviteData {
  readonly role: Extract<Role, 'courseadmin' | 'coordinator' | 'teacher'>;
  /** The secret part of the sign-up address. */
  readonly hash: string;
  /** The inviter's full name. */
  readonly invitedBy: string;
}

export function inviteMail(
  { role, hash, invitedBy }: InviteData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.invite;
  const name = nameOfProvider(provider);
  const label = texts.roles[role];
  return {
    subject: words.subject({ provider: name, role: label }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ provider: name, inviter: invitedBy, role: label })),
      { kind: 'button', label: words.button, url: `${appUrl}/signup/${encodeURIComponent(hash)}` },
      note(words.validity),
      note(words.notYou),
    ],
  };
}
