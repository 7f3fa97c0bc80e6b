import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import { writeCalendarEntry } from './calendar-entry.ts';
import type { MailContent } from './templates/content.ts';
import { asHtml, asText } from './templates/layout.ts';
import { oneMailbox, singleLine } from './mailbox.ts';
import { texts } from './texts.ts';

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The portal's host as the right side of an address. A bare IP address is in brackets there. */
function mailHost(appUrl: string): string {
  const host = new URL(appUrl).hostname;
  if (host.startsWith('[')) return `[IPv6:${host.slice(1)}`;
  return isIP(host) === 0 ? host : `[${host}]`;
}

/** The same for every attempt, so that a mailbox with two copies can tell. */
export const messageIdOf = (dedupeKey: string, appUrl: string): string =>
  `<${shortHash(dedupeKey)}@${mailHost(appUrl)}>`;

export const defaultSender = (appUrl: string): string => `no-reply@${mailHost(appUrl)}`;

export interface Addressed {
  readonly sender: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly date: Date;
  /** The portal's host, which makes ids of calendar entries unique in the world. */
  readonly host: string;
}

/** The contents of a mail in the three forms of a message. */
export const layOut = (content: MailContent): { subject: string; text: string; html: string } => ({
  subject: singleLine(content.subject, 'subject'),
  text: asText(content),
  html: asHtml(content),
});

/** The message for nodemailer, which writes all headers. */
export function composeMessage(
  content: MailContent,
  { sender, recipient, messageId, date, host }: Addressed,
): SendMailOptions {
  const to = oneMailbox(recipient);
  const { replyTo, calendarEntry } = content;
  return {
    // As an object, because nodemailer would parse text as a list of addresses.
    from: { name: texts.provider, address: singleLine(sender, 'sender') },
    to: { name: '', address: to },
    ...(replyTo === undefined
      ? {}
      : { replyTo: { name: singleLine(replyTo.name, 'name'), address: oneMailbox(replyTo.address) } }),
    envelope: { from: sender, to: [to] },
    messageId,
    date,
    ...layOut(content),
    ...(calendarEntry === undefined
      ? {}
      : { attachments: [writeCalendarEntry(calendarEntry, { host, sender, date })] }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
