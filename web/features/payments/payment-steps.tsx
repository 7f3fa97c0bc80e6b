import type { PaymentStep } from '@gurukul/contract/payments';
import { Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { officeZone } from '#web/lib/provider.ts';
import { formatAmount, formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { valueText } from '#web/texts/values.ts';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { paidWhen } from './paid-when.ts';
import classes from './payment-steps.module.css';

const t = paymentsTexts.single;

type Change = PaymentStep['changes'][number];

const fieldNames: Readonly<Record<string, string>> = t.fields;

function shown(field: string, value: string): string {
  if (value === '') return t.empty;
  if (field === 'amount') return formatAmount(value);
  if (field === 'status') return valueText('money', value);
  return field === 'created_at' ? paidWhen(value) : value;
}

const ChangeLine = ({ field, from, to }: Change) => (
  <li>
    <span className={classes.field}>{t.changeOf({ field: fieldNames[field] ?? field })}</span>
    <del>{shown(field, from)}</del> <IconArrowRight aria-hidden size={14} className={classes.arrow} />
    <VisuallyHidden>{t.becomes}</VisuallyHidden> <ins>{shown(field, to)}</ins>
  </li>
);

/** Only what is known of this step: a machine has no file, a file no key. */
const factsOf = ({ by, file_name, row, key_name, matched_by }: PaymentStep): Fact[] =>
  (
    [
      [t.by, by],
      [t.file, file_name],
      [t.row, typeof row === 'number' ? formatNumber(row) : null],
      [t.key, key_name],
      [t.matchedBy, matched_by ? t.grounds[matched_by] : null],
    ] as const
  ).filter(([, value]) => value);

function Step({ step }: { step: PaymentStep }) {
  const facts = factsOf(step);
  return (
    <li className={classes.step}>
      <Title order={3}>{t.steps[step.deed][step.source]}</Title>
      <Text c="dimmed" size="sm">
        <time dateTime={step.at}>{formatDateTime(step.at, officeZone())}</time>
      </Text>
      {facts.length > 0 ? (
        <div className={classes.facts}>
          <DescriptionList facts={facts} />
        </div>
      ) : null}
      {step.changes.length > 0 ? (
        <ul className={classes.changes} aria-label={t.changes}>
          {step.changes.map((change) => (
            <ChangeLine key={change.field} {...change} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Where a payment came from, then what changed it. */
export function PaymentSteps({ steps }: { steps: readonly PaymentStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps have no name, and new ones come behind the old
        <Step key={index} step={step} />
      ))}
    </ol>
  );
}
