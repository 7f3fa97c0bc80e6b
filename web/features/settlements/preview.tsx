import { settlements, type SettlementPreview } from '@gurukul/contract/settlements';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { NativeSelect, Title } from '@mantine/core';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { otherSheets, type TableFile } from '#web/lib/files/table.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { tellDone } from '../audit/tell-done.ts';
import { PaymentUploadDates } from '../payment-upload/dates.tsx';
import { Figures } from '../spreadsheets/figures.tsx';
import { ImportFrame, ImportWait, OtherFile, ToColumns } from '../spreadsheets/import-frame.tsx';
import { NotTaken } from '../spreadsheets/not-taken.tsx';
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
  file: TableFile;
  /** With the answers that were given before somebody came back here. */
  question: SettlementQuestion;
  onQuestion: (question: SettlementQuestion) => void;
  onColumns: () => void;
  onDone: () => void;
  onOther: () => void;
}

/** What explains the payouts of the file. Nothing is saved before the person says so here. */
export function SettlementCheck({ file, question, ...on }: SettlementCheckProps) {
  const { onDone, onOther } = on;
  const fileName = question.file_name ?? '';
  const { input, seen, isPending, error, ...asking } = useFilePreview(
    settlements.settlement_preview,
    question,
  );
  const { replace } = asking;
  const check = (said: Partial<SettlementQuestion> = {}) => {
    on.onQuestion({ ...input, ...said });
    asking.check(said);
  };
  const choices: Choices = new Map(input.choices?.map(({ row, payment_id }) => [row, payment_id]));
  const saving = useAction(settlements.save_settlement);
  const isBusy = isPending || saving.isPending;
  const ways = (
    <>
      <ToColumns isBusy={isBusy} onClick={on.onColumns} />
      <OtherFile isBusy={isBusy} onClick={onOther} />
    </>
  );
  const checkingText = t.checking(formatNumber(question.rows.length));
  if (!seen || (error && !isPending)) {
    return (
      <ImportWait
        error={error}
        failedTitle={t.failed}
        checkingText={checkingText}
        onRetry={() => check()}
        ways={ways}
      />
    );
  }

  const { preview } = seen;
  const isStatement = preview.service === 'bank';
  const fresh = preview.payouts.filter(({ state }) => state === 'new').length;
  const choose = (row: number, paymentId: string) => {
    const next = new Map(choices);
    if (paymentId === '') next.delete(row);
    else next.set(row, paymentId);
    check({ choices: Array.from(next, ([at, payment_id]) => ({ row: at, payment_id })) });
  };
  const save = async () => {
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
    <ImportFrame
      title={t.title(fileName)}
      order={3}
      nothingSaved={`${settlementsTexts.services[preview.service]}. ${t.nothingSaved}`}
      seen={seen}
      reason={fresh > 0 ? null : t.nothingToSave}
      saveLabel={
        saving.isPending ? t.saving : isStatement ? t.saveStatement : t.save(formatNumber(fresh), fresh === 1)
      }
      onSave={save}
      busyText={isPending ? checkingText : ''}
      isBusy={isBusy}
      ways={ways}
      rows={
        <>
          <Title order={4} mb="xs">
            {t.payouts}
          </Title>
          <Payouts payouts={preview.payouts} />
          <Title order={4} mt="lg" mb="xs">
            {t.lines}
          </Title>
          <Lines lines={preview.lines} choices={choices} isBusy={isBusy} onChoose={choose} />
        </>
      }
    >
      <Totals totals={preview.totals} />
      <NotTaken sheets={otherSheets(file)} rows={file.leftOut} />
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
    </ImportFrame>
  );
}
