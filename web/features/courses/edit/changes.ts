import { defaultCourseImage, type courses } from '@gurukul/contract/courses';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { wrapHtml } from '@gurukul/contract/shared/html-json';
import { rowChanges } from '#web/lib/draft-rows.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import type { Draft, GlimpseDraft, PriceDraft, TopicDraft } from './draft.ts';
import type { LoadedCourse } from './loader.tsx';
import { weekDays } from './weeks.ts';

const isBlank = (...values: string[]) => values.every((value) => value.trim() === '');

const isEmptyPrice = ({ id, country_code, price_value }: PriceDraft) =>
  id === null && isBlank(country_code, price_value);
const isEmptyGlimpse = ({ id, name, description, image }: GlimpseDraft) =>
  id === null && isBlank(name, description, image);
const isEmptyTopic = ({ id, name, video, pdf }: TopicDraft) => id === null && isBlank(name, video, pdf);

/** Without the rows that were begun and left empty. */
export const withoutEmptyRows = (draft: Draft): Draft => ({
  ...draft,
  prices: draft.prices.filter((row) => !isEmptyPrice(row)),
  glimpses: draft.glimpses.filter((row) => !isEmptyGlimpse(row)),
  topics: Object.fromEntries(
    Object.entries(draft.topics).map(([week, rows]) => [week, rows.filter((row) => !isEmptyTopic(row))]),
  ),
});

/** How many rows were begun and left empty: they are not saved, which is said. */
export function countEmptyRows({ prices, glimpses, topics }: Draft): number {
  const counts = [
    prices.filter(isEmptyPrice),
    glimpses.filter(isEmptyGlimpse),
    Object.values(topics).flat().filter(isEmptyTopic),
  ];
  return counts.reduce((sum, rows) => sum + rows.length, 0);
}

const pricesOf = (base: Draft, draft: Draft) =>
  rowChanges(base.prices, draft.prices).map(({ row, state }) => ({
    id: row.id,
    country_name: row.country_name,
    country_code: row.country_code,
    currency_code: row.currency_code,
    price_value: row.price_value,
    state,
  }));

const glimpsesOf = (base: Draft, draft: Draft) =>
  rowChanges(base.glimpses, draft.glimpses).map(({ row, state, position }) => ({
    glimpse_id: row.id,
    glimpse_name: row.name.trim(),
    glimpse_description: row.description,
    glimpse_image: row.image,
    position,
    state,
  }));

const topicsOf = (base: Draft, draft: Draft) => {
  const weeks = new Set([...Object.keys(base.topics), ...Object.keys(draft.topics)].map(Number));
  return [...weeks].flatMap((week) =>
    rowChanges(base.topics[week] ?? [], draft.topics[week] ?? []).map(({ row, state, position }) => ({
      topic_id: row.id,
      weekCount: week,
      week: weekDays(draft.start_date, week),
      topicName: row.name.trim(),
      video: row.video.trim(),
      homework: row.homework ? ('true' as const) : ('false' as const),
      pdf: row.pdf,
      pdfName: row.pdfName,
      position,
      state,
    })),
  );
};

const rowsOf = (base: Draft, given: Draft) => {
  const draft = withoutEmptyRows(given);
  return {
    prices: pricesOf(base, draft),
    glimpse: glimpsesOf(base, draft),
    total_topics: topicsOf(base, draft),
  };
};

export const textKeys = [
  'course_name',
  'course_duration',
  'start_date',
  'course_image',
  'type',
  'description',
  'what_we_learn',
  'note',
] as const satisfies readonly (keyof Draft)[];

/** Whether saving would change anything. */
export function isChanged(base: Draft, draft: Draft): boolean {
  if (base === draft) return false;
  if (textKeys.some((key) => base[key] !== draft[key])) return true;
  return Object.values(rowsOf(base, draft)).some((rows) => rows.length > 0);
}

interface About {
  readonly course_id: number;
  readonly added_by: string;
  readonly email_id: string;
  readonly version: number;
}

/** Which course is saved by whom, and on what it was read. */
export const aboutOf = ({ data: { course }, version }: LoadedCourse): About => ({
  course_id: course.id,
  email_id: course.email_id,
  version,
  added_by: session.uid,
});

/** 2026-Jan-15, as this one call wants it. */
const monthNamed = (day: string) => formatDate(day).split('-').toReversed().join('-');

/** The whole text of the course, and of its lists the rows that changed. */
export const requestOf = (
  base: Draft,
  draft: Draft,
  about: About,
): CallInput<typeof courses.edit_course_by_courseadmin> => ({
  ...about,
  course_name: draft.course_name.trim(),
  course_duration: draft.course_duration,
  start_date: monthNamed(draft.start_date),
  course_image: draft.course_image || defaultCourseImage,
  type: draft.type === '' ? null : Number(draft.type),
  description: wrapHtml('description', draft.description),
  what_we_learn: wrapHtml('what', draft.what_we_learn),
  note: wrapHtml('note', draft.note),
  ...rowsOf(base, draft),
});
