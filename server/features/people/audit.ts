import type { Audited } from '../audit/audited.ts';

import { cameAfterMerge } from './came-after.ts';

export const peopleAudit: Audited = {
  people: {
    name: 'fullname',
    namedIn: ['student_id', 'teacher_id', 'person_id', 'courseadmin_id'],
    silent: ['fullname', 'registered_at'],
    wrongAfterUndo: cameAfterMerge,
  },
  checks: { noun: 'checks', name: 'kind', silent: ['sealed_number'] },
  volunteers: { noun: 'volunteers', silent: ['stage_at'] },
  contacts: { noun: 'contacts', name: 'value' },
  guardians: { noun: 'guardians', name: 'relation', namedIn: [] },
  duplicate_pairs: { noun: 'duplicate pairs' },
};
