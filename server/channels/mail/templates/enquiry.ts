import { nameOfProvider } from '@gurukul/contract/provider';
import { UnsafeMailError, oneMailbox } from '../mailbox.ts';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { text } from './content.ts';
import { stampIn } from './event-times.ts';
import { inLine, inLines } from '../../../plain.ts';

/** A question from the public site, for the mailboxes of its type. */
export interface EnquiryData {
  readonly query_type: string;
  /** The asker's name. */
  readonly name: string;
  readonly email_id: string;
  readonly phone_number?: string | null;
  readonly message: string;
  /** ISO 8601, UTC. */
  readonly received_at: string;
}

const longestName = 200;
const longestInSubject = 60;
const longestMessage = 20_000;

/** The address for a reply; null when it is not exactly one mailbox. */
function mailboxOf(address: string): string | null {
  try {
    return oneMailbox(address);
  } catch (error) {
    if (error instanceof UnsafeMailError) return null;
    throw error;
  }
}

export function enquiryMail(data: EnquiryData, { provider, language }: Occasion): MailContent {
  const words = textsIn(language).enquiry;
  const sender = nameOfProvider(provider);
  const name = inLine(data.name, longestName);
  const type = inLine(data.query_type, longestName);
  const address = mailboxOf(data.email_id);
  const phone = inLine(data.phone_number ?? '', longestName);
  const facts: Fact[] = [
    [words.type, type],
    [words.name, name],
    [words.email, inLine(data.email_id, 254)],
    ...(phone === '' ? [] : [[words.phone, phone] as const]),
    [words.received, stampIn(language, provider.time_zone, new Date(data.received_at))],
  ];
  return {
    subject: words.subject({ type: inLine(type, longestInSubject), name: inLine(name, longestInSubject) }),
    preview: inLine(data.message, 100),
    parts: [
      text(words.body),
      { kind: 'facts', facts },
      { kind: 'quote', text: inLines(data.message, longestMessage) },
    ],
    ...(address === null
      ? provider.reply_to === '' && { footer: words.footerWithoutReply({ provider: sender }) }
      : {
          footer: words.footer({ provider: sender }),
          replyTo: { name: inLine(data.name, longestInSubject), address },
        }),
  };
}
