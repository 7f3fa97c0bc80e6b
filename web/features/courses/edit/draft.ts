import type { CourseDuration, WeekRow } from '@gurukul/contract/courses';
import { unwrapHtml } from '@gurukul/contract/shared/html-json';
import type { DraftRow } from '#web/lib/draft-rows.ts';
import type { LoadedCourse } from './loader.tsx';

export interface PriceDraft extends DraftRow {
  readonly country_code: string;
  readonly country_name: string;
  readonly currency_code: string;
  readonly price_value: string;
}

export interface GlimpseDraft extends DraftRow {
  readonly name: string;
  /** HTML. */
  readonly description: string;
  readonly image: string;
}

export interface TopicDraft extends DraftRow {
  readonly name: string;
  readonly video: string;
  readonly homework: boolean;
  readonly pdf: string;
  readonly pdfName: string;
}

/** The topics of each week, by its number from 1. */
export type TopicWeeks = Readonly<Record<number, readonly TopicDraft[]>>;

export interface CourseText {
  readonly course_name: string;
  readonly course_duration: CourseDuration;
  readonly start_date: string;
  readonly course_image: string;
  /** Id of the type; '' for none. */
  readonly type: string;
  readonly description: string;
  readonly what_we_learn: string;
  readonly note: string;
}

/** What the course admin's form holds. */
export interface Draft extends CourseText {
  readonly prices: readonly PriceDraft[];
  readonly glimpses: readonly GlimpseDraft[];
  readonly topics: TopicWeeks;
}

const topicsOf = (weeks: readonly WeekRow[]): TopicWeeks => {
  const filled = weeks.flatMap(({ topics }, index): [number, TopicDraft[]][] =>
    topics.length === 0
      ? []
      : [
          [
            index + 1,
            topics.map((topic) => ({
              key: `topic-${topic.topic_id}`,
              id: topic.topic_id,
              name: topic.topicName,
              video: topic.video,
              homework: topic.homework === 'true',
              pdf: topic.pdf,
              pdfName: topic.pdfName,
            })),
          ],
        ],
  );
  return Object.fromEntries(filled);
};

export const draftOf = ({ data, type }: LoadedCourse): Draft => ({
  course_name: data.course.course_name,
  course_duration: data.course.course_duration,
  start_date: data.course.start_date,
  course_image: data.course.course_image,
  type: type === null ? '' : String(type),
  description: unwrapHtml('description', data.course.course_description),
  what_we_learn: unwrapHtml('what', data.course.what_we_learn),
  note: unwrapHtml('note', data.course.note),
  prices: data.prices.map((price) => ({ ...price, key: `price-${price.id}` })),
  glimpses: data.glimpses.map((glimpse) => ({
    key: `glimpse-${glimpse.glimpse_id}`,
    id: glimpse.glimpse_id,
    name: glimpse.glimpse_name,
    description: glimpse.glimpse_description,
    image: glimpse.glimpse_image,
  })),
  topics: topicsOf(data.weeks),
});
