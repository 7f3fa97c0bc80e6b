import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { instant, int, row, text } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import { testLink } from '#server/db/tests.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import type { TestNews } from '#server/channels/mail/templates/test.ts';
import { inLine } from '#server/plain.ts';

const toldRow = row({
  course_id: int,
  course_name: text,
  portion_name: text,
  student_id: int,
  student_name: text,
  examiner_id: int,
  examiner_name: text,
  starts_at: instant,
  ends_at: instant,
  join_link: text.nullable(),
  words: text,
  change: int,
});

const longest = 200;

/** How a test stood before it was moved. */
export interface TestBefore {
  readonly examiner_id: number;
  readonly starts_at: string;
  readonly ends_at: string;
}

/**
 * Writes to the family and to the examiner how a test stands, on the clocks of both; to an examiner who has it no more
 * that it is off. The family always hears of it, an examiner not of what they did themselves.
 */
export async function tellOfTest(
  { db, mail, by }: { readonly db: Db; readonly mail: Mailer; readonly by: number },
  testId: number,
  news: TestNews,
  before: TestBefore | null = null,
): Promise<void> {
  const test = await one(
    db,
    toldRow,
    sql`
      select x.course_id, c.course_name, o.name as portion_name, x.student_id, s.fullname as student_name,
        x.examiner_id, e.fullname as examiner_name, x.starts_at, x.ends_at, ${testLink} as join_link, x.words,
        current_change() as change
      from tests x
      join courses c on c.id = x.course_id
      join test_portions o on o.id = x.portion_id
      join people s on s.id = x.student_id
      join people e on e.id = x.examiner_id
      where x.id = ${testId}
    `,
  );
  const released = before !== null && before.examiner_id !== test.examiner_id ? before : null;
  const people = [test.student_id, test.examiner_id, ...(released === null ? [] : [released.examiner_id])];
  const readers = await listMailReaders(db, sql`select unnest(${people}::bigint[])`);
  const zoneOf = (id: number) => readers.find(({ person_id }) => person_id === id)?.timezone ?? null;
  const mails = readers.flatMap((reader): Mail[] => {
    const { person_id, email_id, fullname, timezone } = reader;
    const isFamily = person_id === test.student_id;
    if (email_id === '' || (!isFamily && person_id === by)) return [];
    const isReleased = person_id === released?.examiner_id;
    const { starts_at, ends_at } = isReleased ? released : test;
    const isMoved = news === 'moved' && before !== null && !isReleased && before.starts_at !== test.starts_at;
    return [
      {
        kind: 'test_news',
        to: email_id,
        dedupeKey: `test_news:${test.change}:${testId}:${person_id}`,
        person_id,
        course_id: test.course_id,
        data: {
          news: isReleased
            ? 'canceled'
            : news === 'moved' && !isFamily && released !== null
              ? 'booked'
              : news,
          is_family: isFamily,
          fullname: inLine(fullname, longest),
          timezone,
          other_zone: zoneOf(isFamily ? test.examiner_id : test.student_id),
          student_name: inLine(test.student_name, longest),
          examiner_name: inLine(test.examiner_name, longest),
          course_name: inLine(test.course_name, longest),
          portion_name: inLine(test.portion_name, longest),
          starts_at,
          ends_at,
          was: isMoved ? { starts_at: before.starts_at, ends_at: before.ends_at } : null,
          join_link: test.join_link,
          reason: news === 'canceled' ? inLine(test.words, longest) : '',
        },
      },
    ];
  });
  await mail.enqueueMany(db, mails);
}
