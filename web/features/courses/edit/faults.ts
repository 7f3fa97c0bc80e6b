import { isHttpsUrl } from '@gurukul/contract/shared/https-url';
import { today } from '#web/lib/format/format.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { withoutEmptyRows } from './changes.ts';
import type { Draft } from './draft.ts';
import type { Faults } from './store.ts';

const t = coursesTexts.edit;

export const priceField = (key: string) => `price ${key}`;
export const priceValueField = (key: string) => `price value ${key}`;
export const topicNameField = (key: string) => `topic name ${key}`;
export const topicVideoField = (key: string) => `topic video ${key}`;

/** A value is a whole number of at most ten digits, or none: what is typed is never turned into another amount. */
export const isPriceValue = (text: string) => /^\d{0,10}$/.test(text);

/** Everything that is wrong, first things first. */
export function findFaults(base: Draft, given: Draft): Faults {
  const draft = withoutEmptyRows(given);
  const faults: Record<string, string> = {};
  if (!draft.course_name.trim()) faults['course_name'] = coursesTexts.add.nameRequired;
  if (!draft.start_date || (draft.start_date !== base.start_date && draft.start_date < today())) {
    faults['start_date'] = coursesTexts.add.dateWrong;
  }
  for (const { key, currency_code, price_value } of draft.prices) {
    if (!currency_code) faults[priceField(key)] = t.fillDetails;
    if (!isPriceValue(price_value)) faults[priceValueField(key)] = t.valueWrong;
  }
  for (const topic of Object.values(draft.topics).flat()) {
    if (!topic.name.trim()) faults[topicNameField(topic.key)] = t.topicNameRequired;
    if (topic.video.trim() && !isHttpsUrl(topic.video.trim())) {
      faults[topicVideoField(topic.key)] = t.videoWrong;
    }
  }
  return faults;
}
