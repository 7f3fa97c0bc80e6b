import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const attendanceAudit: Audited = {
  display_names: {
    name: 'name',
    noun: 'display names',
    silent: ['learned_by', 'learned_at'],
    isOfClass: true,
    needsLivingClass: true,
  },
  attendance: {
    noun: 'marks',
    silent: ['register_id', 'marked_by', 'marked_at', 'corrected_at'],
    isOfClass: true,
    needsLivingClass: true,
  },
  attendance_registers: {
    name: {
      is: sql`k.class_name || ', ' || t.attendance_date`,
      joins: sql`join classes k on k.id = t.class_id`,
    },
    noun: 'rolls',
    silent: ['taken_by', 'taken_at'],
    isOfClass: true,
  },
};
