import type { GivenAnswer } from '@gurukul/contract/questions';
import type { PlainSearch } from '#web/lib/address/address-search.ts';

/* A filter by answers in an address: a line for each question, its number and the answer, which has one line. */

export const answersInAddress = (all: readonly GivenAnswer[]): string =>
  all.map(({ question_id: id, answer }) => `${id} ${answer}`).join('\n');

/** The answers that an address asks for; undefined where it asks for none. */
export const answersOf = ({ answers }: PlainSearch): GivenAnswer[] | undefined =>
  answers === undefined
    ? undefined
    : Array.from(answers.matchAll(/^([1-9]\d{0,14}) (.{0,100})$/gm), ([, id, answer = '']) => ({
        question_id: Number(id),
        answer,
      }));
