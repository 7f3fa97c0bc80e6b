import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalLanguage, ProviderSettings } from '@gurukul/contract/provider';
import { accents } from '@gurukul/contract/shared/words/accents';
import { textsIn } from '../texts.ts';
import type { MailTexts } from '../texts.ts';
import type { Fact, MailContent, Part, StopLink, WrittenMail } from './content.ts';
import type { Picture } from '../../../pdf/content.ts';
import { escapeHtml } from '../../../html.ts';
import { isolate, isolated } from '../../../plain.ts';

/** Text of which some parts may have a direction of their own. */
const inHtml = (text: string): string =>
  escapeHtml(text).replaceAll(isolate.begin, '<bdi>').replaceAll(isolate.end, '</bdi>');

/** The mail in one language. */
interface Version {
  readonly content: MailContent;
  readonly language: PortalLanguage;
  readonly texts: MailTexts;
}

/** In the reader's language and, below it, in English. */
function versionsOf(mail: WrittenMail): readonly Version[] {
  const { language, english } = mail;
  const own = { content: mail, language, texts: textsIn(language) };
  return english === undefined ? [own] : [own, { content: english, language: 'en', texts: textsIn('en') }];
}

const below = ({ language }: WrittenMail) => `${textsIn(language).inEnglish} · ${textsIn('en').inEnglish}`;

function footerOf({ content: { footer, replyTo }, texts }: Version, provider: ProviderSettings): string {
  if (footer !== undefined) return footer;
  const name = nameOfProvider(provider);
  const mailbox = replyTo?.address ?? provider.reply_to;
  return mailbox === ''
    ? texts.footer({ provider: name })
    : texts.footerWithReply({ provider: name, mailbox });
}

const stopText = ({ topic }: StopLink, { reminder }: MailTexts) =>
  ({
    reminders: reminder.stop,
    events: reminder.stopInvitations,
    newsletters: reminder.stopNewsletters,
  })[topic];

/** The links of the foot. */
const linksOf = ({ myPage, stop }: WrittenMail, { texts }: Version) => [
  ...(myPage === undefined ? [] : [{ label: texts.myPage.foot, url: myPage }]),
  ...(stop === undefined ? [] : [{ label: stopText(stop, texts), url: stop.url }]),
];

/** For clients without HTML, and for people who prefer text. */
export function asText(mail: WrittenMail): string {
  const versions = versionsOf(mail);
  const [own = [], ...english] = versions.map(({ content }) => content.parts.map(partAsText));
  const feet = versions.flatMap((version) => [
    ...linksOf(mail, version).map(({ label, url }) => `${label}:\n${url}`),
    footerOf(version, mail.provider),
  ]);
  return [...own, ...english.flatMap((parts) => [rule, below(mail), ...parts]), '-- ', ...feet]
    .join('\n\n')
    .concat('\n');
}

const rule = '—'.repeat(20);

function partAsText(part: Part): string {
  if (part.kind === 'code') return `    ${part.code}`;
  if (part.kind === 'button') return `${part.label}:\n${part.url}`;
  if (part.kind === 'facts')
    return part.facts.map(([label, value]) => `${label}: ${ofOwnDirection(value)}`).join('\n');
  if (part.kind === 'quote') return part.text.replaceAll(/^/gm, '> ');
  return part.text;
}

/** A value that is one name, or has parts with directions of their own already. */
const ofOwnDirection = (value: string) => (value.includes(isolate.begin) ? value : isolated(value));

// Mail clients know tables and inline styles. The mail stays readable without any of them. It loads nothing from
// elsewhere, so that nobody learns who reads it. Dark schemes replace the colours where the client allows it.
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Colours of one accent: of titles and links, of buttons, and of the code, in light and dark. */
interface Look {
  readonly link: string;
  readonly button: string;
  readonly code: string;
  readonly darkLink: string;
  readonly darkCode: string;
}

const tealLook: Look = {
  link: '#0f5e58',
  button: '#0f766e',
  code: '#e3f2f0',
  darkLink: '#7fd1c7',
  darkCode: '#1c3a35',
};

function lookOf({ accent }: ProviderSettings): Look {
  if (accent === 'teal') return tealLook;
  const [code, , darkLink, , , , button, link, , darkCode] = accents[accent];
  return { link, button, code, darkLink, darkCode };
}

const dark = ({ darkLink, darkCode }: Look) => `
      @media (prefers-color-scheme: dark) {
        .page { background: #1a1511 !important; }
        .card { background: #251e18 !important; border-color: #44392d !important; }
        .ink { color: #f2ebe0 !important; }
        .soft { color: #bfb3a2 !important; }
        .code { background: ${darkCode} !important; color: #f2ebe0 !important; }
        .link, .rich a { color: ${darkLink} !important; }
        .quote { border-color: #44392d !important; }
      }`;

/** Names the attached logo in the text. */
export const logoId = 'logo@portal';

/** In pixels. */
const logoHeight = 40;

/** The logo beside the name, which says it to those who do not see pictures. */
const logoAsHtml = ({ width, height }: Picture) =>
  `<img src="cid:${logoId}" alt="" width="${Math.round((width * logoHeight) / height)}" height="${logoHeight}" style="display:block;margin:0 0 8px;border:0">`;

export function asHtml(mail: WrittenMail, logo: Picture | null = null): string {
  const { subject, preview, provider, language } = mail;
  const look = lookOf(provider);
  const versions = versionsOf(mail);
  const [own = '', ...english] = versions.map((version) => partsAsHtml(version, look));
  return `<!doctype html>
<html lang="${language}" dir="ltr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escapeHtml(subject)}</title>
    <style>
      :root { color-scheme: light dark; }
      .rich a { color: ${look.link}; }${dark(look)}
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#faf6ef">
    <div style="display:none;max-height:0;overflow:hidden">${inHtml(preview)}</div>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6ef">
      <tr>
        <td align="center" style="padding:32px 16px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
            <tr>
              <td class="link" style="${font};font-size:20px;font-weight:600;color:${look.link};padding:0 4px 16px">${logo === null ? '' : logoAsHtml(logo)}${escapeHtml(nameOfProvider(provider))}</td>
            </tr>
            <tr>
              <td class="card" style="background:#ffffff;border:1px solid #e6ded0;border-radius:12px;padding:28px 28px 12px">
${own}${english.map((parts) => englishAsHtml(mail, parts)).join('')}
              </td>
            </tr>
            <tr>
              <td class="soft" style="${font};font-size:12px;line-height:18px;color:#5b616b;padding:16px 4px 0">${versions.map((version) => footAsHtml(mail, version, look)).join('')}</td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}

const partsAsHtml = ({ content, texts }: Version, look: Look) =>
  content.parts.map((part) => partAsHtml(part, look, texts)).join('\n');

/** Said aloud and broken into lines as English. */
const englishAsHtml = (mail: WrittenMail, parts: string) => `
<p class="soft quote" style="${soft};${font};border-top:1px solid #e6ded0;padding:16px 0 0;margin:12px 0 16px">${escapeHtml(below(mail))}</p>
<div lang="en">
${parts}
</div>`;

function footAsHtml(mail: WrittenMail, version: Version, look: Look): string {
  const links = linksOf(mail, version).map(
    ({ label, url }) =>
      `<a class="link" href="${escapeHtml(url)}" style="font-size:14px;line-height:22px;color:${look.link}">${escapeHtml(label)}</a><br>`,
  );
  return `<p lang="${version.language}" style="margin:0 0 12px">${links.join('')}${inHtml(footerOf(version, mail.provider))}</p>`;
}

// A word of a thousand letters must not be wider than a phone's screen.
const breaking = 'overflow-wrap:anywhere;word-break:break-word';
const ink = 'font-size:16px;line-height:24px;color:#20242c';
const soft = 'font-size:14px;line-height:21px;color:#5b616b';

function partAsHtml(part: Part, look: Look, texts: MailTexts): string {
  if (part.kind === 'code') return codeAsHtml(part.code, look);
  if (part.kind === 'button') return buttonAsHtml(part, look, texts);
  if (part.kind === 'facts') return factsAsHtml(part.facts);
  if (part.kind === 'rich')
    return `<div dir="auto" class="ink rich" style="${ink};${font};${breaking};margin:0 0 16px">${part.html}</div>`;
  if (part.kind === 'quote')
    return `<p dir="auto" class="ink quote" style="${ink};${font};${breaking};white-space:pre-wrap;border-left:3px solid #e6ded0;padding:0 0 0 14px;margin:0 0 16px">${escapeHtml(part.text)}</p>`;
  const tone = part.kind === 'note' ? `class="soft" style="${soft}` : `class="ink" style="${ink}`;
  return `<p ${tone};${font};${breaking};margin:0 0 16px">${inHtml(part.text)}</p>`;
}

/** Label above value: side by side, a long value would have no room on a phone. */
const factsAsHtml = (facts: readonly Fact[]) =>
  facts
    .map(
      ([label, value]) =>
        `<p class="ink" style="${ink};${font};${breaking};margin:0 0 12px"><span class="soft" style="${soft}">${escapeHtml(label)}</span><br>${inHtml(ofOwnDirection(value))}</p>`,
    )
    .join('\n');

const codeAsHtml = (code: string, look: Look) =>
  `<p class="code" style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;line-height:40px;letter-spacing:8px;text-align:center;background:${look.code};color:${look.link};border-radius:8px;padding:16px 8px;margin:0 0 20px">${escapeHtml(code)}</p>`;

type Button = Extract<Part, { readonly kind: 'button' }>;

function buttonAsHtml({ label, url: address }: Button, look: Look, { linkHint }: MailTexts): string {
  const url = escapeHtml(address);
  return `<p style="margin:4px 0 20px"><a href="${url}" style="${font};display:inline-block;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;background:${look.button};border-radius:8px;padding:12px 24px;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="${font};font-size:13px;line-height:20px;color:#5b616b;margin:0 0 20px">${escapeHtml(linkHint)}<br><a class="link" href="${url}" style="color:${look.link};word-break:break-all">${url}</a></p>`;
}
