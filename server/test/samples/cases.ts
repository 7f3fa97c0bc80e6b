import { mondayIn, plantedLine } from '#server/test/planted-school.ts';
import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const cases: SamplesOf<'cases'> = {
  'cases.assign': inputOf((o, { me }) => ({
    lines: [plantedLine(o.slot)],
    versions: [1],
    owner_id: me,
    due_on: mondayIn(0),
  })),
  'cases.put_off': inputOf((o) => ({ lines: [plantedLine(o.slot)], versions: [1], until: mondayIn(1) })),
  'cases.dismiss': inputOf((o) => ({ lines: [plantedLine(o.slot)], versions: [1], reason: 'A holiday' })),
  'cases.close': inputOf((o) => ({
    lines: [plantedLine(o.slot)],
    versions: [1],
    outcome: 'coming_back',
    reason: 'Was ill',
  })),
  'cases.reopen': inputOf((o) => ({ lines: [plantedLine(o.slot)], versions: [1] })),
  'cases.add_note': inputOf((o, { word }) => ({
    line: plantedLine(o.slot),
    text: `Called ${word}`,
    is_private: false,
  })),
  'cases.get_owners': inputOf((o) => ({ lines: [plantedLine(o.slot)] })),
  'cases.get_cases': inputOf((o) => ({
    mine: false,
    owner_id: '',
    state: 'all',
    kind: 'unmarked_class',
    course_id: o.course,
    student_id: '',
    overdue: false,
    page: 1,
    pageSize: 10,
  })),
  'cases.get_case': inputOf((o) => ({ case_id: o.case })),
};
