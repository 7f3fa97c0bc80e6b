import { inputOf, paged, empty } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const security: SamplesOf<'security'> = {
  'security.export_log': empty,
  'security.get_log': inputOf(() => paged),
  'security.check_log': inputOf(() => ({}), { mayBeIdle: true }),
};
