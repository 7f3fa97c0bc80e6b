import type { Audited } from '../audit/audited.ts';
import { uncheckedAgain } from '../checks/unchecked-again.ts';

export const coursesAudit: Audited = {
  courses: {
    name: 'course_name',
    thing: 'course',
    namedIn: ['course_id'],
    silent: ['status_changed_at'],
    wrongAfterUndo: uncheckedAgain('courses'),
  },
  course_types: { name: 'type', thing: 'course_type', namedIn: ['type_id'] },
  course_prices: { name: 'country_name' },
  glimpses: { name: 'glimpse_name' },
  topics: { name: 'topic_name', namedIn: ['topic_id'] },
};
