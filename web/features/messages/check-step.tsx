import { messages, type MessagePreview } from '@gurukul/contract/messages';
import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { Button, Checkbox, Select, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { isMailKept } from '#web/calls/client.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { MailFrame } from '#web/features/mail-preview/mail-frame.tsx';
import { formatNumber, formatZone } from '#web/lib/format/format.ts';
import { languageName } from '#web/texts/language.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { CheckedStep } from '#web/ui/feedback/checked-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { timeOf, type Draft } from './draft.ts';
import classes from './check-step.module.css';
import type { Audience } from './write-button.tsx';

const t = messagesTexts.check;

const mailCount = (count: number) => t.mails({ count });

const namesShown = 10;

function unreachedNames({ unreached, without_address: count }: MessagePreview): string {
  const names = unreached
    .slice(0, namesShown)
    .map(({ fullname, reason }) => t.withReason({ name: fullname, reason: t.reasons[reason] }));
  const more = count - names.length;
  return [...names, ...(more > 0 ? [t.more({ count: formatNumber(more) })] : [])].join(', ');
}

/** Who reads which text: said where the readers have more than one language, or another one than the text. */
function languagesSaid({ languages }: MessagePreview, main: PortalLanguage): string[] {
  if (languages.every((one) => one.language === main)) return [];
  return languages.map(({ language, people, has_version: hasVersion }) => {
    const facts = { language: languageName(language), count: people };
    return hasVersion ? t.ownVersion(facts) : t.mainVersion({ ...facts, main: languageName(main) });
  });
}

function Reached({ preview, language }: { preview: MessagePreview; language: PortalLanguage }) {
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
            <Text key={field}>{t.empty({ field: messagesTexts.form.fieldNames[field], count, words })}</Text>
          ))}
          {links.length > 0 ? <Text>{t.links({ hosts: links.join(', ') })}</Text> : null}
        </Notice>
      ) : null}
    </>
  );
}

interface CheckStepProps {
  audience: Audience;
  draft: Draft;
  changeId?: number | undefined;
  onBack: () => void;
  /** `told`: what becomes of its mails. */
  onSent: (messageId: number, told: string) => void;
}

/** Whom it reaches, how two of them read it, and the button that sends it. */
export function CheckStep({ audience, draft, changeId, onBack, onSent }: CheckStepProps) {
  const [wantsWhatsApp, setWantsWhatsApp] = useState(false);
  const sending = useAction(messages.send_message);
  const testing = useAction(messages.send_test);
  const [as, setAs] = useState<string | null>(null);
  const { subject, body, language, versions, newsletter } = draft;
  const written = { audience, subject, body, language, versions: [...versions], newsletter };
  const input = { ...written, ...timeOf(draft) };
  const shownAs = as === null ? {} : { as: Number(as) };
  const asked = {
    ...query(messages.preview_message, { ...input, ...shownAs }),
    staleTime: 'static',
    placeholderData: keepPreviousData,
  } as const;
  const check = useChecked(asked, true);
  const { plan: preview } = check;
  const byWhatsApp = preview?.whatsapp ?? null;
  const isByWhatsApp = wantsWhatsApp && (byWhatsApp?.people ?? 0) > 0;
  const leaving = (count: number) =>
    isByWhatsApp && byWhatsApp
      ? t.withWhatsApp({ mails: mailCount(count), texts: formatNumber(byWhatsApp.texts) })
      : mailCount(count);
  const mails = leaving(preview?.mails ?? 0);
  const toldOf = (answer: object, left: string) => {
    if (isMailKept(answer)) return t.kept({ mails: left });
    return draft.when === 'now' ? t.sent({ mails: left }) : t.planned({ mails: left });
  };
  const send = () =>
    check.carryOut(async ({ digest }) => {
      const answer = await sending.run({ ...input, digest, whatsapp: isByWhatsApp, change_id: changeId });
      const { message_id, mails: count } = answer.data;
      onSent(message_id, toldOf(answer, leaving(count)));
    });
  const test = async () => {
    try {
      tellSent(await testing.run({ ...written, ...shownAs }), t.testSent);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <CheckedStep
      check={check}
      checkingLabel={t.looking}
      submitLabel={draft.when === 'now' ? t.send({ mails }) : t.plan({ mails })}
      isReady={preview !== undefined && preview.people > 0 && preview.left_today !== 0}
      isPending={sending.isPending}
      onSubmit={send}
      actions={
        <>
          <Button variant="default" onClick={onBack}>
            {t.back}
          </Button>
          <Button
            variant="default"
            disabled={!preview}
            loading={testing.isPending}
            onClick={() => void test()}
          >
            {t.test}
          </Button>
        </>
      }
    >
      {(shown) => (
        <>
          <Reached preview={shown} language={language} />
          {byWhatsApp ? (
            <Checkbox
              label={t.whatsapp({ count: byWhatsApp.people })}
              description={
                byWhatsApp.people === 0 ? t.whatsappNobody : byWhatsApp.is_cut ? t.whatsappCut : undefined
              }
              disabled={byWhatsApp.people === 0}
              checked={isByWhatsApp}
              onChange={({ currentTarget }) => setWantsWhatsApp(currentTarget.checked)}
            />
          ) : null}
          {shown.readers.length > 2 ? (
            <Select
              label={t.as}
              placeholder={t.asAny}
              searchable
              clearable
              value={as}
              onChange={setAs}
              data={shown.readers.map((one) => ({ value: String(one.user_id), label: one.fullname }))}
            />
          ) : null}
          {shown.samples.map(({ fullname, zone, mail }) => (
            <details key={`${fullname} ${zone}`} className={classes.sample} open>
              <summary>{t.sample({ name: fullname, zone: formatZone(zone) })}</summary>
              <Text fw={600} dir="auto">
                {mail.subject}
              </Text>
              <MailFrame title={t.sample({ name: fullname, zone: formatZone(zone) })} html={mail.html} />
            </details>
          ))}
        </>
      )}
    </CheckedStep>
  );
}
