import english from '@gurukul/contract/texts/attendance.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const attendanceTexts = await translated('attendance', english);
