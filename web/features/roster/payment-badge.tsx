import type { PaymentStatus } from '@gurukul/contract/students';
import { peopleTexts } from '#web/texts/people.ts';
import { valueText } from '#web/texts/values.ts';
import { Hint } from '#web/ui/feedback/hint.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './payment-badge.module.css';
import { paymentTones } from './status-tones.ts';

interface PaymentBadgeProps {
  status: PaymentStatus;
  /** Somebody chose it, and it does not follow from the ledger. */
  isByHand?: boolean | undefined;
}

/** A payment status, and whether it was set by hand. */
export const PaymentBadge = ({ status, isByHand = false }: PaymentBadgeProps) => (
  <span className={classes.both}>
    <StatusBadge tone={paymentTones[status]}>{valueText('payment', status)}</StatusBadge>
    {isByHand ? (
      <Hint label={peopleTexts.byHandHint}>
        <small className={classes.hand}>{peopleTexts.byHand}</small>
      </Hint>
    ) : null}
  </span>
);
