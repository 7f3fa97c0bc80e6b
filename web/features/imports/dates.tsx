import { dateOrders, type DateOrder, type DatesRead } from '@gurukul/contract/shared/written/date-order';
import { Alert, NativeSelect } from '@mantine/core';
import { importsTexts } from '#web/texts/imports.ts';

const t = importsTexts.dates;

const options = dateOrders.map((order) => ({ value: order, label: t[order] }));

interface ImportDatesProps {
  dates: DatesRead;
  onOrder: (order: DateOrder) => void;
}

/** How the dates of a file are read: asked where nothing tells, and open to correction. */
export function ImportDates({ dates, onOrder }: ImportDatesProps) {
  const { order, decided_by, example } = dates;
  if (decided_by === 'not_needed') return null;
  const isAsked = decided_by === 'default' || decided_by === 'open';
  return (
    <>
      {isAsked ? (
        <Alert color="orange" variant="light" mt="md">
          {decided_by === 'open' ? t.turned({ example: example ?? '' }) : t.open({ example: example ?? '' })}
        </Alert>
      ) : null}
      <NativeSelect
        maw="20rem"
        mt="md"
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
