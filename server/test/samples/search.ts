import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const search: SamplesOf<'search'> = {
  'search.find': inputOf((o) => ({ text: o.courseName }), { instead: { all: 200, courseName: 200 } }),
};
