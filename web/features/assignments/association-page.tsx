import { people } from '@gurukul/contract/people';
import { Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { session } from '#web/lib/session.ts';
import type { IdsOf } from '#web/paths.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { controls, goTo } from '../classes/go-to.ts';
import { useOfferedCourses } from '../classes/use-offered-courses.ts';
import classes from './association-page.module.css';
import { ChoicePanel } from './choice-panel.tsx';
import { ClassList } from './class-list.tsx';
import { CourseTabs } from './course-tabs.tsx';
import { TeacherList } from './teacher-list.tsx';
import { useChosen } from './use-chosen.ts';

const t = classesTexts;

/** The course of the address, the only one that there is, or the one that was chosen or made last. */
function useCourse(chosen: number | null) {
  const offered = useOfferedCourses();
  const [only, ...others] = offered.options;
  const last = only && others.length === 0 ? Number(only.value) : idIn(session.selectedCourse);
  const courseId = chosen ?? (last !== null && !offered.isForeign(last) ? last : null);
  const isForeign = courseId !== null && offered.isForeign(courseId);
  useEffect(() => {
    if (courseId !== null && !isForeign) session.select({ course: courseId });
  }, [courseId, isForeign]);
  return { offered, courseId, isForeign };
}

const PhoneTabs = ({ classList, teacherList }: { classList: ReactNode; teacherList: ReactNode }) => (
  <Tabs defaultValue="classes">
    <Tabs.List grow mb="sm">
      <Tabs.Tab value="classes">{t.table.title}</Tabs.Tab>
      <Tabs.Tab value="teachers">{t.teachers.label}</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="classes">{classList}</Tabs.Panel>
    <Tabs.Panel value="teachers">{teacherList}</Tabs.Panel>
  </Tabs>
);

/** The page of any course, and the one whose address chooses the course. */
export function AssociationPage({ id }: Partial<IdsOf<'manage'>>) {
  const isManaging = id !== undefined && id !== null;
  const { courseId: chosen, slotId, chooseCourse, chooseSlot } = useChosen(id ?? null);
  const { offered, courseId, isForeign } = useCourse(chosen);
  // Without a course: the teachers of all courses, and no classes.
  const association = useQuery(query(people.get_teacher_bycourse, { courseId: courseId ?? 0 }));
  const { data, response, teachers } = association.data ?? {};
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  const classList = (
    <ClassList
      courseId={courseId}
      isWithoutCourses={offered.rows?.length === 0}
      slotId={slotId}
      onChoose={chooseSlot}
      teachers={teachers}
      rows={data}
    />
  );
  const teacherList = (
    <TeacherList
      courseId={courseId}
      teachers={data}
      slots={response}
      onSlot={chooseSlot}
      query={association}
    />
  );
  const byHand = (
    <ChoicePanel
      isOpen={isWide}
      offered={offered}
      courseId={courseId}
      slotId={slotId}
      slots={courseId === null ? undefined : response}
      teachers={teachers}
      onCourse={chooseCourse}
      onSlot={chooseSlot}
    />
  );
  const unknown = (
    <Panel>
      <EmptyState title={t.choose.unknownTitle}>{t.choose.unknown}</EmptyState>
    </Panel>
  );
  return (
    <>
      <PageHeader
        title={isManaging ? t.manageTitle : t.title}
        lead={t.lead}
        actions={
          // Below the classes, and mostly below the window.
          <Button variant="default" onClick={() => goTo(controls.course)}>
            {t.choose.title}
          </Button>
        }
      />
      <CourseTabs courses={offered.rows ?? []} courseId={courseId} isManaging={isManaging} />
      {isWide && !isForeign ? (
        <div className={classes.lists}>
          <div>
            {classList}
            {byHand}
          </div>
          {teacherList}
        </div>
      ) : (
        <div className={classes.lists}>
          {isForeign ? unknown : <PhoneTabs classList={classList} teacherList={teacherList} />}
          {byHand}
        </div>
      )}
    </>
  );
}
