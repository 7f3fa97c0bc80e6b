import { courses } from '@gurukul/contract/courses';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { session } from '#web/lib/session.ts';

/** How many students a course has now; undefined while that is not known, or when the course is not in sight. */
export function useStudentCount(courseId: number): number | undefined {
  const isAdmin = session.role === 'admin';
  const all = useQuery({ ...query(courses.get_all_courses, {}), enabled: isAdmin });
  const own = useQuery({
    ...query(courses.get_all_courses_for_courseadmin, { uid: session.uid }),
    enabled: !isAdmin,
  });
  const rows = (isAdmin ? all : own).data?.data[0];
  return rows?.find(({ id }) => id === courseId)?.student_count;
}
