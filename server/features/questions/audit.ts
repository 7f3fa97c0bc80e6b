import type { Audited } from '../audit/audited.ts';

export const questionsAudit: Audited = { questions: { name: 'label', thing: 'question', noun: 'questions' } };
