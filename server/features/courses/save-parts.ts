import { said } from '@gurukul/contract/shared/words/messages';
import type { GlimpseChange, PriceChange, TopicChange } from '@gurukul/contract/courses';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { int, row, text } from '../../db/columns.ts';
import { many, one, run } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { sanitizeRichText } from '../../http/answers/richtext.ts';
import { nextSlice } from '../../slices.ts';
import { assertKnownFile } from '../files/known-file.ts';
import type { Arranged, StoredPlace } from './arrange.ts';
import { arrange, storedPlace } from './arrange.ts';

/*
 * Saves the rows below a course. The course is locked, so nobody else changes them meanwhile. Every statement still
 * names the course beside the row. Removals come first, because other rows may take over their values.
 */

type Part = 'course_prices' | 'glimpses' | 'topics';

async function removeAndMove(db: Db, part: Part, courseId: number, { removed, others }: Arranged<unknown>) {
  if (removed.length > 0) {
    await run(
      db,
      sql`
        delete from ${raw(part)}
        where course_id = ${courseId}
          and id = any(${removed}::bigint[])
      `,
    );
  }
  await run(
    db,
    sql`
      update ${raw(part)} r
      set position = m.position
      from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as m (id bigint, position integer)
      where r.id = m.id
        and r.course_id = ${courseId}
        and r.position <> m.position
    `,
  );
}

const oneGroup = 0;

export async function savePrices(db: Db, courseId: number, changes: readonly PriceChange[]): Promise<void> {
  if (changes.length === 0) return;
  const stored = await many(
    db,
    storedPlace,
    sql`
      select id, 0 as "group"
      from course_prices
      where course_id = ${courseId}
      order by position, id
    `,
  );
  const arranged = arrange(
    stored,
    changes.map((price) => ({ ...price, group: oneGroup })),
  );
  await removeAndMove(db, 'course_prices', courseId, arranged);
  await run(
    db,
    sql`
      update course_prices p
      set country_name = e.country_name,
        country_code = e.country_code,
        currency_code = e.currency_code,
        price_value = nullif(e.price_value, '')::numeric,
        position = e.position
      from jsonb_to_recordset(${JSON.stringify(arranged.edited)}::jsonb) as e (
        id bigint, country_name text, country_code text, currency_code text, price_value text, position integer
      )
      where p.id = e.id
        and p.course_id = ${courseId}
    `,
  );
  await run(
    db,
    sql`
      insert into course_prices (course_id, country_name, country_code, currency_code, price_value, position)
      select
        ${courseId}, a.country_name, a.country_code, a.currency_code, nullif(a.price_value, '')::numeric, a.position
      from jsonb_to_recordset(${JSON.stringify(arranged.added)}::jsonb) as a (
        country_name text, country_code text, currency_code text, price_value text, position integer
      )
      order by a.position
    `,
  );
}

const glimpsesRow = storedPlace.extend({ glimpse_image: text });

export async function saveGlimpses(
  db: Db,
  person: Person,
  courseId: number,
  changes: readonly GlimpseChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const stored = await many(
    db,
    glimpsesRow,
    sql`
      select id, 0 as "group", glimpse_image
      from glimpses
      where course_id = ${courseId}
      order by position, id
    `,
  );
  const arranged = arrange(
    stored,
    changes.map((glimpse) => ({ ...glimpse, id: glimpse.glimpse_id, group: oneGroup })),
  );
  const current = stored.map(({ glimpse_image }) => glimpse_image);
  const clean = async <G extends GlimpseChange>(glimpse: G) => ({
    ...glimpse,
    glimpse_description: sanitizeRichText(glimpse.glimpse_description),
    glimpse_image: await assertKnownFile(db, person, glimpse.glimpse_image, 'glimpse_image', { current }),
  });
  const edited = await oneAfterAnother(arranged.edited, clean);
  const added = await oneAfterAnother(arranged.added, clean);

  await removeAndMove(db, 'glimpses', courseId, arranged);
  await run(
    db,
    sql`
      update glimpses g
      set glimpse_name = e.glimpse_name,
        glimpse_description = e.glimpse_description,
        glimpse_image = e.glimpse_image,
        position = e.position
      from jsonb_to_recordset(${JSON.stringify(edited)}::jsonb) as e (
        id bigint, glimpse_name text, glimpse_description text, glimpse_image text, position integer
      )
      where g.id = e.id
        and g.course_id = ${courseId}
    `,
  );
  await run(
    db,
    sql`
      insert into glimpses (course_id, glimpse_name, glimpse_description, glimpse_image, position)
      select ${courseId}, a.glimpse_name, a.glimpse_description, a.glimpse_image, a.position
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as a (
        glimpse_name text, glimpse_description text, glimpse_image text, position integer
      )
      order by a.position
    `,
  );
}

const topicsRow = storedPlace.extend({ pdf: text });

export async function saveTopics(
  db: Db,
  person: Person,
  courseId: number,
  changes: readonly TopicChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const stored = await many(
    db,
    topicsRow,
    sql`
      select id, week_count as "group", pdf
      from topics
      where course_id = ${courseId}
      order by week_count, position, id
    `,
  );
  const arranged = arrange(
    stored,
    changes.map((topic) => ({ ...topic, id: topic.topic_id, group: topic.weekCount })),
  );
  await refuseWeeksOutside(db, courseId, stored, [...arranged.edited, ...arranged.added]);
  const current = stored.map(({ pdf }) => pdf);
  const clean = async <T extends TopicChange>(topic: T) => {
    const pdf = await assertKnownFile(db, person, topic.pdf, 'topic_pdf', { current });
    // A name without a file would promise a document that does not exist.
    return { ...topic, pdf, pdfName: pdf === '' ? '' : topic.pdfName };
  };
  const edited = await oneAfterAnother(arranged.edited, clean);
  const added = await oneAfterAnother(arranged.added, clean);

  await removeAndMove(db, 'topics', courseId, arranged);
  await run(
    db,
    sql`
      update topics t
      set week_count = e."weekCount",
        topic_name = e."topicName",
        video = e.video,
        homework = e.homework,
        pdf = e.pdf,
        pdf_name = e."pdfName",
        position = e.position
      from jsonb_to_recordset(${JSON.stringify(edited)}::jsonb) as e (
        id bigint, "weekCount" integer, "topicName" text, video text, homework boolean, pdf text, "pdfName" text,
        position integer
      )
      where t.id = e.id
        and t.course_id = ${courseId}
    `,
  );
  await run(
    db,
    sql`
      insert into topics (course_id, week_count, topic_name, video, homework, pdf, pdf_name, position)
      select ${courseId}, a."weekCount", a."topicName", a.video, a.homework, a.pdf, a."pdfName", a.position
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as a (
        "weekCount" integer, "topicName" text, video text, homework boolean, pdf text, "pdfName" text,
        position integer
      )
      order by a."weekCount", a.position
    `,
  );
}

const weeksRow = row({ weeks: int });

/** A topic after the end of a course that became shorter may stay there. No other topic may go there. */
async function refuseWeeksOutside(
  db: Db,
  courseId: number,
  stored: readonly StoredPlace[],
  changes: readonly Pick<TopicChange, 'topic_id' | 'weekCount'>[],
): Promise<void> {
  const { weeks } = await one(
    db,
    weeksRow,
    sql`select count(*)::integer as weeks from course_weeks where course_id = ${courseId}`,
  );
  const weekOf = new Map(stored.map(({ id, group }) => [id, group]));
  const isOutside = ({ topic_id, weekCount }: Pick<TopicChange, 'topic_id' | 'weekCount'>) =>
    weekCount > weeks && (topic_id === null || weekOf.get(topic_id) !== weekCount);
  if (!changes.some(isOutside)) return;
  throw fail('bad_input', { details: { total_topics: said('few_weeks', { weeks }) } });
}

/** One after the other, because a transaction has a single connection. Cleaning a text takes time. */
async function oneAfterAnother<In, Out>(
  rows: readonly In[],
  work: (row: In) => Promise<Out>,
): Promise<Out[]> {
  const done: Out[] = [];
  for (const row of rows) {
    await nextSlice();
    done.push(await work(row));
  }
  return done;
}
