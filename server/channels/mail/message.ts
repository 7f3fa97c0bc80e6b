import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { ProviderSettings } from '@gurukul/contract/provider';
import type { SendMailOptions } from 'nodemailer';
import type { Picture } from '../../pdf/content.ts';
import type { Publishing } from './calendar-entry.ts';
import { writeCalendarEntries } from './calendar-entry.ts';
import type { WrittenMail } from './templates/content.ts';
import { asHtml, asText, logoId } from './templates/layout.ts';
import { oneMailbox, singleLine } from './mailbox.ts';

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

/** Reads the logo for a receipt or the head of a mail; null: it goes without. */
export type ReadLogo = (provider: ProviderSettings, use: 'paper' | 'mail') => Promise<Picture | null>;

export interface Addressed {
  readonly sender: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly date: Date;
  /** The portal's host, which makes ids of calendar entries unique in the world. */
  readonly host: string;
  readonly readLogo?: ReadLogo;
}

/** The contents of a mail in the three forms of a message. */
export const layOut = (
  content: WrittenMail,
  logo: Picture | null = null,
): { subject: string; text: string; html: string } => ({
  subject: singleLine(content.subject, 'subject'),
  text: asText(content),
  html: asHtml(content, logo),
});

/** The files of a mail. */
async function filesOf(
  { calendarEntries = [], receipt, file, provider }: WrittenMail,
  publishing: Publishing,
  readLogo: ReadLogo,
): Promise<NonNullable<SendMailOptions['attachments']>> {
  const files = [
    ...writeCalendarEntries(calendarEntries, publishing),
    ...(file === undefined ? [] : [{ filename: file.name, contentType: file.type, content: file.content }]),
  ];
  if (receipt === undefined) return files;
  // Most processes draw none, and the typefaces take memory.
  const { drawReceipt } = await import('../../pdf/receipt.ts');
  const filename = `${receipt.number.replaceAll('/', '-')}.pdf`;
  return [
    ...files,
    {
      filename,
      contentType: 'application/pdf',
      content: await drawReceipt(receipt, await readLogo(provider, 'paper')),
    },
  ];
}

/** The message for nodemailer, which writes all headers. */
export async function composeMessage(
  content: WrittenMail,
  { sender, recipient, messageId, date, host, readLogo = async () => null }: Addressed,
): Promise<SendMailOptions> {
  const to = oneMailbox(recipient);
  const { provider } = content;
  const name = provider.sender_name || nameOfProvider(provider);
  const replyTo =
    content.replyTo ?? (provider.reply_to === '' ? undefined : { name, address: provider.reply_to });
  const files = await filesOf(content, { host, sender, organizer: name, date }, readLogo);
  const logo = provider.logo === '' ? null : await readLogo(provider, 'mail');
  // In the mail itself: nothing is loaded from elsewhere, and it is there without a network too.
  const attachments =
    logo === null
      ? files
      : [...files, { filename: 'logo.png', contentType: 'image/png', cid: logoId, content: logo.png }];
  return {
    // As an object, because nodemailer would parse text as a list of addresses.
    from: { name: singleLine(name, 'sender'), address: singleLine(sender, 'sender') },
    to: { name: '', address: to },
    ...(replyTo === undefined
      ? {}
      : { replyTo: { name: singleLine(replyTo.name, 'name'), address: oneMailbox(replyTo.address) } }),
    envelope: { from: sender, to: [to] },
    messageId,
    date,
    ...layOut(content, logo),
    ...(attachments.length === 0 ? {} : { attachments }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(content.stop === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${content.stop.url}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
