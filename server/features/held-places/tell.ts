import type { PortalLanguage } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import type {
  RegisteredLearner,
  RegistrationNewsData,
} from '#server/channels/mail/templates/registration.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { bool, date, int, list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';
import { timesOf } from '#server/db/weekly-times.ts';
import { officeToday } from '#server/time/office-clock.ts';
import { nextMeeting, weeklySlot } from '#server/time/slots.ts';

/* Mails to who registered learners. */

const placeRow = row({
  student_id: int,
  is_waiting: bool,
  is_held: bool,
  class_name: text,
  slots: list(weeklySlot),
});

/** The present class of each of these students in a course, or the one they wait for. */
const placesIn = (db: Db, courseId: number, students: readonly number[]) =>
  many(
    db,
    placeRow,
    sql`
      select e.student_id, e.class_id is null as is_waiting, e.class_id is null and h.class_id is not null as is_held,
        k.class_name, ${timesOf(sql`k.id`)} as slots
      from enrolments e
      left join lateral (
        select r.class_id from registrations r
        where r.student_id = e.student_id and r.course_id = e.course_id and r.held_until > now() and r.decided_at is null
        limit 1
      ) h on true
      join classes k on k.id = coalesce(e.class_id, e.waits_for_class_id, h.class_id) and k.deleted_at is null
      where e.course_id = ${courseId} and e.student_id = any(${students}::bigint[]) and e.ended_on is null
    `,
  );

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
  const ids = learners.flatMap(({ studentId }) => studentId ?? []);
  const places = new Map((await placesIn(tx, courseId, ids)).map((place) => [place.student_id, place]));
  const now = new Date();
  const become = ({ learner, studentId }: ToldLearner): RegisteredLearner => {
    const name = oneLine(learner.name);
    const place = studentId === null ? undefined : places.get(studentId);
    if (news === 'refused' || place === undefined) {
      return { name, state: news === 'refused' ? 'refused' : 'office', class_name: '', weeks: [] };
    }
    const weeks = [...Map.groupBy(place.slots, ({ zone }) => zone)].map(([zone, slots]) => ({
      zone,
      starts: slots.map((slot) => nextMeeting(slot, now)),
    }));
    const state = place.is_held ? 'held' : place.is_waiting ? 'waiting' : 'placed';
    return { name, state, class_name: oneLine(place.class_name), weeks };
  };
  const written: Mail = {
    kind: 'registration_news',
    to: mailbox,
    dedupeKey: key,
    data: {
      language,
      news,
      course_name: oneLine(course.course_name),
      starts_on: course.starts_on,
      learners: learners.map(become),
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
