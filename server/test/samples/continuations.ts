import { termSecret } from '#server/test/planted-school.ts';
import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const continuations: SamplesOf<'continuations'> = {
  'continuations.get_continuations': inputOf((o) => ({ course_id: o.course })),
  'continuations.answer': inputOf((o) => ({
    continuation_id: o.continuation,
    keep: true,
    class_id: o.class,
  })),
  'continuations.read_classes': inputOf((o) => ({ secret: termSecret(o.className) })),
  'continuations.answer_class': inputOf((o) => ({
    secret: termSecret(o.className),
    asked_id: o.askedClass,
    answer: 'other_time',
    words: 'Tuesday evening',
  })),
};
