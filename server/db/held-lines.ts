import type { CaseLineState } from '@gurukul/contract/cases';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/* Which lines of Today wait, by their cases. See docs/decisions/0075. */

/** Today shows a line that is put off again on that day, by the calendar of Kolkata. */
const isPutOff = sql`(x.quiet_until > today_in_kolkata()) is true`;

/** Condition on `cases x`. `open`: nobody dismissed it, is done with it, or put it off until later. */
export const isInState: Readonly<Record<CaseLineState, Sql>> = {
  open: sql`(x.state = 'open' and not ${isPutOff})`,
  put_off: sql`(x.state = 'open' and ${isPutOff})`,
  closed: sql`x.state <> 'open'`,
};

const heldLines = (which: Sql): Sql => sql`
  select x.line from cases x where x.gone_at is null and ${which}
`;

/** Condition on the key of a line: its case is closed, or put off. */
export const isPutAside = (line: Sql): Sql => sql`${line} in (${heldLines(sql`not ${isInState.open}`)})`;

/** Condition on the key of a line. The lists of lines are few, so each is read once and hashed. */
export const isHeld = (line: Sql, held: CaseLineState): Sql =>
  held === 'open' ? sql`(${isPutAside(line)}) is not true` : sql`${line} in (${heldLines(isInState[held])})`;
