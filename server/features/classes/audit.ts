import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';
import { uncheckedAgain } from '../checks/unchecked-again.ts';

export const classesAudit: Audited = {
  classes: {
    name: 'class_name',
    thing: 'class',
    namedIn: ['class_id'],
    wrongAfterUndo: uncheckedAgain('classes'),
  },
  class_slots: {
    name: {
      is: sql`k.class_name || ', ' || initcap(t.class_day) || ' ' || to_char(t.local_time, 'HH24:MI')`,
      joins: sql`join classes k on k.id = t.class_id`,
    },
    noun: 'timings',
    classOf: sql`t.class_id`,
    namedIn: ['slot_id'],
    wrongAfterUndo: uncheckedAgain('class_slots'),
  },
};
