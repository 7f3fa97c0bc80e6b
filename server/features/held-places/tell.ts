import type { PortalLanguage } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { becomeOf } from '#server/channels/mail/registered.ts';
import type { RegistrationNewsData } from '#server/channels/mail/templates/registration.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { date, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one } from '#server/db/rows.ts';
import { officeToday } from '#server/time/office-clock.ts';

/* Mails to who registered learners. */

const courseRow = row({ course_name: text, starts_on: date.nullable() });

interface Told {
  readonly courseId: number;
  readonly mailbox: string;
  readonly language: PortalLanguage;
  /** Names the mail. */
  readonly key: string;
  readonly news?: RegistrationNewsData['news'];
  readonly reason?: string;
  /** Of each learner. */
  readonly price?: RegistrationNewsData['price'];
  /** How long it waits, so that an Undo can withdraw it. */
  readonly heldSeconds?: number;
}

interface ToldLearner {
  readonly learner: { readonly name: string };
  readonly studentId: number | null;
}

/** Says to a family what becomes of its learners, as it is now. */
export async function tellFamily(
  tx: Db,
  mail: Mailer,
  { courseId, mailbox, language, key, news = 'asked', reason = '', price = null, heldSeconds }: Told,
  learners: readonly ToldLearner[],
): Promise<void> {
  const course = await one(
    tx,
    courseRow,
    sql`
      select c.course_name, case when c.start_date > ${officeToday} then c.start_date end as starts_on
      from courses c where c.id = ${courseId}
    `,
  );
  const written: Mail = {
    kind: 'registration_news',
    to: mailbox,
    dedupeKey: key,
    data: {
      language,
      news,
      course_name: oneLine(course.course_name),
      starts_on: course.starts_on,
      course_id: courseId,
      learners: await becomeOf(tx, {
        courseId,
        news,
        learners: learners.map(({ learner: { name }, studentId }) => ({ name, studentId })),
      }),
      reason,
      price,
    },
  };
  if (heldSeconds === undefined) await mail.enqueue(tx, written);
  else await mail.enqueueMany(tx, [written], { heldSeconds });
}

interface Registered {
  readonly course_id: number;
  readonly email_id: string;
  readonly page_language: PortalLanguage;
  readonly learner_name: string;
  readonly student_id: number | null;
}

/** The same about registrations: one mail to each family and course. `key` names the mails. Returns their number. */
export async function tellFamilies(
  tx: Db,
  mail: Mailer,
  { key, ...told }: Pick<Told, 'key' | 'news' | 'reason' | 'heldSeconds'>,
  registered: readonly Registered[],
): Promise<number> {
  const families = Map.groupBy(registered, ({ course_id, email_id }) => `${course_id} ${email_id}`);
  for (const [family, own] of families) {
    const { course_id: courseId, email_id: mailbox, page_language: language } = own[0]!;
    await tellFamily(
      tx,
      mail,
      { ...told, courseId, mailbox, language, key: `${key}:${family}` },
      own.map(({ learner_name: name, student_id: studentId }) => ({ learner: { name }, studentId })),
    );
  }
  return families.size;
}
