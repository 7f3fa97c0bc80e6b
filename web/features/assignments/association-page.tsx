import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import type { IdsOf } from '#web/paths.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { ChoicePanel } from './choice-panel.tsx';
import { lastCourse } from '../classes/last-course.ts';
import { ClassTable } from '../classes/class-table.tsx';
import { TeacherTable } from './teacher-table.tsx';
import { useChosen } from './use-chosen.ts';
import { useOfferedCourses } from '../classes/use-offered-courses.ts';

const t = classesTexts;

/** The page of any course, and the one whose address chooses the course. */
export function AssociationPage({ id }: Partial<IdsOf<'manage'>>) {
  const { courseId: chosen, slotId, chooseCourse, chooseSlot } = useChosen(id ?? null);
  const offered = useOfferedCourses();
  // Where there is only one course, it is the one that is meant; else the one that was just made.
  const [only, ...others] = offered.options;
  const courseId = chosen ?? (only && others.length === 0 ? Number(only.value) : lastCourse());
  // Without a course: the teachers of all courses, and no classes.
  const association = useQuery(query(people.get_teacher_bycourse, { courseId: courseId ?? 0 }));
  const { data } = association;
  const error = data ? null : association.error;
  const retry = () => void association.refetch();
  const isForeign = courseId !== null && offered.isForeign(courseId);

  return (
    <>
      <PageHeader title={id === undefined || id === null ? t.title : t.manageTitle} lead={t.lead} />
      <ChoicePanel
        offered={offered}
        courseId={courseId}
        slotId={slotId}
        slots={courseId === null ? undefined : data?.response}
        teachers={data?.teachers}
        onCourse={chooseCourse}
        onSlot={chooseSlot}
      />
      {isForeign ? (
        <Panel>
          <EmptyState title={t.choose.unknownTitle}>{t.choose.unknown}</EmptyState>
        </Panel>
      ) : (
        <>
          <ClassTable
            courseId={courseId}
            slots={data?.response}
            error={error}
            onRetry={retry}
            slotId={slotId}
            onChoose={chooseSlot}
            teachers={data?.teachers}
          />
          <TeacherTable
            courseId={courseId}
            teachers={data?.data}
            slots={data?.response}
            onSlot={chooseSlot}
            error={error}
            onRetry={retry}
          />
        </>
      )}
    </>
  );
}
