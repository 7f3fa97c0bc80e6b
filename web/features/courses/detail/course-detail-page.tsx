import { courses } from '@gurukul/contract/courses';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { Navigate } from '#web/lib/address/navigate.ts';
import { session } from '#web/lib/session.ts';
import { paths, type IdsOf } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { CourseDetail } from './course-detail.tsx';
import { CourseMissing } from '../course-missing.tsx';

const t = coursesTexts.detail;

/** Links to PDFs work for five minutes: a page that stays open longer fetches new ones. */
const linksAgeMs = 4 * 60_000;

const isNotThere = (error: Error | null) => error instanceof ApiError && error.status === 404;

interface LoadedCourseProps {
  id: number;
  /** Opened as something to read: every teacher is shown and nothing leads to editing. */
  isView: boolean;
}

function LoadedCourse({ id, isView }: LoadedCourseProps) {
  const single = useQuery({
    ...query(courses.get_single_course, { student_id: null, course_id: id }),
    refetchInterval: linksAgeMs,
  });
  const isFound = single.isSuccess;
  useEffect(() => {
    if (isView && isFound) session.select({ course: id });
  }, [isView, isFound, id]);

  if (isNotThere(single.error)) return <CourseMissing />;
  if (single.data) return <CourseDetail answer={single.data} isView={isView} />;
  return (
    <>
      <PageHeader title={t.title} />
      {single.isError ? (
        <FailedState message={single.error.message} onRetry={() => void single.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/** /course/{id} and /single course/{id} */
export function CourseDetailPage({ id }: IdsOf<'course' | 'singleCourse'>) {
  return id === null ? <CourseMissing /> : <LoadedCourse id={id} isView={false} />;
}

/** /viewcourse/{id} */
export function ViewCoursePage({ id }: IdsOf<'viewCourse'>) {
  return id === null ? <CourseMissing /> : <LoadedCourse id={id} isView />;
}

/** /viewcourse: the course that was last chosen in this browser. */
export function ViewChosenCoursePage() {
  const { selectedCourse } = session;
  if (!/^[1-9]\d{0,14}$/.test(selectedCourse)) return <Navigate to={paths.allCourses} replace />;
  return <LoadedCourse id={Number(selectedCourse)} isView />;
}
