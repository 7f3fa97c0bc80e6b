import { courses } from '@gurukul/contract/courses';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, messageOf } from '#web/calls/errors.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';

const t = coursesTexts.edit;

export type LoadedCourse = CallOutput<typeof courses.get_single_course>;

interface NotHereProps {
  title?: string;
  children: string;
}

const NotHere = ({ title, children }: NotHereProps) => (
  <Panel>
    <EmptyState title={title ?? t.title}>{children}</EmptyState>
  </Panel>
);

interface LoadedProps {
  courseId: number;
  children: (loaded: LoadedCourse) => ReactNode;
}

function Loaded({ courseId, children }: LoadedProps) {
  // A form must not begin with what was remembered from an earlier visit.
  const course = useQuery({
    ...query(courses.get_single_course, { student_id: null, course_id: courseId }),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  if (course.data && course.isFetchedAfterMount) {
    const mayEdit = course.data.data.course.can.edit;
    return mayEdit ? children(course.data) : <NotHere>{coursesTexts.detail.mayNotEdit}</NotHere>;
  }
  if (course.error instanceof ApiError && course.error.status === 404) {
    return <NotHere title={t.unknownTitle}>{t.unknown}</NotHere>;
  }
  return (
    <Panel>
      {course.isError && !course.isFetching ? (
        <FailedState message={messageOf(course.error)} onRetry={() => void course.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

interface EditLoaderProps extends Pick<LoadedProps, 'children'> {
  /** Null where the address holds none. */
  courseId: number | null;
}

/** Brings the course as it is now, and shows the form from then on. */
export function EditLoader({ courseId, children }: EditLoaderProps) {
  if (courseId === null) return <NotHere title={t.unknownTitle}>{t.unknown}</NotHere>;
  return (
    <Fragment key={courseId}>
      <Loaded courseId={courseId}>{children}</Loaded>
    </Fragment>
  );
}
