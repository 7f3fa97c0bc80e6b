import type { PaymentDetail } from '@gurukul/contract/payments';
import { paidStatus } from '@gurukul/contract/payments';
import { receipts, type ReceiptRow } from '@gurukul/contract/receipts';
import { finishedLanguages, type PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { officeZone } from '#web/lib/provider.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { languageName } from '#web/texts/language.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';
import { valueText } from '#web/texts/values.ts';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './receipts.module.css';
import { useReceiptActions } from './use-receipt-actions.ts';
import { useSpelling } from './use-spelling.tsx';
import { VoidDialog } from './void-dialog.tsx';

const t = receiptsTexts.card;

const moment = (at: string) => formatDateTime(at, officeZone());

function Mail({ mail }: Pick<ReceiptRow, 'mail'>) {
  if (mail === null) return t.noMail;
  const { recipient, enqueued_at, state, failure } = mail;
  return (
    <>
      {t.mailTo({ recipient, at: moment(enqueued_at) })}: {mailsTexts.states[state]}
      {failure === null || state === 'sent' ? null : ` (${failure})`}
    </>
  );
}

const factsOf = (receipt: ReceiptRow): Fact[] => [
  [t.number, receipt.number],
  [t.payer, receipt.payer],
  [
    t.issuedAt,
    receipt.issued_by === null
      ? moment(receipt.issued_at)
      : t.issuedBy({ at: moment(receipt.issued_at), by: receipt.issued_by }),
  ],
  [t.language, languageName(receipt.language)],
  [t.given, receipt.given_at === null ? t.notGiven : t.givenAt({ at: moment(receipt.given_at) })],
  [t.mail, <Mail key="mail" mail={receipt.mail} />],
];

function Current({ receipt }: { receipt: ReceiptRow }) {
  const { download, send, isDownloading, isSending } = useReceiptActions(receipt);
  const [isVoiding, setVoiding] = useState(false);
  const words = receiptsTexts.actions;
  return (
    <>
      <DescriptionList facts={factsOf(receipt)} />
      <Group gap="sm">
        <Button variant="default" aria-busy={isDownloading} onClick={() => void download()}>
          {isDownloading ? words.downloading : words.download}
        </Button>
        <Button variant="default" aria-busy={isSending} onClick={() => void send()}>
          {isSending ? words.sending : receipt.given_at === null ? words.send : words.sendCopy}
        </Button>
        <Button variant="default" onClick={() => setVoiding(true)}>
          {words.void}
        </Button>
      </Group>
      <VoidDialog
        receipt={receipt}
        isOpen={isVoiding}
        onClose={() => setVoiding(false)}
        onDone={() => setVoiding(false)}
      />
    </>
  );
}

function VoidOne({ receipt }: { receipt: ReceiptRow }) {
  const { download, isDownloading } = useReceiptActions(receipt);
  const words = receiptsTexts.actions;
  return (
    <li>
      <span className={classes.about}>
        {t.voided({ number: receipt.number, reason: valueText('voided', receipt.void_reason ?? '') })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-busy={isDownloading}
        aria-label={words.downloadOf({ number: receipt.number })}
        onClick={() => void download()}
      >
        {isDownloading ? words.downloading : words.download}
      </Button>
    </li>
  );
}

/** Why the payment gets no receipt; null when it gets one. */
function whyNot({ status, currency }: PaymentDetail): string | null {
  if (status.toLowerCase() !== paidStatus) return t.notReceived;
  return currency === null ? t.noCurrency : null;
}

function Issue({ payment, hasVoid }: { payment: PaymentDetail; hasVoid: boolean }) {
  const act = useAction(receipts.issue_receipt);
  const [language, setLanguage] = useState<PortalLanguage | ''>('');
  const { makeSpelled, spelling } = useSpelling();
  const issue = async () => {
    if (act.isPending) return;
    try {
      await makeSpelled(async (spelled) => {
        const { data } = await act.run({ payment_id: payment.id, ...(language && { language }), ...spelled });
        toast.success(t.issued({ number: data.number }));
      });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <>
      <Text>{hasVoid ? t.voidOnly : t.none}</Text>
      <Group gap="sm" align="end">
        <Select
          label={t.language}
          value={language}
          data={[
            { value: '', label: t.languageOfPayer },
            ...finishedLanguages.map((each) => ({ value: each, label: languageName(each) })),
          ]}
          allowDeselect={false}
          onChange={(chosen) => setLanguage(finishedLanguages.find((each) => each === chosen) ?? '')}
        />
        <ActionButton disabledReason={whyNot(payment)} aria-busy={act.isPending} onClick={() => void issue()}>
          {act.isPending ? t.issuing : t.issue}
        </ActionButton>
      </Group>
      {spelling}
    </>
  );
}

/** The receipt of a payment: issue it, give it out, void it; and what became of its mail. */
export function ReceiptCard({ payment }: { payment: PaymentDetail }) {
  const list = useQuery(query(receipts.get_receipts, { payment_id: payment.id }));
  const rows = list.data?.data;
  const current = rows?.find(({ voided_at }) => voided_at === null);
  const voided = rows?.filter(({ voided_at }) => voided_at !== null) ?? [];
  return (
    <Panel title={t.title}>
      {!rows && list.error ? (
        <FailedState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : null}
      {!rows && !list.error ? <LoadingState /> : null}
      {rows ? (
        <Stack>
          {current ? (
            <Current key={current.receipt_id} receipt={current} />
          ) : (
            <Issue payment={payment} hasVoid={voided.length > 0} />
          )}
          {voided.length > 0 ? (
            <ul className={lines.lines} aria-label={t.earlier}>
              {voided.map((receipt) => (
                <VoidOne key={receipt.receipt_id} receipt={receipt} />
              ))}
            </ul>
          ) : null}
          {session.role === 'admin' ? (
            <LoneLink href={`${to(paths.statement, payment.id)}?of=payment`}>{t.statement}</LoneLink>
          ) : null}
        </Stack>
      ) : null}
    </Panel>
  );
}
