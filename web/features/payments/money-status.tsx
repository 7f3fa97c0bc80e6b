import { paidStatus } from '@gurukul/contract/payments';
import { valueText } from '#web/texts/values.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './money-status.module.css';

/** What payment services call money that may still come. */
const underWay: ReadonlySet<string> = new Set(['pending', 'created', 'authorized', 'processing']);

/** Green when the money is there, red for anything else, in outline while it may still come; the word says which. */
export const MoneyStatus = ({ status }: { status: string }) => {
  const known = status.toLowerCase();
  return (
    <StatusBadge tone={known === paidStatus ? 'good' : 'bad'} isOpen={underWay.has(known)}>
      {valueText('money', status)}
    </StatusBadge>
  );
};

/** The list of tickets has its statuses on buttons that cannot be pressed. */
export const TicketStatus = ({ status }: { status: string }) => (
  <button type="button" disabled className={classes.button}>
    <MoneyStatus status={status} />
  </button>
);
