import type { Audited } from '../audit/audited.ts';

export const questionsAudit: Audited = { questions: { name: 'label', noun: 'questions' } };
