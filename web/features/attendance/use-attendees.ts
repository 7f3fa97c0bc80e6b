import { attendance, type AttendanceStatus } from '@gurukul/contract/attendance';
import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import type { ClassChosen } from './class-choice.tsx';
import { meetingNamed, whichMeeting } from '#web/lib/format/meeting-name.ts';
import { usualDay } from './latest-day.ts';
import { meetingsToChoose } from './meeting-choice.tsx';

export interface Attendee {
  readonly student_id: number;
  readonly student_name: string;
  /** What is recorded of the chosen day. */
  readonly attendance_status?: AttendanceStatus | null;
}

/** An account admin has no classes of their own, so the list for a day is requested from the start. */
const dayAsked = (day: string) => day || (session.role === 'admin' ? usualDay() : '');

/**
 * The students of a class: those of now until a day is chosen, then those of that day and meeting. Only students who were in the
 * class then can be recorded.
 */
export function useAttendees({ course, class: group }: ClassChosen, day: string, meeting = '') {
  const isPlaced = course !== '' && group !== '';
  const asked = dayAsked(day);
  const now = useQuery({
    ...query(people.getstudents_under_teacher, { user_id: session.uid, course_id: course, class_id: group }),
    enabled: isPlaced && asked === '',
  });
  const then = useQuery({
    ...query(attendance.get_students_attendence, {
      course_admin_id: session.uid,
      course_id: course,
      class_id: group,
      attendance_date: asked,
      ...whichMeeting(meetingNamed(meeting)),
    }),
    enabled: isPlaced && asked !== '',
    // Somebody else may have taken the same register a moment ago.
    staleTime: 0,
  });

  const current = now.data?.data.map(({ id, fullname }): Attendee => ({
    student_id: id,
    student_name: fullname,
  }));
  const ofDay: readonly Attendee[] | undefined = then.data?.data;
  const isSettled = asked === '' ? current !== undefined : ofDay !== undefined;
  const { error, refetch } = asked === '' ? now : then;
  return {
    // What is known of the class stands there until the day's own list has come.
    rows: ofDay ?? current,
    isSettled,
    /** Whether that day has marks already. */
    isTaken: day !== '' && (then.data?.data.some((row) => row.attendance_status !== null) ?? false),
    /** Where the day has several, and none is chosen. */
    meetings: isSettled ? undefined : meetingsToChoose(error),
    error: isSettled ? null : error,
    refetch: () => void refetch(),
  };
}
