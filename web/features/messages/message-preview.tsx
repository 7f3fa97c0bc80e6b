import type { MessagePreview as Preview } from '@gurukul/contract/messages';
import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { Select, Text } from '@mantine/core';
import { MailFrame } from '#web/features/mail-preview/mail-frame.tsx';
import { formatNumber, formatZone } from '#web/lib/format/format.ts';
import { languageName } from '#web/texts/language.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { fieldName } from './field-names.ts';
import classes from './write-dialog.module.css';

const t = messagesTexts.check;

export const mailCount = (count: number) => t.mails({ count });

const namesShown = 10;

function unreachedNames({ unreached, without_address: count }: Preview): string {
  const names = unreached
    .slice(0, namesShown)
    .map(({ fullname, reason }) => t.withReason({ name: fullname, reason: t.reasons[reason] }));
  const more = count - names.length;
  return [...names, ...(more > 0 ? [t.more({ count: formatNumber(more) })] : [])].join(', ');
}

/** Who reads which text: said where the readers have more than one language, or another one than the text. */
function languagesSaid({ languages }: Preview, main: PortalLanguage): string[] {
  if (languages.every((one) => one.language === main)) return [];
  return languages.map(({ language, people, has_version: hasVersion }) => {
    const facts = { language: languageName(language), count: people };
    return hasVersion ? t.ownVersion(facts) : t.mainVersion({ ...facts, main: languageName(main) });
  });
}

function Reached({ preview, language }: { preview: Preview; language: PortalLanguage }) {
  const { people, mails, sharing, without_address: without, empty, links, left_today: left } = preview;
  return (
    <>
      <output>
        <Text fw={600}>{t.counts({ count: people, mails: mailCount(mails) })}</Text>
        {languagesSaid(preview, language).map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        {sharing > 0 ? <Text>{t.sharing({ count: sharing })}</Text> : null}
        {without > 0 ? <Text>{t.without({ count: without, names: unreachedNames(preview) })}</Text> : null}
        {people > 0 && mails === 0 ? <Text>{t.nobody}</Text> : null}
        {left === null ? null : <Text c="dimmed">{t.left({ count: left })}</Text>}
      </output>
      {empty.length > 0 || links.length > 0 ? (
        <Notice>
          {empty.map(({ field, people: count, words }) => (
            <Text key={field}>{t.empty({ field: fieldName(field), count, words })}</Text>
          ))}
          {links.length > 0 ? <Text>{t.links({ hosts: links.join(', ') })}</Text> : null}
        </Notice>
      ) : null}
    </>
  );
}

interface PreviewPartProps {
  preview: Preview;
  language: PortalLanguage;
  /** Whose mail is shown; null for some who differ. */
  as: string | null;
  onAs: (userId: string | null) => void;
}

/** Whom a text reaches, and how one reader, or two who differ, read it. */
export const MessagePreview = ({ preview, language, as, onAs }: PreviewPartProps) => (
  <>
    <Reached preview={preview} language={language} />
    {preview.readers.length > 2 ? (
      <Select
        label={t.as}
        placeholder={t.asAny}
        searchable
        clearable
        value={as}
        onChange={onAs}
        data={preview.readers.map((one) => ({ value: String(one.user_id), label: one.fullname }))}
      />
    ) : null}
    {preview.samples.map(({ fullname, zone, mail }) => (
      <details key={`${fullname} ${zone}`} className={classes.sample} open>
        <summary>{t.sample({ name: fullname, zone: formatZone(zone) })}</summary>
        <Text fw={600} dir="auto">
          {mail.subject}
        </Text>
        <MailFrame title={t.sample({ name: fullname, zone: formatZone(zone) })} html={mail.html} />
      </details>
    ))}
  </>
);
