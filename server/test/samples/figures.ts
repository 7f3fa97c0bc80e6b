import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const figures: SamplesOf<'figures'> = {
  'figures.get_figures': inputOf((o) => ({
    week: '2026-11-18',
    course_id: o.course,
    class_id: o.class,
    part: 'week',
  })),
  'figures.get_figure_list': inputOf((o) => ({
    week: '2026-11-18',
    course_id: o.course,
    class_id: o.class,
    figure: 'cohort',
    month: '2026-11-01',
    after: 1,
    page: 1,
    pageSize: 10,
  })),
};
