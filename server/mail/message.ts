import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import type { Letter } from './letters/letter.ts';
import { asHtml, asText } from './letters/layout.ts';
import { oneMailbox, singleLine } from './mailbox.ts';
import { texts } from './texts.ts';

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The portal's host as the right side of an address; a bare IP address stands in brackets there. */
function mailHost(appUrl: string): string {
  const host = new URL(appUrl).hostname;
  if (host.startsWith('[')) return `[IPv6:${host.slice(1)}`;
  return isIP(host) === 0 ? host : `[${host}]`;
}

/** The same on every try, so that a mailbox which got two copies can tell. */
export const messageIdOf = (dedupeKey: string, appUrl: string): string =>
  `<${shortHash(dedupeKey)}@${mailHost(appUrl)}>`;

export const defaultSender = (appUrl: string): string => `no-reply@${mailHost(appUrl)}`;

export interface Addressed {
  readonly sender: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly date: Date;
}

/** The message for nodemailer, which alone writes headers. */
export function composeMessage(
  letter: Letter,
  { sender, recipient, messageId, date }: Addressed,
): SendMailOptions {
  const to = oneMailbox(recipient);
  return {
    // Objects are taken as they are; text would be read as a list of addresses.
    from: { name: texts.provider, address: singleLine(sender, 'sender') },
    to: { name: '', address: to },
    envelope: { from: sender, to: [to] },
    subject: singleLine(letter.subject, 'subject'),
    messageId,
    date,
    text: asText(letter),
    html: asHtml(letter),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
