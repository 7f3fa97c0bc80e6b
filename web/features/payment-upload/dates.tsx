import {
  dateOrders,
  type DateOrder,
  type PaymentPreview,
} from '@gurukul/contract/shared/money/payment-preview';
import { Alert, NativeSelect } from '@mantine/core';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import classes from './rows.module.css';

const t = paymentUploadTexts.check.dates;

const options = dateOrders.map((order) => ({ value: order, label: t[order] }));

interface PaymentUploadDatesProps {
  dates: PaymentPreview['dates'];
  onOrder: (order: DateOrder) => void;
}

/** How 05/03/2026 is read, where the file has such dates: asked when nothing tells, and open to correction. */
export function PaymentUploadDates({ dates, onOrder }: PaymentUploadDatesProps) {
  const { order, decided_by, example } = dates;
  if (decided_by === 'not_needed') return null;
  return (
    <>
      {decided_by === 'default' ? (
        <Alert color="orange" variant="light" mt="md">
          {t.open(example ?? '')}
        </Alert>
      ) : null}
      <NativeSelect
        className={classes.filter}
        label={t.label}
        description={decided_by === 'default' ? undefined : t[decided_by]}
        inputWrapperOrder={['label', 'input', 'description']}
        data={options}
        value={order}
        onChange={(event) => {
          const chosen = dateOrders.find((each) => each === event.currentTarget.value);
          if (chosen) onOrder(chosen);
        }}
      />
    </>
  );
}
