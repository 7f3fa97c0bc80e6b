import type { PortalLanguage } from '@gurukul/contract/provider';
import { nameOfProvider } from '@gurukul/contract/provider';
import { texts } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface MyPageLinkData {
  readonly language: PortalLanguage;
}

export interface MyPageCodeData extends MyPageLinkData {
  readonly code: string;
}

/** In the reader's language, with English below. */
const languagesOf = ({ language }: MyPageLinkData) =>
  language === 'en' ? [texts.myPage.en] : [texts.myPage[language], texts.myPage.en];

/** The link itself is written when the mail is sent, so the database never has it. */
export function myPageLinkMail(data: MyPageLinkData, { appUrl, myPage, provider }: Occasion): MailContent {
  const languages = languagesOf(data);
  const [first] = languages;
  return {
    subject: first!.linkSubject(nameOfProvider(provider)),
    preview: first!.link,
    parts: [
      ...languages.map(({ link }) => text(link)),
      {
        kind: 'button',
        label: languages.map(({ button }) => button).join(' · '),
        url: myPage ?? `${appUrl}/me/an-invented-address`,
      },
      ...languages.map(({ validity }) => note(validity)),
    ],
  };
}

export function myPageCodeMail(data: MyPageCodeData, { provider }: Occasion): MailContent {
  const languages = languagesOf(data);
  const [first] = languages;
  const name = nameOfProvider(provider);
  return {
    subject: first!.codeSubject(data.code, name),
    preview: first!.codeValidity,
    parts: [
      ...languages.map(({ code }) => text(code(name))),
      { kind: 'code', code: data.code },
      ...languages.flatMap(({ codeValidity, notYou }) => [note(codeValidity), note(notYou)]),
    ],
  };
}
