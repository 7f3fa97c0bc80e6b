import { officeZone } from '#web/lib/constants.ts';
import { formatDateTime } from '#web/lib/format.ts';
import classes from './money-columns.module.css';

/** When it was paid, on the office's clock. */
export function MoneyMoment({ instant }: { instant: string }) {
  const [day, ...time] = formatDateTime(instant, officeZone).split(' ');
  return (
    <span className={classes.moment}>
      <span>{day}</span> <span>{time.join(' ')}</span>
    </span>
  );
}
