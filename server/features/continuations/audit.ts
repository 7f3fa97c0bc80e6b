import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

const nameOfClass = {
  is: sql`k.class_name`,
  joins: sql`left join classes k on k.id = t.class_id`,
};

export const continuationsAudit: Audited = {
  continuations: { name: nameOfClass, noun: 'kept places' },
  asked_teachers: { name: nameOfClass, noun: 'questions to teachers', silent: ['secret_hash'] },
  level_exceptions: { name: 'reason', noun: 'exceptions to a level' },
};
