import { courses } from '@gurukul/contract/courses';
import { inNaturalOrder } from '@gurukul/contract/shared/natural-order';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';

/** The courses to choose from: a course admin's own, all of them for an account admin. `isWanted`: asked for now. */
export function useOfferedCourses(isWanted = true) {
  const isAdmin = session.role === 'admin';
  const all = useQuery({ ...query(courses.get_all_courses, {}), enabled: isWanted && isAdmin });
  const own = useQuery({
    ...query(courses.get_all_courses_for_courseadmin, { uid: session.uid }),
    enabled: isWanted && !isAdmin,
  });
  const { data, isPending, error, refetch } = isAdmin ? all : own;
  const rows = useMemo(() => data && inNaturalOrder(data.data[0], ({ course_name }) => course_name), [data]);
  return {
    options: rows?.map(({ id, course_name }) => ({ value: String(id), label: course_name })) ?? [],
    /** The same with all that is known of them. */
    rows,
    isPending,
    isFailed: !rows && error !== null,
    retry: () => void refetch(),
    /** Known not to be among them. */
    isForeign: (courseId: number) => rows !== undefined && !rows.some(({ id }) => id === courseId),
  };
}

export type OfferedCourses = ReturnType<typeof useOfferedCourses>;
