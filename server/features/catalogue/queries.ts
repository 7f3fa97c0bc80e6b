import type { catalogue } from '@gurukul/contract/catalogue';
import { cataloguePageSize, cataloguePath } from '@gurukul/contract/catalogue';
import { courseDurations, defaultCourseImage, registrationStates } from '@gurukul/contract/courses';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { date, instant, int, list, money, object, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { escapeHtml } from '#server/html.ts';
import { wordsOfRichText } from '#server/http/answers/richtext.ts';
import { inLine } from '#server/plain.ts';
import { officeToday } from '#server/time/office-clock.ts';
import { weeklySlot } from '#server/time/slots.ts';
import { placesOf } from '../staff/places.ts';

/* What everybody may read of the published courses. No statement here reads people. */

export type OfferedCourse = CallOutput<typeof catalogue.get_catalogue>['data'][number];
export type OfferedClass = OfferedCourse['classes'][number];

const courseRow = row({
  id: int,
  course_name: text,
  course_image: text,
  course_duration: oneOf(courseDurations),
  start_date: date,
  comes_after: text.nullable(),
  reg_status: oneOf(registrationStates),
  course_description: text,
  what_we_learn: text,
  prices: list(object({ country_code: text, currency_code: text, amount: money })),
  topics: list(object({ week: int, topic_name: text })),
  total: int,
});

/** Published, there, and not over. */
const isOffered = sql`
  c.status = 'published' and c.deleted_at is null and course_end(c.start_date, c.course_duration) > ${officeToday}`;

const listCourses = (db: Db, which: Sql, page: number) =>
  many(
    db,
    courseRow,
    sql`
      select c.id, c.course_name, c.course_image, c.course_duration, c.start_date, c.reg_status, c.course_description,
        c.what_we_learn,
        (
          select b.course_name from courses b
          where b.id = c.level_after and b.status = 'published' and b.deleted_at is null
        ) as comes_after,
        (
          select coalesce(json_agg(json_build_object('country_code', p.country_code, 'currency_code', p.currency_code,
            'amount', p.price_value::text) order by p.position, p.id), '[]')
          from (
            select * from course_prices p
            where p.course_id = c.id and p.price_value is not null
            order by p.position, p.id
            limit 20
          ) p
        ) as prices,
        (
          select coalesce(json_agg(json_build_object('week', t.week_count, 'topic_name', t.topic_name)
            order by t.week_count, t.position, t.id), '[]')
          from (
            select * from topics t where t.course_id = c.id order by t.week_count, t.position, t.id limit 200
          ) t
        ) as topics,
        count(*) over ()::integer as total
      from courses c
      where ${isOffered} and ${which}
      order by lower(c.course_name), c.id
      limit ${cataloguePageSize} offset ${(page - 1) * cataloguePageSize}
    `,
  );

const classRow = row({
  id: int,
  course_id: int,
  class_name: text,
  slots: list(object({ ...weeklySlot.shape, minutes: int })),
  waiting: int,
  next_at: instant.nullable(),
});

const listClasses = (db: Db, courses: readonly number[]) =>
  many(
    db,
    classRow,
    sql`
      with next as (
        select m.class_id, min(m.starts_at) as at
        from courses c
        cross join lateral meetings_of(
          array(select k.id from classes k where k.course_id = c.id and k.deleted_at is null),
          greatest(current_date - 1, c.start_date), greatest(current_date, c.start_date) + 35
        ) m
        where c.id = any(${courses}::bigint[]) and m.state not in ('canceled', 'day_off') and m.starts_at > now()
        group by m.class_id
      )
      select k.id, k.course_id, k.class_name,
        (
          select coalesce(json_agg(json_build_object('class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'),
            'zone', s.time_zone, 'minutes', s.duration_minutes)
            order by array_position(
              array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], s.class_day
            ), s.local_time, s.id), '[]')
          from class_slots s
          where s.class_id = k.id and s.deleted_at is null
        ) as slots,
        (
          select count(*)::integer from enrolments e where e.waits_for_class_id = k.id and e.ended_on is null
        ) as waiting,
        next.at as next_at
      from classes k
      left join next on next.class_id = k.id
      where k.course_id = any(${courses}::bigint[]) and k.deleted_at is null
      order by k.class_name, k.id
    `,
  );

/** In characters. */
const longestSlug = 40;

const slugOf = ({ id, course_name }: Pick<RowOf<typeof courseRow>, 'id' | 'course_name'>): string => {
  const words = course_name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const shown = words.filter((_, at) => words.slice(0, at + 1).join('-').length <= longestSlug);
  return [id, ...shown].join('-');
};

/** In bytes: a page must stay small for phones. */
const longest = { description: 6000, learn: 4000, topics: 4000 };

/** Text that is too long is without its form, and cut. */
const bounded = (html: string, bytes: number): string =>
  Buffer.byteLength(html) <= bytes
    ? html
    : `<p>${escapeHtml(inLine(wordsOfRichText(html), Math.floor(bytes / 4)))}</p>`;

function boundedTopics(topics: OfferedCourse['topics']): OfferedCourse['topics'] {
  let bytes = 0;
  return topics.filter(({ topic_name }) => (bytes += Buffer.byteLength(topic_name)) <= longest.topics);
}

/** With its number, and those of its classes in their order. The catalogue itself shows neither. */
export interface NumberedCourse {
  readonly id: number;
  readonly classIds: readonly number[];
  readonly course: OfferedCourse;
}

async function offered(db: Db, { appUrl }: Pick<Config, 'appUrl'>, courses: RowOf<typeof courseRow>[]) {
  const classes = await listClasses(
    db,
    courses.map(({ id }) => id),
  );
  const places = await placesOf(
    db,
    classes.map(({ id }) => id),
  );
  return courses.map((found): NumberedCourse => {
    const { id, total: _, course_image: image, course_description, comes_after, ...shown } = found;
    const slug = slugOf(found);
    const own = classes.filter(({ course_id }) => course_id === id);
    const course: OfferedCourse = {
      ...shown,
      ...(comes_after !== null && { comes_after }),
      slug,
      url: `${appUrl}${cataloguePath}/${encodeURIComponent(slug)}`,
      image_url: image === defaultCourseImage || !image.startsWith('/files/') ? '' : `${appUrl}${image}`,
      description: bounded(course_description, longest.description),
      what_we_learn: bounded(found.what_we_learn, longest.learn),
      topics: boundedTopics(found.topics),
      classes: own.map((one) => {
        const free = places.free(one.id);
        return {
          class_name: one.class_name,
          slots: one.slots.map(({ zone, minutes, ...slot }) => ({
            ...slot,
            time_zone: zone,
            duration_minutes: minutes,
          })),
          next_at: one.next_at,
          free: free === null ? null : Math.max(0, free),
          waiting: one.waiting,
        };
      }),
    };
    return { id, classIds: own.map((one) => one.id), course };
  });
}

/** What is being read, by database and question. */
const running = new WeakMap<Db, Map<string, Promise<unknown>>>();

/**
 * Who asks while the same is being read gets its answer: however many strangers ask, each page is read by one of them at
 * a time.
 */
async function shared<T>(db: Db, question: string, read: () => Promise<T>): Promise<T> {
  const own = running.get(db) ?? new Map<string, Promise<unknown>>();
  running.set(db, own);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a question has one kind of answer
  const found = own.get(question) as Promise<T> | undefined;
  if (found !== undefined) return found;
  const reading = read().finally(() => own.delete(question));
  own.set(question, reading);
  return reading;
}

/** A page of the courses, counted from 1. */
export const listOffered = (db: Db, config: Pick<Config, 'appUrl'>, page: number) =>
  shared(db, `page ${page}`, () => readPage(db, config, page));

async function readPage(db: Db, config: Pick<Config, 'appUrl'>, page: number) {
  const courses = await listCourses(db, sql`true`, page);
  const numbered = await offered(db, config, courses);
  return { courses: numbered.map(({ course }) => course), total: courses[0]?.total ?? 0 };
}

/** The course of an address, whose words after the number may be older than its name. Null: no such course is offered. */
export async function findNumbered(
  db: Db,
  config: Pick<Config, 'appUrl'>,
  slug: string,
): Promise<NumberedCourse | null> {
  const id = /^(\d{1,15})(?:-|$)/.exec(slug)?.[1];
  if (id === undefined) return null;
  return shared(db, `course ${id}`, async () => {
    const courses = await listCourses(db, sql`c.id = ${Number(id)}`, 1);
    return (await offered(db, config, courses))[0] ?? null;
  });
}

export const findOffered = async (db: Db, config: Pick<Config, 'appUrl'>, slug: string) =>
  (await findNumbered(db, config, slug))?.course ?? null;
