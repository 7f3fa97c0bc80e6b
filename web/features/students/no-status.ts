import type { ShownCourseRow } from '@gurukul/contract/students';
import { studentTexts } from '#web/texts/student.ts';

/** What stands where a course has no payment status. */
export const noStatusOf = ({ part_paid: isPart = false }: Pick<ShownCourseRow, 'part_paid'>): string =>
  studentTexts.courses[isPart ? 'partPaid' : 'noStatus'];
