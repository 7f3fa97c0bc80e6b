import { settlements, type SettlementPreview } from '@gurukul/contract/settlements';
import type { CallInput } from '@gurukul/contract/shared/call';
import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { messageOf, refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatNumber } from '#web/lib/format.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { tellDone } from '../audit/tell-done.ts';
import { PaymentUploadDates } from '../payment-upload/dates.tsx';
import { Changed } from '../spreadsheets/changed.tsx';
import { Figures } from '../spreadsheets/figures.tsx';
import { useFilePreview } from '../spreadsheets/use-file-preview.ts';
import { Lines, type Choices } from './lines.tsx';
import { Payouts } from './payouts.tsx';
import classes from './settlements.module.css';

export type SettlementQuestion = CallInput<typeof settlements.settlement_preview>;

const t = settlementsTexts.preview;

const Totals = ({ totals }: Pick<SettlementPreview, 'totals'>) => (
  <Figures
    figures={(['explained', 'open', 'unreadable'] as const).map((id) => ({
      id,
      label: t.figures[id],
      hint: t.hints[id],
      value: totals[id],
    }))}
  />
);

interface SettlementCheckProps {
  question: SettlementQuestion;
  onDone: () => void;
  onOther: () => void;
}

/** What explains the payouts of the file. Nothing is saved before the person says so here. */
export function SettlementCheck({ question, onDone, onOther }: SettlementCheckProps) {
  const fileName = question.file_name ?? '';
  const { input, seen, isPending, error, check, replace } = useFilePreview(
    settlements.settlement_preview,
    question,
  );
  const [choices, setChoices] = useState<Choices>(new Map());
  const saving = useAction(settlements.save_settlement);
  const other = (
    <Button variant="default" aria-disabled={isPending || saving.isPending} onClick={onOther}>
      {importsTexts.another}
    </Button>
  );

  if (error && !isPending) {
    return (
      <>
        <FailedState title={t.failed} message={messageOf(error)} onRetry={() => check()} />
        <Group justify="center">{other}</Group>
      </>
    );
  }
  const checkingText = t.checking(formatNumber(question.rows.length));
  if (!seen) return <LoadingState label={checkingText} />;

  const { preview, isOther } = seen;
  const isStatement = preview.service === 'bank';
  const fresh = preview.payouts.filter(({ state }) => state === 'new').length;
  const isBusy = isPending || saving.isPending;
  const choose = (row: number, paymentId: string) => {
    const next = new Map(choices);
    if (paymentId === '') next.delete(row);
    else next.set(row, paymentId);
    setChoices(next);
    check({ choices: Array.from(next, ([at, payment_id]) => ({ row: at, payment_id })) });
  };
  const save = async () => {
    if (isBusy) return;
    try {
      const answer = await saving.run({ ...input, digest: preview.digest });
      const { saved } = answer.data;
      const text = isStatement ? t.savedStatement : t.saved(formatNumber(saved), saved === 1);
      tellDone(answer, text, { kind: 'imported', what: t.what(fileName) });
      onDone();
    } catch (failure) {
      if (!replace(failure)) toast.error(refusalOf(failure));
    }
  };
  return (
    <>
      <FocusedTitle order={3}>{t.title(fileName)}</FocusedTitle>
      <Text fw={600} mb="md">
        {settlementsTexts.services[preview.service]}. {t.nothingSaved}
      </Text>
      {isOther ? <Changed key={preview.digest} /> : null}
      <Totals totals={preview.totals} />
      {preview.service === 'razorpay' ? (
        <NativeSelect
          className={classes.filter}
          label={t.unit}
          data={(['major', 'minor'] as const).map((unit) => ({ value: unit, label: t.units[unit] }))}
          value={preview.unit}
          onChange={({ currentTarget: { value } }) => check({ unit: value === 'minor' ? 'minor' : 'major' })}
        />
      ) : null}
      <PaymentUploadDates dates={preview.dates} onOrder={(order) => check({ date_order: order })} />
      <Group gap="sm" my="md">
        <ActionButton
          size="md"
          disabledReason={fresh > 0 ? null : t.nothingToSave}
          aria-disabled={isBusy}
          data-disabled={isBusy || undefined}
          onClick={() => void save()}
        >
          {saving.isPending
            ? t.saving
            : isStatement
              ? t.saveStatement
              : t.save(formatNumber(fresh), fresh === 1)}
        </ActionButton>
        {other}
      </Group>
      <Text component="output" display="block" size="sm" c="dimmed">
        {isPending ? checkingText : ''}
      </Text>
      <Title order={4} mb="xs">
        {t.payouts}
      </Title>
      <Payouts payouts={preview.payouts} />
      <Title order={4} mt="lg" mb="xs">
        {t.lines}
      </Title>
      <Lines lines={preview.lines} choices={choices} isBusy={isBusy} onChoose={choose} />
    </>
  );
}
