import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const enquiries: SamplesOf<'enquiries'> = {
  'enquiries.add_type': inputOf((_, { word }) => ({ course_type_name: `Query ${word}` })),
  'enquiries.submit': inputOf((o) => [
    { flag: 2, course_type_mapp_id: o.mapping, course_type_id: o.queryType, email_id: 'other@office.test' },
  ]),
};
