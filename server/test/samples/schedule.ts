import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const schedule: SamplesOf<'schedule'> = {
  'schedule.teacher_schedule': inputOf((o) => ({ uid: o.teacher, courseId: o.course })),
};
