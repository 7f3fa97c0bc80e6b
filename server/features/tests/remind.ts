import type pg from 'pg';
import { inTransaction } from '#server/db/tx.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { unwritten } from '#server/channels/mail/queries.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { readTestReminders } from '#server/channels/mail/test-reminders.ts';
import type { TestReminder } from '#server/channels/mail/test-reminders.ts';
import type { Look } from '#server/jobs/look-in-background.ts';

const everyMs = 60_000;

const mailOf = ({ course_id, to, data }: TestReminder): Mail => ({
  kind: 'test_reminder',
  to: to.email_id,
  person_id: to.person_id,
  course_id,
  dedupeKey: `test_reminder:${data.which}:${data.test_id}:${data.starts_at}`,
  data,
});

/** Writes the reminders of tests that are due and not written yet. Returns the number of new mails. */
export const remindOfTests = (pool: pg.Pool, mailer: Mailer, now = new Date()): Promise<number> =>
  inTransaction(pool, async (tx) => {
    const mails = (await readTestReminders(tx, now)).map(mailOf);
    return mailer.enqueueMany(tx, await unwritten(tx, mails, ({ dedupeKey }) => dedupeKey));
  });

/** For reminders of tests. */
export const testsLook = (pool: pg.Pool, mailer: Mailer): Look => ({
  look: () => remindOfTests(pool, mailer),
  everyMs,
  failure: 'no look for reminders of tests',
});
