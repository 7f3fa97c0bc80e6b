import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';
import { uncheckedAgain } from '../checks/unchecked-again.ts';

export const meetingsAudit: Audited = {
  meetings: {
    name: {
      is: sql`k.class_name || ', ' || t.on_date`,
      joins: sql`join classes k on k.id = t.class_id`,
    },
    noun: 'meetings',
    isOfClass: true,
    needsLivingClass: true,
    wrongAfterUndo: uncheckedAgain('meetings'),
  },
  days_off: { name: 'name', noun: 'days off' },
};
