import { paidStatus } from '@gurukul/contract/payments';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './money-status.module.css';

/** Green when the money is there, red for anything else; the word says which. */
export const MoneyStatus = ({ status }: { status: string }) => (
  <StatusBadge tone={status.toLowerCase() === paidStatus ? 'good' : 'bad'}>{status}</StatusBadge>
);

/** The list of tickets has its statuses on buttons that cannot be pressed. */
export const TicketStatus = ({ status }: { status: string }) => (
  <button type="button" disabled className={classes.button}>
    <MoneyStatus status={status} />
  </button>
);
