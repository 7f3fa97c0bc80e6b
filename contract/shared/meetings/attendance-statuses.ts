export const attendanceStatuses = ['present', 'absent', 'moved', 'drop-out'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];
