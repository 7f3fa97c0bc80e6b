import { attendance as english } from './en/attendance.ts';
import { pick } from './catalogue.ts';

export const attendanceTexts = pick('attendance', english);
