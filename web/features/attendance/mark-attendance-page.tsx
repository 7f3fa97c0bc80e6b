import { attendanceTexts } from '#web/texts/attendance.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DayDoor } from './day-door.tsx';

const t = attendanceTexts.mark;

/** /mark-attendance */
export const MarkAttendancePage = () => (
  <>
    <PageHeader title={t.title} lead={t.lead} />
    <DayDoor of="mark" />
  </>
);
