import sql from 'sql-template-tag';
import { date, instant, int, list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { timesOf } from '#server/db/weekly-times.ts';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { nextMeeting, weeklySlot } from '#server/time/slots.ts';
import type { WeeklySlot } from '#server/time/slots.ts';
import { firstMeetingOf, readTermPrices } from './term-facts.ts';

/** The first meetings from a day on, as instants, so that a change of clocks before it counts. */
export const firstMeetings = (times: readonly WeeklySlot[], startDate: string): string[] =>
  times.map((slot) => nextMeeting(slot, new Date(`${startDate}T00:00:00Z`)));

type Asking = Pick<Ctx, 'db' | 'mail'>;

const classRow = row({
  teacher_id: int,
  course_name: text,
  start_date: date,
  class_name: text,
  times: list(weeklySlot),
});

/** One mail to each teacher, about all their classes; with `isAgain` about those not answered. Returns the number of mails. */
export async function tellTeachers(
  { db, mail }: Asking,
  courseId: number,
  secrets: ReadonlyMap<number, string>,
  { isAgain = false }: { readonly isAgain?: boolean } = {},
): Promise<number> {
  const classes = await many(
    db,
    classRow,
    sql`
      select a.teacher_id, c.course_name, c.start_date, k.class_name, ${timesOf(sql`k.id`)} as times
      from asked_teachers a
      join courses c on c.id = a.course_id
      join classes k on k.id = a.class_id
      where a.course_id = ${courseId} and (a.answer is null or not ${isAgain})
      order by k.class_name, k.id
    `,
  );
  const readers = await listMailReaders(db, sql`select unnest(${[...secrets.keys()]}::bigint[])`);
  const mails = readers.flatMap(({ person_id, email_id, fullname, timezone }): Mail[] => {
    const theirs = classes.filter(({ teacher_id }) => teacher_id === person_id);
    const [first] = theirs;
    if (first === undefined || email_id === '') return [];
    return [
      {
        kind: 'class_again',
        to: email_id,
        person_id,
        dedupeKey: `class_again:${courseId}:${person_id}${isAgain ? ':again' : ''}`,
        data: {
          fullname: oneLine(fullname),
          timezone: oneLine(timezone),
          secret: secrets.get(person_id)!,
          course_name: oneLine(first.course_name),
          starts_on: first.start_date,
          ...(isAgain && { is_again: true }),
          classes: theirs.map(({ class_name, times, start_date }) => ({
            class_name: oneLine(class_name),
            starts: firstMeetings(times, start_date),
            zones: times.map(({ zone }) => zone),
          })),
        },
      },
    ];
  });
  return mail.enqueueMany(db, mails, isAgain ? {} : { heldSeconds });
}

const placeRow = row({
  student_id: int,
  course_name: text,
  start_date: date,
  until: date,
  class_name: text.nullable(),
  times: list(weeklySlot),
  first_at: instant.nullable(),
});

const listPlaces = (db: Db, courseId: number) =>
  many(
    db,
    placeRow,
    sql`
      select o.student_id, c.course_name, c.start_date, o.until_date as until, k.class_name, ${timesOf(sql`k.id`)} as times,
        ${firstMeetingOf(sql`k.id`, sql`c.start_date`)} as first_at
      from continuations o
      join courses c on c.id = o.course_id
      left join classes k on k.id = o.class_id
      where o.course_id = ${courseId}
    `,
  );

/** Tells each student until when their place is kept, on their own clock. */
export async function tellStudents({ db, mail }: Asking, courseId: number): Promise<void> {
  const places = new Map((await listPlaces(db, courseId)).map((one) => [one.student_id, one]));
  const readers = await listMailReaders(db, sql`select unnest(${[...places.keys()]}::bigint[])`);
  const priceOf = await readTermPrices(db, [courseId], [...places.keys()]);
  const mails = readers.flatMap(({ person_id, email_id, fullname, timezone }): Mail[] => {
    if (email_id === '') return [];
    const { course_name, start_date, until, class_name, times, first_at } = places.get(person_id)!;
    const price = priceOf({ courseId, studentId: person_id });
    return [
      {
        kind: 'place_kept',
        to: email_id,
        person_id,
        dedupeKey: `place_kept:${courseId}:${person_id}`,
        data: {
          course_id: courseId,
          student_id: person_id,
          fullname: oneLine(fullname),
          timezone: oneLine(timezone),
          course_name: oneLine(course_name),
          class_name: oneLine(class_name ?? ''),
          starts_on: start_date,
          starts: firstMeetings(times, start_date),
          class_zone: times[0]?.zone ?? '',
          ...(first_at !== null && { first_at }),
          ...(price !== null && { price }),
          until,
        },
      },
    ];
  });
  await mail.enqueueMany(db, mails, { heldSeconds });
}
