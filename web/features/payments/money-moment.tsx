import classes from './money-columns.module.css';
import { paidWhen } from './paid-when.ts';

/** When it was paid, on the office's clock. */
export function MoneyMoment({ instant }: { instant: string }) {
  const [day, ...time] = paidWhen(instant).split(' ');
  return (
    <>
      <span className={classes.line}>{day}</span> <span className={classes.line}>{time.join(' ')}</span>
    </>
  );
}
