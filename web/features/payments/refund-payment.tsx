import {
  payments,
  refundKinds,
  refundedCharges,
  type PaymentDetail,
  type RefundKind,
  type RefundedCharge,
} from '@gurukul/contract/payments';
import { fromMils, isNothing, sumOf, toMils } from '@gurukul/contract/shared/money/money';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError, refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatMoney } from '#web/lib/format/format.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { officeDayOf } from './paid-when.ts';
import { readTypedAmount } from './read-amount.ts';

const t = paymentByHandTexts;

interface ActionProps {
  payment: PaymentDetail;
  isOpen: boolean;
  onClose: () => void;
}

/** What can still go back of a share, or of the whole payment. */
function leftOf({ shares, left, currency }: PaymentDetail, shareId: string): string {
  const share = shares.find(({ share_id }) => String(share_id) === shareId);
  return share ? fromMils(toMils(share.amount) - toMils(share.refunded), currency) : left;
}

/** Whose money goes back. */
const whoseOf = ({ shares, student }: PaymentDetail, shareId: string) =>
  shares.find(({ share_id }) => String(share_id) === shareId) ?? student;

const isAmount = ({ amount }: Fields, whole: string, { currency }: PaymentDetail) => {
  const read = readTypedAmount(amount, currency ?? '');
  return read.problem === null && toMils(read.amount) === toMils(whole);
};

/** What a cancel takes beside what goes back: the parts that nobody paid, once all that came has gone back. */
function alsoCanceled(payment: PaymentDetail, fields: Fields): string | null {
  const ledger = whoseOf(payment, fields.share_id)?.ledger;
  return ledger && !isNothing(ledger.open) && isAmount(fields, ledger.kept, payment)
    ? fromMils(toMils(ledger.open), payment.currency)
    : null;
}

/** Whether what goes back is asked for again: not if it is all and nothing else is open, or the student has left. */
function usualCharge(payment: PaymentDetail, fields: Fields): RefundedCharge {
  if (fields.kind === 'dispute') return 'due';
  if (whoseOf(payment, fields.share_id)?.has_left) return 'cancel';
  const isAll = isAmount(fields, leftOf(payment, fields.share_id), payment);
  return isAll && alsoCanceled(payment, fields) === null ? 'cancel' : 'due';
}

const isKind = (text: string): text is RefundKind => refundKinds.some((kind) => kind === text);

interface Fields {
  share_id: string;
  amount: string;
  kind: RefundKind;
  reason: string;
  refunded_at: string;
  reference: string;
  /** Null: the usual one. */
  charge: RefundedCharge | null;
}

function RefundForm({ payment, onClose }: Omit<ActionProps, 'isOpen'>) {
  const { id, currency, shares, full_name } = payment;
  const money = currency ?? '';
  const [today] = useState(() => officeDayOf(Date.now()));
  const action = useAction(payments.refund_payment);
  const [refusal, setRefusal] = useState('');
  const isShared = shares.length > 0;
  const form = useForm<Fields>({
    initialValues: {
      share_id: '',
      amount: isShared ? '' : payment.left,
      kind: 'refund',
      reason: '',
      refunded_at: today,
      reference: '',
      charge: null,
    },
    validate: (fields) => {
      const read = readTypedAmount(fields.amount, money);
      const left = leftOf(payment, fields.share_id);
      const isAbove = read.problem === null && toMils(read.amount) > toMils(left);
      return {
        share_id: isShared && fields.share_id === '' ? t.refund.shareMissing : null,
        amount: isAbove ? t.refund.above({ amount: formatMoney(left, currency) }) : read.problem,
        reason: fields.reason.trim() === '' ? t.reasonMissing : null,
        refunded_at: fields.refunded_at === '' ? t.dayMissing : null,
      };
    },
  });
  const { values } = form;
  const isCharged = payment.kind === 'fee' && (isShared || payment.student !== null);
  const chargeOf = (fields: Fields) => (isCharged ? (fields.charge ?? usualCharge(payment, fields)) : 'due');
  const others = alsoCanceled(payment, values);
  const save = async (fields: Fields) => {
    setRefusal('');
    const read = readTypedAmount(fields.amount, money);
    if (read.problem !== null) return;
    const { amount } = read;
    try {
      const answer = await action.run({ ...fields, id, amount, charge: chargeOf(fields) });
      tellDone(answer, t.refund.done({ amount: formatMoney(amount, currency) }), {
        kind: 'changed',
        what: full_name,
      });
      onClose();
    } catch (error) {
      const problems = error instanceof ApiError ? error.problems : {};
      form.setErrors(problems);
      if (Object.keys(problems).length === 0) setRefusal(refusalOf(error));
    }
  };
  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void save(fields))}
      submitLabel={t.refund.submit}
      busyLabel={t.refund.busy}
      isPending={action.isPending}
      error={refusal}
    >
      <Text>
        {t.refund.left({
          amount: formatMoney(sumOf([leftOf(payment, values.share_id)], currency), currency),
        })}
      </Text>
      {isShared ? (
        <NativeSelect
          {...form.getInputProps('share_id')}
          label={t.refund.share}
          data={[
            { value: '', label: t.refund.chooseShare },
            ...shares.map(({ share_id, fullname, course_name }) => ({
              value: String(share_id),
              label: `${fullname}, ${course_name}`,
            })),
          ]}
          required
        />
      ) : null}
      <FieldRow>
        <TextInput
          {...form.getInputProps('amount')}
          label={currency === null ? t.amount : `${t.amount} (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          data-autofocus
          required
        />
        <DateField
          {...form.getInputProps('refunded_at')}
          value={values.refunded_at}
          label={t.refund.day}
          max={today}
          required
        />
      </FieldRow>
      <NativeSelect
        {...form.getInputProps('kind')}
        label={t.refund.kind}
        data={refundKinds.map((value) => ({ value, label: t.refund.kinds[value] }))}
        onChange={({ currentTarget: { value } }) => {
          if (isKind(value)) form.setFieldValue('kind', value);
        }}
      />
      {isCharged ? (
        <NativeSelect
          label={t.refund.charge}
          data={refundedCharges.map((value) => ({
            value,
            label:
              value === 'cancel' && others !== null
                ? t.refund.cancelAll({ open: formatMoney(others, currency) })
                : t.refund.charges[value],
          }))}
          value={chargeOf(values)}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('charge', refundedCharges.find((one) => one === value) ?? null)
          }
        />
      ) : null}
      <TextInput {...form.getInputProps('reason')} label={t.reason} maxLength={300} required />
      <TextInput {...form.getInputProps('reference')} label={t.refund.reference} maxLength={100} />
    </FormShell>
  );
}

/** Writes down that money went back: at most what is left. */
export function RefundPayment({ payment, isOpen, onClose }: ActionProps) {
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t.refund.title({ paymentId: payment.payment_id })}
      closeOnClickOutside={false}
    >
      <RefundForm payment={payment} onClose={onClose} />
    </Dialog>
  );
}
