import { attendance } from '@gurukul/contract/attendance';
import { people } from '@gurukul/contract/people';
import type { Roll, RollStudent } from '@gurukul/contract/shared/meetings/roll';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { meetingNamed, whichMeeting } from '#web/lib/format/meeting-name.ts';
import { session } from '#web/lib/session.ts';
import type { ClassChosen } from './class-choice.tsx';
import { usualDay } from './latest-day.ts';
import { meetingsToChoose } from './meeting-choice.tsx';

/** An account admin has no classes of their own, so the list for a day is requested from the start. */
const dayAsked = (day: string) => day || (session.role === 'admin' ? usualDay() : '');

const nobody: readonly RollStudent[] = [];

/**
 * The register of a class: its students of now until a day is chosen, then those of that day and meeting. Only students
 * who were in the class then can be recorded.
 */
export function useDayRoll({ course, class: group }: ClassChosen, day: string, meeting: string) {
  const isPlaced = course !== '' && group !== '';
  const asked = dayAsked(day);
  const which = whichMeeting(meetingNamed(meeting));
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
      ...which,
    }),
    enabled: isPlaced && asked !== '',
    // Somebody else may have taken the same register a moment ago.
    staleTime: 0,
  });
  const current = now.data?.data.map(({ id, fullname }): RollStudent => ({
    student_id: id,
    student_name: fullname,
    student_attendance_id: null,
    attendance_status: null,
  }));
  const list = asked === '' ? now : then;
  const marked = then.data?.data;
  // What is known of the class stands there until the day's own list has come.
  const students = marked ?? current;
  const roll: Roll = {
    course_id: Number(course),
    course_name: '',
    class_id: Number(group),
    class_name: '',
    attendance_date: day,
    slot_id: null,
    on_date: null,
    extra: false,
    ...meetingNamed(meeting),
    starts_at: null,
    ends_at: null,
    zone: null,
    students: [...(students ?? nobody)],
  };
  return {
    roll,
    which,
    /** The students with the ids of their marks; undefined until the day's own list has come. */
    marked,
    query: { data: students, error: list.data ? null : list.error, refetch: () => void list.refetch() },
    /** Why what was asked for again did not come. */
    againError: list.isRefetchError ? list.error : null,
    isSettled: list.data !== undefined,
    /** Whether that day has marks already. */
    isTaken: day !== '' && (marked?.some((row) => row.attendance_status !== null) ?? false),
    /** Where the day has several, and none is chosen. */
    meetings: list.data ? undefined : meetingsToChoose(list.error),
  };
}
