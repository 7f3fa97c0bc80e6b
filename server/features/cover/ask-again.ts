import sql from 'sql-template-tag';
import type pg from 'pg';
import { date, int, row } from '#server/db/columns.ts';
import { many, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import { askForNew } from './ask.ts';
import type { Asking } from './ask.ts';

const everyMs = 60_000;

const awayRow = row({ teacher_id: int, from: date, to: date });

/**
 * Asks for cover of the meetings that came onto a teacher's days away after these were entered: a day off was deleted, a
 * meeting was moved, added or put back, a class has another time or teacher. Returns how many.
 */
export const askAgain = (pool: pg.Pool, { mail, push }: Pick<Asking, 'mail' | 'push'>): Promise<number> =>
  inTransaction(pool, async (db) => {
    const all = await many(
      db,
      awayRow,
      sql`
        select w.teacher_id, greatest(w.from_date, current_date - 1) as from, w.until_date as to
        from away w
        join present_staff p on p.id = w.teacher_id
        where w.until_date >= current_date - 1
        order by w.teacher_id, w.from_date
      `,
    );
    let asked = 0;
    for (const { teacher_id: id, ...days } of all) {
      await run(
        db,
        sql`
          select set_config('gurukul.person', ${String(id)}, true),
            set_config('gurukul.call', 'cover.ask_cover', true), set_config('gurukul.change', '', true)
        `,
      );
      asked += await askForNew({ db, mail, push, person: { id, role: 'teacher' } }, days);
    }
    return asked;
  });

/** For meetings on days away. */
export const askAgainLook = (pool: pg.Pool, tools: Pick<Asking, 'mail' | 'push'>): Look => ({
  look: () => askAgain(pool, tools),
  everyMs,
  failure: 'no look for meetings on days away',
});
