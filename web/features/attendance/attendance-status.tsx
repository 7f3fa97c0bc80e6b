import type { AttendanceStatus } from '@gurukul/contract/attendance';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Readonly<Record<AttendanceStatus, Tone>> = {
  present: 'good',
  absent: 'bad',
  moved: 'info',
  'drop-out': 'warn',
};

export const AttendanceBadge = ({ status }: { status: AttendanceStatus }) => (
  <StatusBadge tone={tones[status]}>{attendanceTexts.statuses[status]}</StatusBadge>
);
