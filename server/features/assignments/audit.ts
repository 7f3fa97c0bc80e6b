import type { Audited } from '../audit/audited.ts';
import { wrongAssignments } from './wrong-assignments.ts';

export const assignmentsAudit: Audited = {
  course_teachers: {
    noun: 'associations',
    key: 'course_id/teacher_id',
    silent: ['associated_by', 'associated_at'],
  },
  slot_teachers: {
    noun: 'class assignments',
    over: ': the class assignment was ended',
    silent: ['assigned_by', 'assigned_at'],
    wrongAfterUndo: wrongAssignments,
  },
};
