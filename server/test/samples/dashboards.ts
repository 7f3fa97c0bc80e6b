import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const dashboards: SamplesOf<'dashboards'> = {
  'dashboards.admin_dashboard': inputOf((o) => ({ uid: o.self })),
  'dashboards.course_admin_dashboard': inputOf((o) => ({ uid: o.courseadmin })),
  'dashboards.teacher_dashboard': inputOf((o) => ({ user_id: o.teacher })),
  'dashboards.get_today_list': inputOf(() => ({ kind: 'unmarked_class', page: 1, pageSize: 10 })),
  'dashboards.get_today_kind': inputOf(() => ({ kind: 'unmarked_class', page: 1, pageSize: 10, filter: {} })),
};
