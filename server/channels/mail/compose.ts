import type { MailKind, MailPreview } from '@gurukul/contract/mails';
import type { ProviderSettings } from '@gurukul/contract/provider';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { listAdmins } from './admins.ts';
import { layOut } from './message.ts';
import { hasMyPage, myPageLink, stopLink } from './my-page-link.ts';
import { mayHaveFacts } from './prove.ts';
import { readerLanguage } from './reader-language.ts';
import type { Reader } from './reader-language.ts';
import { factsOf, hasPage, otherwiseOf, topicOf, writeMail } from './templates.ts';
import type { MyPageLinkData } from './templates/my-page.ts';
import { inventedPage, isInPlace } from './templates/my-page.ts';

export interface Letter extends Reader {
  readonly kind: MailKind;
  readonly data: unknown;
}

/** What leaves of a letter to its address. */
interface Leaving {
  readonly kind: MailKind;
  readonly data: unknown;
  /** The address does not count for the facts: the mail only leads to its reader's page, whose code proves it. */
  readonly isLinkOnly: boolean;
}

/** The one place that decides by the address whether a mail may tell its facts. A kept mail has left already. */
export async function leavingOf(
  db: Db,
  { kind, data, recipient }: Omit<Letter, 'person_id'>,
): Promise<Leaving> {
  if (isInPlace(data)) return { kind: 'my_page_link', data, isLinkOnly: true };
  const people = factsOf(kind, data);
  if (people === null || (await mayHaveFacts(db, recipient, people)))
    return { kind, data, isLinkOnly: false };
  const inPlace: MyPageLinkData = { hasNews: true, about: kind };
  return { kind: 'my_page_link', data: inPlace, isLinkOnly: true };
}

/** Kinds that ask the reader to turn to the office. */
const namesOffice = new Set<MailKind>(['owing_reminder', 'check_ends', 'my_page_link', 'money_back']);

/** The mailbox for replies, else that of the first account admin. */
async function officeOf(db: Db, kind: MailKind, { reply_to: replies }: ProviderSettings) {
  if (!namesOffice.has(kind)) return {};
  const office = replies === '' ? (await listAdmins(db))[0]?.email_id : replies;
  return office === undefined ? {} : { office };
}

interface Composing {
  readonly config: Pick<Config, 'appUrl' | 'secretKey'>;
  readonly at: Date;
  readonly provider: ProviderSettings;
}

/** The mail to its address as it leaves now. */
export async function compose(db: Db, letter: Letter, { config, at, provider }: Composing) {
  const { recipient, kind } = letter;
  const leaving = await leavingOf(db, letter);
  const myPage = hasPage(kind) ? await myPageLink(db, config, recipient) : null;
  const stop = await stopLink(db, config, recipient, topicOf(kind, letter.data));
  const mail = writeMail(leaving.kind, leaving.data, {
    appUrl: config.appUrl,
    at,
    language: await readerLanguage(db, letter, otherwiseOf(letter.kind, letter.data)),
    provider,
    ...(await officeOf(db, leaving.kind, provider)),
    ...(myPage === null ? {} : { myPage }),
    ...(stop === null ? {} : { stop }),
  });
  return { ...leaving, mail, myPage };
}

/** The same mail for the eyes of the office, which gets no link of a reader: an invented one stands in its place. */
export async function composePreview(db: Db, letter: Letter, { config, at, provider }: Composing) {
  const { kind, data, isLinkOnly } = await leavingOf(db, letter);
  const isLinked = isLinkOnly && (await hasMyPage(db, letter.recipient));
  const mail = writeMail(kind, data, {
    appUrl: config.appUrl,
    at,
    language: await readerLanguage(db, letter, otherwiseOf(letter.kind, letter.data)),
    provider,
    ...(await officeOf(db, kind, provider)),
    ...(isLinked ? { myPage: inventedPage(config) } : {}),
  });
  return { mail, isLinkOnly };
}

export const previewOf = ({ mail, isLinkOnly }: Awaited<ReturnType<typeof composePreview>>): MailPreview => ({
  ...layOut(mail),
  ...(isLinkOnly ? { is_link_only: true } : {}),
});
