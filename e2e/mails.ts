import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './fixtures.ts';

const usualFolder = process.env['E2E_DATA_DIR'] ?? '';

type Kind =
  | 'invite'
  | 'reset_code'
  | 'password_changed'
  | 'email_confirm'
  | 'email_refuse'
  | 'email_changed'
  | 'event_published'
  | 'event_changed'
  | 'event_canceled'
  | 'event_on_again'
  | 'enquiry'
  | 'message'
  | 'my_page_link'
  | 'my_page_code'
  | 'registration_code'
  | 'registration_news';

const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

function plainTextOf(outbox: string, file: string): string {
  const mail = readFileSync(join(outbox, file), 'latin1');
  const [, boundary] = /boundary="([^"]+)"/.exec(mail) ?? [];
  const part = mail.split(`--${boundary}`).find((one) => one.includes('Content-Type: text/plain')) ?? '';
  return fromQuotedPrintable(part.slice(part.search(/\r?\n\r?\n/)));
}

/** The mails of a kind to an address, oldest first: names of files start with the time. */
function mailsTo(address: string, kind: Kind, outbox: string): string[] {
  return readdirSync(outbox)
    .filter((file) => file.endsWith('.eml') && file.includes(`-${kind}-`))
    .filter((file) => readFileSync(join(outbox, file), 'latin1').includes(`To: ${address}`))
    .toSorted()
    .map((file) => plainTextOf(outbox, file));
}

/** Waits for the nth mail of a kind to an address and returns its text. `folder`: that of the portal's data. */
export async function mailTo(address: string, kind: Kind, nth = 1, folder = usualFolder): Promise<string> {
  let found: string[] = [];
  await expect(() => {
    found = mailsTo(address, kind, join(folder, 'outbox'));
    expect(found.length).toBeGreaterThanOrEqual(nth);
  }).toPass({ intervals: [100, 250] });
  return found[nth - 1]!;
}

/** The link of a mail that stops mails of its kind. */
export const stopLinkIn = (mail: string): string =>
  new URL(/https?:\/\/\S+\/me\/stop\/\S+/.exec(mail)?.[0] ?? '').pathname;

/** The link of a mail, on the portal under test. */
export function linkIn(mail: string): string {
  const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(mail)?.[0] ?? '');
  return pathname + hash;
}

export const codeIn = (mail: string): string => /^\s*(\d{4,6})\s*$/m.exec(mail)?.[1] ?? '';
