import { Visited } from '#web/features/search/visited.tsx';
import type { courses, CourseRow } from '@gurukul/contract/courses';
import type { CourseTerms } from '@gurukul/contract/continuations';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy } from 'react';
import { History } from '#web/features/audit/history-panel.tsx';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { historyTexts } from '#web/texts/history.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs, tabGroup, type PageTab } from '#web/ui/page-tabs.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { CourseSwitches } from '../list/course-actions.tsx';
import { useOptimisticChanges, type ShowChange } from '../use-optimistic-changes.ts';
import { Coverage } from './coverage.tsx';
import { CourseCurriculum } from './curriculum.tsx';
import { CourseCover, CourseFacts, Prices } from './facts.tsx';
import { CourseInstructors } from './instructors.tsx';
import { CourseOverview } from './overview.tsx';

const t = coursesTexts.detail;

const ClassCards = lazy(async () => ({
  default: (await import('#web/features/classes/class-cards.tsx')).ClassCards,
}));
const TermTab = lazy(async () => ({
  default: (await import('#web/features/continuations/term-tab.tsx')).TermTab,
}));
const Roster = lazy(async () => ({ default: (await import('#web/features/roster/roster.tsx')).Roster }));
const RosterMoney = lazy(async () => ({
  default: (await import('#web/features/roster/roster-money.tsx')).RosterMoney,
}));

/** Publish, registration, and the way to prices and curriculum, for those who may. */
function CourseSteps({ course, showChange }: { course: CourseRow; showChange: ShowChange }) {
  return (
    <Group gap="xs">
      <CourseSwitches course={course} showChange={showChange} />
      <LoneLink href={to(paths.edit, course.id)}>{t.editAll}</LoneLink>
    </Group>
  );
}

function EditCourse({ course }: { course: CourseRow }) {
  const icon = <IconPencil aria-hidden size={18} />;
  if (!course.can.edit) {
    return (
      <ActionButton leftSection={icon} disabledReason={t.mayNotEdit}>
        {t.editCourse}
      </ActionButton>
    );
  }
  // The whole form, beside the switches, neither renames a course with students nor hands it over.
  const href = to(session.role === 'admin' ? paths.editCourse : paths.edit, course.id);
  return (
    <Button leftSection={icon} renderRoot={linkTo(href)}>
      {t.editCourse}
    </Button>
  );
}

const Actions = ({ course }: { course: CourseRow }) => (
  <>
    {hasHistory() ? <WriteButton audience={{ course_id: course.id }} whom={course.course_name} /> : null}
    <EditCourse course={course} />
  </>
);

/** Leads to the terms before and behind this one. */
const Terms = ({ before, next }: CourseTerms) => (
  <Group gap="md">
    {[
      ...(before ? [{ said: t.before, ...before }] : []),
      ...next.map((one) => ({ said: t.next, ...one })),
    ].map(({ said, course_id, course_name }) => (
      <span key={course_id}>
        {said}{' '}
        <ThingLink to="course" id={course_id}>
          {course_name}
        </ThingLink>
      </span>
    ))}
  </Group>
);

interface CourseDetailProps {
  answer: CallOutput<typeof courses.get_single_course>;
  isView: boolean;
}

export function CourseDetail({ answer: { data, types, type }, isView }: CourseDetailProps) {
  const { course, glimpses, teachers, weeks, prices, terms } = data;
  const [[now = course] = [], showChange] = useOptimisticChanges([course]);
  const all = { course_id: course.id, class_id: null };
  const isTeacher = session.role === 'teacher';
  const onlySelf = isTeacher && !isView;
  const classes: PageTab = {
    name: 'classes',
    label: classesTexts.table.title,
    content: <ClassCards course={course} />,
  };
  const money: PageTab = {
    name: 'money',
    label: classPageTexts.tabs.money,
    content: <RosterMoney of={all} name={course.course_name} />,
  };
  const history: PageTab = {
    name: 'history',
    label: historyTexts.title,
    content: <History of={{ course_id: course.id }} name={course.course_name} />,
  };
  return (
    <>
      <Visited kind="course" id={course.id} title={course.course_name} detail="" />
      <PageHeader
        title={course.course_name}

        actions={isView ? null : <Actions course={course} />}
      />
      {terms ? <Terms {...terms} /> : null}
      <CourseFacts
        course={now}
        typeName={types.find(({ id }) => id === type)?.type}
        teacherCount={isTeacher ? null : teachers.length}
      />
      <PageTabs
        label={t.tabsOf({ name: course.course_name })}
        tabs={[
          {
            name: 'overview',
            label: t.tabs.overview,
            content: (
              <>
                <Prices prices={prices} />
                <CourseCover course={course}>
                  {isView ? null : (
                    <Group gap="xs">
                      {now.can.publish ? <CourseSteps course={now} showChange={showChange} /> : null}
                      <LoneLink href={to(paths.finish, course.id)}>{t.finish}</LoneLink>
                    </Group>
                  )}
                </CourseCover>
                <CourseOverview course={course} glimpses={glimpses} />
              </>
            ),
          },
          {
            name: 'curriculum',
            label: t.tabs.curriculum,
            content: (
              <>
                {isView ? null : <Coverage courseId={course.id} />}
                <CourseCurriculum course={course} weeks={weeks} />
              </>
            ),
          },
          {
            name: 'instructor',
            label: t.tabs.instructor,
            content: (
              <CourseInstructors
                teachers={
                  onlySelf ? teachers.filter(({ user_id }) => String(user_id) === session.uid) : teachers
                }
                emptyText={onlySelf ? t.notInstructor : t.noInstructors}
              />
            ),
          },
          // The office alone sees what is beside them.
          hasHistory()
            ? tabGroup(classes.label, [
                classes,
                { name: 'term', label: t.tabs.term, content: <TermTab course={course} /> },
              ])
            : classes,
          {
            name: 'students',
            label: classPageTexts.tabs.students,
            content: <Roster of={all} name={course.course_name} prefix="students-" />,
          },
          ...(hasHistory() ? [tabGroup(money.label, [money, history])] : []),
        ]}
      />
    </>
  );
}
