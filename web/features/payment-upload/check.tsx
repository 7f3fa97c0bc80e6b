import { paymentUpload, type PaymentResolution } from '@gurukul/contract/payment-upload';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import type { PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import { Alert } from '@mantine/core';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import type { TableFile } from '#web/lib/files/table.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { leftOf } from '../imports/column-step.tsx';
import { ImportDates } from '../imports/dates.tsx';
import { ImportCheck } from '../imports/import-check.tsx';
import { NotTaken } from '../imports/not-taken.tsx';
import { rememberColumns } from '../imports/remembered-columns.ts';
import { PaymentUploadCurrency } from './currency.tsx';
import type { UploadResult } from './done.tsx';
import { PaymentUploadRows } from './rows.tsx';
import { PaymentUploadTotals } from './totals.tsx';
import { aboutUpload, useUploadUndo } from './undo.ts';
import { decidedSince, resolutionsOf, rowsChanged, type Decisions } from './choices.ts';
import { uploadRowsOf } from './columns.ts';
import { door, type UploadPlan } from './file.ts';

const t = paymentUploadTexts.check;

const counted = (text: (given: { readonly count: number }) => string, count: number) => text({ count });

/** Why nothing can be saved; null when something can. */
function reasonAgainst({ totals }: PaymentPreview) {
  if (totals.created + totals.updated > 0) return null;
  return totals.rejected > 0 ? t.allProblems : t.nothingToSave;
}

type PaymentQuestion = CallInput<typeof paymentUpload.payments_preview> & {
  readonly resolutions: PaymentResolution[];
};
/** How the whole file is read. */
export type Reading = Pick<PaymentQuestion, 'date_order' | 'currency'>;

interface PaymentUploadCheckProps {
  file: TableFile;
  plan: UploadPlan;
  decisions: Decisions;
  onDecisions: (decisions: Decisions) => void;
  /** As it was read before somebody came back here. */
  reading: Reading;
  onReading: (reading: Reading) => void;
  onDone: (result: UploadResult) => void;
  onColumns: () => void;
  /** Takes the rows that only seemed to add up others. */
  onPutBack: () => void;
  onOther: () => void;
}

/** Step 3: what every row would do. */
export function PaymentUploadCheck(props: PaymentUploadCheckProps) {
  const { file, plan, decisions, onDecisions } = props;
  const { file_name } = file;
  const saving = useAction(paymentUpload.payments);
  const { undo } = useUploadUndo();
  return (
    <ImportCheck
      call={paymentUpload.payments_preview}
      question={(): PaymentQuestion => ({
        file_name,
        rows: uploadRowsOf(plan.columns, file.header, file.lines),
        course_id: plan.courseId === '' ? undefined : Number(plan.courseId),
        currency: plan.currency || undefined,
        ...props.reading,
        resolutions: resolutionsOf(decisions),
      })}
      onSay={({ date_order, currency }) => props.onReading({ date_order, currency })}
      save={(input, digest) => saving.run({ ...input, confirm: true, digest })}
      isSaving={saving.isPending}
      onSaved={({ data }) => {
        const { import_id: id } = data;
        const text = paymentUploadTexts.done.success;
        if (id === null) toast.success(text);
        else toast.undoable({ text, about: aboutUpload(id), undo: () => void undo({ id, file_name }) });
        props.onDone({ file_name, ...data });
      }}
      checkingText={t.checking({ count: file.lines.length })}
      onColumns={props.onColumns}
      onOther={async () => {
        if (decisions.size === 0 || (await confirm(t.leave.text, { title: t.leave.title }))) props.onOther();
      }}
    >
      {({ input, preview, before, check }) => {
        const { totals, same_file: same } = preview;
        const changed = new Set(before ? rowsChanged(before.rows, preview.rows) : []);
        const open = preview.rows.filter((row) => row.choose && !decisions.has(row.row)).length;
        const answers = decidedSince(input.resolutions, decisions);
        const say = (reading: Reading = {}) => check({ ...reading, resolutions: resolutionsOf(decisions) });
        return {
          title: importsTexts.checkTitle({ file: file_name }),
          changedText: changed.size > 0 ? counted(t.changed, changed.size) : t.changedNothing,
          reason: answers > 0 ? null : reasonAgainst(preview),
          saveLabel:
            answers > 0 ? counted(t.recheck, answers) : counted(t.save, totals.created + totals.updated),
          onAct: answers > 0 ? () => say() : undefined,
          about: (
            <>
              {same ? (
                <Alert color="blue" variant="light" mb="md">
                  {t.sameFile({
                    file: same.file_name,
                    date: formatDateTime(same.created_at),
                    by: same.created_by,
                  })}
                </Alert>
              ) : null}
              <PaymentUploadTotals {...preview} />
              <NotTaken {...leftOf(file, plan.columns)} onPutBack={props.onPutBack} />
              <PaymentUploadCurrency
                question={preview.currency}
                chosen={input.currency ?? ''}
                onChoose={(currency) => {
                  rememberColumns(door, file.header, { currency });
                  say({ currency: currency || undefined });
                }}
              />
              <ImportDates dates={preview.dates} onOrder={(order) => say({ date_order: order })} />
              {open > 0 ? (
                <Alert color="orange" variant="light" mt="md">
                  {counted(t.toDecide, open)}
                </Alert>
              ) : null}
            </>
          ),
          rows: (
            <PaymentUploadRows
              rows={preview.rows}
              changed={changed}
              decisions={decisions}
              onDecisions={onDecisions}
            />
          ),
        };
      }}
    </ImportCheck>
  );
}
