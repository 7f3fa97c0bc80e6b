import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import type { Config } from '#server/config.ts';
import { bytes, int, row } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import { officeToday } from '#server/time/office-clock.ts';
import { storedSecret } from './asked-secret.ts';
import { tellTeachers } from './tell-term.ts';

const everyMs = 60 * 60_000;
/** In days, for a server that was off. The mails of these days stay, and so say what was written. */
const lateBy = 7;

const silentRow = row({ course_id: int, teacher_id: int, secret_hash: bytes });

/**
 * Asks teachers once more who have not answered about the next term: half way between the asking and the last day on
 * which places are kept, or the first day of the course where none is. Returns the number of new mails.
 */
export const remindOfTerms = (
  pool: pg.Pool,
  mail: Mailer,
  config: Pick<Config, 'secretKey'>,
): Promise<number> =>
  inTransaction(pool, async (tx) => {
    const silent = await many(
      tx,
      silentRow,
      sql`
        select distinct a.course_id, a.teacher_id, a.secret_hash
        from asked_teachers a
        join courses c on c.id = a.course_id and c.deleted_at is null
        cross join lateral (
          select c.created_at::date as asked_on, coalesce(max(o.until_date), c.start_date) as until
          from continuations o where o.course_id = c.id
        ) t
        where a.answer is null and ${officeToday} > t.asked_on and ${officeToday} <= t.until
          and ${officeToday} - (t.asked_on + (t.until - t.asked_on) / 2) between 0 and ${lateBy}::integer
        order by a.course_id, a.teacher_id
      `,
    );
    const byCourse = Map.groupBy(silent, ({ course_id }) => course_id);
    let written = 0;
    for (const [courseId, teachers] of byCourse) {
      const secrets = new Map(
        teachers.flatMap(({ teacher_id, secret_hash }) => {
          const secret = storedSecret(config, courseId, teacher_id, secret_hash);
          return secret === null ? [] : [[teacher_id, secret] as const];
        }),
      );
      // oxlint-disable-next-line no-await-in-loop -- few courses are half way on one day
      written += await tellTeachers({ db: tx, mail }, courseId, secrets, { isAgain: true });
    }
    return written;
  });

/** For teachers who have not answered about a next term. */
export const termsLook = (pool: pg.Pool, mailer: Mailer, config: Pick<Config, 'secretKey'>): Look => ({
  look: () => remindOfTerms(pool, mailer, config),
  everyMs,
  failure: 'no look for next terms',
});
