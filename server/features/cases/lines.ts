import type { CaseLineState } from '@gurukul/contract/cases';
import { caseStates } from '@gurukul/contract/cases';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { date, int, object, oneOf, row, text } from '#server/db/columns.ts';
import { isHeld } from '#server/db/held-lines.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';

/*
 * What a list of lines needs to know about their cases: a join and a column. `db/held-lines.ts` has the conditions. See
 * docs/decisions/0075.
 */

/** Joins the case of a line, `x`, and who took it, `x_owner`. */
export const joinCase = (line: Sql): Sql => sql`
  left join cases x on x.line = ${line}
  left join people x_owner on x_owner.id = x.owner_id
`;

/** The case of a line as an object; null where nobody took it in hand. */
export const caseOfLine = sql`
  case
    when x.id is not null then json_build_object(
      'id', x.id,
      'owner', case
        when x_owner.id is not null then json_build_object('user_id', x_owner.id, 'fullname', x_owner.fullname)
      end,
      'due_on', x.due_on, 'quiet_until', x.quiet_until, 'state', x.state, 'version', x.version
    )
  end
`;

/** The columns of every line: its key, and its case. */
export const lineColumns = {
  line: text,
  case: object({
    id: int,
    owner: object({ user_id: int, fullname: text }).nullable(),
    due_on: date.nullable(),
    quiet_until: date.nullable(),
    state: oneOf(caseStates),
    version: int,
  }).nullable(),
};

const lineRow = row(lineColumns);

/** The lines of these that a list has, with their cases; for lines that no statement can join. */
export const listHeld = (db: Db, lines: readonly string[], held: CaseLineState | 'all') =>
  many(
    db,
    lineRow,
    sql`
      select l.line, ${caseOfLine} as "case"
      from unnest(${lines}::text[]) l (line)
      ${joinCase(sql`l.line`)}
      where ${held === 'all' ? sql`true` : isHeld(sql`l.line`, held)}
    `,
  );
