import { paymentUpload } from '@gurukul/contract/payment-upload';
import type { PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import type { TableFile } from '#web/lib/files/table.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { leftOf } from '../spreadsheets/column-step.tsx';
import { ImportFrame, ImportWait, OtherFile, ToColumns } from '../spreadsheets/import-frame.tsx';
import { NotTaken } from '../spreadsheets/not-taken.tsx';
import { rememberColumns } from '../spreadsheets/remembered-columns.ts';
import { previewSince } from '../spreadsheets/use-file-preview.ts';
import { PaymentUploadCurrency } from './currency.tsx';
import { PaymentUploadDates } from './dates.tsx';
import type { UploadResult } from './done.tsx';
import { PaymentUploadReview } from './review.tsx';
import { PaymentUploadTotals } from './totals.tsx';
import { aboutUpload, useUploadUndo } from './undo.ts';
import { decidedSince, type Decisions } from './choices.ts';
import { uploadRowsOf } from './columns.ts';
import { door, type UploadPlan } from './file.ts';
import { sheetOf, useUploadPreview, type Reading, type UploadQuestion } from './use-preview.ts';

const t = paymentUploadTexts.check;

const counted = (text: (count: string, isOne: boolean) => string, count: number) =>
  text(formatNumber(count), count === 1);

/** Why nothing can be saved; null when something can. */
function reasonAgainst({ totals }: PaymentPreview) {
  if (totals.created + totals.updated > 0) return null;
  return totals.rejected > 0 ? t.allProblems : t.nothingToSave;
}

/** Saves what was seen. `onOther`: it would be something else by now. */
function useSaving(
  question: UploadQuestion,
  onDone: (result: UploadResult) => void,
  onOther: (preview: PaymentPreview) => void,
) {
  const { run, isPending } = useAction(paymentUpload.payments);
  const { undo } = useUploadUndo();

  const save = async (digest: string, decisions: Decisions, reading: Reading) => {
    const { file_name } = question;
    try {
      const { data } = await run({ ...sheetOf(question, decisions, reading), confirm: true, digest });
      const { import_id: id } = data;
      const text = paymentUploadTexts.done.success;
      if (id === null) toast.success(text);
      else toast.undoable({ text, about: aboutUpload(id), undo: () => void undo({ id, file_name }) });
      onDone({ file_name, ...data });
    } catch (error) {
      const preview = previewSince(paymentUpload.payments_preview, error);
      if (preview) onOther(preview);
      else toast.error(messageOf(error));
    }
  };

  return { save, isPending };
}

interface PaymentUploadCheckProps {
  file: TableFile;
  plan: UploadPlan;
  decisions: Decisions;
  onDecisions: (decisions: Decisions) => void;
  /** As it was read before somebody came back here. */
  reading: Reading | null;
  onReading: (reading: Reading) => void;
  onDone: (result: UploadResult) => void;
  onColumns: () => void;
  onOther: () => void;
}

/** Step 3: what every row would do. Nothing is saved before the person says so here. */
export function PaymentUploadCheck(props: PaymentUploadCheckProps) {
  const { file, plan, decisions, onDecisions, onDone, onColumns, onOther } = props;
  const [question] = useState<UploadQuestion>(() => ({
    file_name: file.file_name,
    rows: uploadRowsOf(plan.columns, file.header, file.lines),
    course_id: plan.courseId === '' ? undefined : Number(plan.courseId),
  }));
  const { seen, reading, isPending, error, check, replace } = useUploadPreview(
    question,
    decisions,
    props.reading ?? { order: undefined, currency: plan.currency },
    props.onReading,
  );
  const saving = useSaving(question, onDone, (preview) => replace(preview, decisions));

  const isBusy = isPending || saving.isPending;
  const chooseOther = async () => {
    if (decisions.size === 0 || (await confirm(t.leave.text, { title: t.leave.title }))) onOther();
  };
  const ways = (
    <>
      <ToColumns isBusy={isBusy} onClick={onColumns} />
      <OtherFile isBusy={isBusy} onClick={chooseOther} />
    </>
  );
  const checkingText = t.checking(formatNumber(question.rows.length));

  if (!seen || (error && !isPending)) {
    return (
      <ImportWait
        error={error}
        failedTitle={t.failed}
        checkingText={checkingText}
        onRetry={() => check(decisions)}
        ways={ways}
      />
    );
  }

  const { preview } = seen;
  const { totals, same_file: same } = preview;
  const open = preview.rows.filter((row) => row.choose && !decisions.has(row.row)).length;
  const answers = decidedSince(seen.decisions, decisions);
  const busyText = saving.isPending ? t.saving : checkingText;
  const actionText =
    answers > 0 ? counted(t.recheck, answers) : counted(t.save, totals.created + totals.updated);
  const act = () => {
    if (answers > 0) check(decisions);
    else void saving.save(preview.digest, decisions, reading);
  };

  return (
    <ImportFrame
      title={t.title(file.file_name)}
      order={3}
      nothingSaved={t.nothingSaved}
      seen={seen}
      changedText={seen.changed.size > 0 ? counted(t.changed, seen.changed.size) : t.changedNothing}
      reason={answers > 0 ? null : reasonAgainst(preview)}
      saveLabel={isBusy ? t.saving : actionText}
      onSave={act}
      busyText={busyText}
      isBusy={isBusy}
      ways={ways}
      rows={<PaymentUploadReview seen={seen} decisions={decisions} onDecisions={onDecisions} />}
    >
      {same ? (
        <Alert color="blue" variant="light" mb="md">
          {t.sameFile(same.file_name, formatDateTime(same.created_at), same.created_by)}
        </Alert>
      ) : null}
      <NotTaken {...leftOf(file, plan.columns)} />
      <PaymentUploadTotals totals={totals} money={preview.money} />
      <PaymentUploadCurrency
        question={preview.currency}
        chosen={reading.currency}
        onChoose={(currency) => {
          rememberColumns(door, file.header, { currency });
          check(decisions, { currency });
        }}
      />
      <PaymentUploadDates dates={preview.dates} onOrder={(order) => check(decisions, { order })} />
      {open > 0 ? (
        <Alert color="orange" variant="light" mt="md">
          {counted(t.toDecide, open)}
        </Alert>
      ) : null}
    </ImportFrame>
  );
}
