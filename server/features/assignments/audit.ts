import sql from 'sql-template-tag';
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
    classOf: sql`(select s.class_id from class_slots s where s.id = t.slot_id)`,
    over: ': the class assignment was ended',
    silent: ['assigned_by', 'assigned_at'],
    wrongAfterUndo: wrongAssignments,
  },
};
