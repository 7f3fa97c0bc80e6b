import type { PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import { dateOrders, type DateOrder } from '@gurukul/contract/shared/written/date-order';
import { Alert, NativeSelect } from '@mantine/core';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import classes from './rows.module.css';

const t = paymentUploadTexts.check.dates;

const options = dateOrders.map((order) => ({ value: order, label: t[order] }));

interface PaymentUploadDatesProps {
  dates: PaymentPreview['dates'];
  onOrder: (order: DateOrder) => void;
}

/** How the dates of a file are read: asked where nothing tells, and open to correction. */
export function PaymentUploadDates({ dates, onOrder }: PaymentUploadDatesProps) {
  const { order, decided_by, example } = dates;
  if (decided_by === 'not_needed') return null;
  const isAsked = decided_by === 'default' || decided_by === 'open';
  return (
    <>
      {isAsked ? (
        <Alert color="orange" variant="light" mt="md">
          {decided_by === 'open' ? t.turned(example ?? '') : t.open(example ?? '')}
        </Alert>
      ) : null}
      <NativeSelect
        className={classes.filter}
        label={t.label}
        description={isAsked ? undefined : t[decided_by]}
        inputWrapperOrder={['label', 'input', 'description']}
        data={decided_by === 'open' ? [{ value: '', label: t.choose, disabled: true }, ...options] : options}
        value={decided_by === 'open' ? '' : order}
        onChange={(event) => {
          const chosen = dateOrders.find((each) => each === event.currentTarget.value);
          if (chosen) onOrder(chosen);
        }}
      />
    </>
  );
}
