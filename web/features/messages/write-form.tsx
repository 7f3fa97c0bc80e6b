import { messages } from '@gurukul/contract/messages';
import { Button, Checkbox, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { isMailKept, query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { timeOf, type Draft } from './draft.ts';
import { mailCount, MessagePreview } from './message-preview.tsx';
import { audienceOf, ReadersField } from './readers-field.tsx';
import { unfinishedOf } from './versions.ts';
import type { Audience, Reply } from './write-button.tsx';
import classes from './write-dialog.module.css';
import { WriteFields } from './write-fields.tsx';

const t = messagesTexts.check;

/** In milliseconds, after the last letter. */
const pauseMs = 500;

interface WriteFormProps {
  given: Audience | null;
  reply: Reply | undefined;
  draft: Draft;
  changeId: number | undefined;
  onChange: (draft: Draft) => void;
  /** `told`: what becomes of its mails. */
  onSent: (messageId: number, told: string) => void;
}

/** The text, beside it the mail as it is read, and below both the button that sends exactly this mail. */
export function WriteForm({ given, reply, draft, changeId, onChange, onSent }: WriteFormProps) {
  const audience = given ?? audienceOf(draft.to);
  const [opened, setOpened] = useState(draft.language);
  const [hasTried, setTried] = useState(false);
  const [pressedAt, setPressedAt] = useState<Draft | null>(null);
  const [wantsWhatsApp, setWantsWhatsApp] = useState(false);
  const [as, setAs] = useState<string | null>(null);
  const sending = useAction(messages.send_message);
  const testing = useAction(messages.send_test);

  const [settled] = useDebouncedValue(draft, pauseMs);
  const isWhole = (one: Draft) =>
    audience !== null && unfinishedOf(one) === undefined && timeOf(one) !== null;
  const { subject, body, language, versions, newsletter } = settled;
  const written = { audience: audience ?? {}, subject, body, language, versions: [...versions], newsletter };
  const input = { ...written, ...timeOf(settled) };
  const shownAs = as === null ? {} : { as: Number(as) };
  const asked = {
    ...query(messages.preview_message, { ...input, ...shownAs }),
    staleTime: 'static',
    placeholderData: keepPreviousData,
  } as const;
  const check = useChecked(asked, isWhole(settled));
  const { read } = check;
  const isOfThisText = draft === settled && check.plan !== undefined;
  const preview = isWhole(settled) ? read.data?.data : undefined;
  const byWhatsApp = preview?.whatsapp ?? null;
  const isByWhatsApp = wantsWhatsApp && (byWhatsApp?.people ?? 0) > 0;
  const leaving = (count: number) =>
    isByWhatsApp && byWhatsApp
      ? t.withWhatsApp({ mails: mailCount(count), texts: formatNumber(byWhatsApp.texts) })
      : mailCount(count);
  const toldOf = (answer: object, left: string) => {
    if (isMailKept(answer)) return t.kept({ mails: left });
    return draft.when === 'now' ? t.sent({ mails: left }) : t.planned({ mails: left });
  };
  const labelOf = (mails: string) => (draft.when === 'now' ? t.send({ mails }) : t.plan({ mails }));
  const refusal = () => {
    if (read.error) return messageOf(read.error);
    if (preview?.people === 0) return t.noReaders;
    return preview?.left_today === 0 ? t.left({ count: 0 }) : '';
  };
  // Said once it is pressed, and not while somebody mends it.
  const isPressed = pressedAt === draft;

  const send = () => {
    setTried(true);
    setPressedAt(draft);
    const unfinished = unfinishedOf(draft);
    if (unfinished !== undefined) setOpened(unfinished);
    if (!isWhole(draft) || refusal() !== '') return;
    void check.carryOut(async ({ digest }) => {
      const answer = await sending.run({ ...input, digest, whatsapp: isByWhatsApp, change_id: changeId });
      const { message_id, mails: count } = answer.data;
      onSent(message_id, toldOf(answer, leaving(count)));
    });
  };
  const test = async () => {
    try {
      tellSent(await testing.run({ ...written, ...shownAs }), t.testSent);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <FormShell
      onSubmit={send}
      submitLabel={isWhole(draft) && preview ? labelOf(leaving(preview.mails)) : t.sendIt}
      busyLabel={sending.isPending ? t.sending : t.looking}
      isPending={sending.isPending || (isWhole(draft) && !isOfThisText && !read.error)}
      error={isPressed ? refusal() || check.problem : ''}
      isLong
      actions={
        <Button
          variant="default"
          disabled={!isOfThisText}
          loading={testing.isPending}
          onClick={() => void test()}
        >
          {t.test}
        </Button>
      }
    >
      <div className={classes.columns}>
        <div className={classes.part}>
          {given === null ? (
            <ReadersField
              chosen={draft.to}
              error={hasTried && draft.to === null ? messagesTexts.form.toMissing : ''}
              onChange={(to) => {
                onChange({ ...draft, to });
                setAs(null);
              }}
            />
          ) : null}
          <WriteFields
            audience={audience}
            reply={reply}
            draft={draft}
            onChange={onChange}
            opened={opened}
            onOpen={setOpened}
            hasTried={hasTried}
          />
        </div>
        <section
          aria-label={t.title}
          className={classes.part}
          data-old={(preview && !isOfThisText) || undefined}
        >
          {read.error && draft === settled && !isPressed ? <Fault>{messageOf(read.error)}</Fault> : null}
          {preview ? (
            <MessagePreview preview={preview} language={language} as={as} onAs={setAs} />
          ) : (
            <Text c="dimmed">{t.nothingYet}</Text>
          )}
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
        </section>
      </div>
    </FormShell>
  );
}
