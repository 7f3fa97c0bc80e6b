import type { Config } from '../../../config.ts';
import type { MailKind } from '@gurukul/contract/mails';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { whereOfficeIs } from './office.ts';

export interface MyPageCodeData {
  /** Of the page that asks for the code, for a reader whose own is not known. */
  readonly language: PortalLanguage;
  readonly code: string;
}

/** Stands in previews for the address of a page. */
export const inventedPage = ({ appUrl }: Pick<Config, 'appUrl'>) => `${appUrl}/me/an-invented-address`;

export interface MyPageLinkData {
  /** In place of a mail with facts of a person, to an address that does not count for them. */
  readonly hasNews?: boolean;
  /** Of which kind that mail was. Absent: a mail of before. */
  readonly about?: MailKind;
}

/** Says that this is what left in place of a mail with facts. */
export const isInPlace = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'hasNews' in data && data.hasNews === true;

/** The link itself is written when the mail is sent, so the database never has it. */
export function myPageLinkMail({ hasNews = false, about }: MyPageLinkData, occasion: Occasion): MailContent {
  const { appUrl, myPage, provider, language } = occasion;
  const words = textsIn(language).myPage;
  const name = nameOfProvider(provider);
  if (hasNews) {
    const kind = about ?? '';
    const news = words.news({ kind });
    return {
      subject: words.newsSubject({ kind, provider: name }),
      preview: news,
      parts:
        myPage === undefined
          ? [text(news), text(words.newsWithoutPage), ...whereOfficeIs(occasion)]
          : [
              text(news),
              text(words.newsWhy),
              { kind: 'button', label: words.button, url: myPage },
              note(words.validity),
            ],
    };
  }
  return {
    subject: words.linkSubject({ provider: name }),
    preview: words.link,
    parts: [
      text(words.link),
      { kind: 'button', label: words.button, url: myPage ?? inventedPage({ appUrl }) },
      note(words.validity),
    ],
  };
}

export function myPageCodeMail({ code }: MyPageCodeData, { provider, language }: Occasion): MailContent {
  const words = textsIn(language).myPage;
  const name = nameOfProvider(provider);
  return {
    subject: words.codeSubject({ code, provider: name }),
    preview: words.codeValidity,
    parts: [
      text(words.code({ provider: name })),
      { kind: 'code', code },
      note(words.codeValidity),
      note(words.notYou),
    ],
  };
}
