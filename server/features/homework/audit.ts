import type { Audited } from '../audit/audited.ts';

export const homeworkAudit: Audited = {
  homework: {
    thing: 'homework',
    silent: ['home_work', 'submitted_at', 'decided_by', 'decided_at'],
    isOfClass: true,
    needsLivingClass: true,
  },
};
