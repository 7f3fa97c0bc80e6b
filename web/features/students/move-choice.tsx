import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { send } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { studentTexts } from '#web/texts/student.ts';
import { texts } from '#web/texts/texts.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { MenuItem, MenuSection } from '#web/ui/menu/late-menu.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { classesOf } from '../classes/classes-of.ts';
import { freePlaces, placesText, type CoursePeople } from '../classes/free-places.ts';
import type { CourseOfStudent } from './status-select.tsx';
import { updatingAddress } from './updating-address.ts';
import { useMove } from './use-move.ts';

const t = studentTexts.header;

/** The classes of the course, each with its times and free places. */
const classItems = (
  { class_id: classNow }: CourseOfStudent,
  course: CoursePeople,
  move: (classId: number) => void,
): MenuItem[] =>
  classesOf(course).map(({ value, label }) => {
    const classId = Number(value);
    const isCurrent = classId === classNow;
    return {
      id: value,
      label,
      note: isCurrent ? t.here : placesText(freePlaces(course, classId, classNow)),
      isCurrent,
      onChoose: () => {
        if (!isCurrent) move(classId);
      },
    };
  });

interface MoveChoiceProps {
  rows: readonly CourseOfStudent[];
  studentId: number;
}

/** Moves a student to another class of their course with one press on it. */
export function MoveChoice({ rows, studentId }: MoveChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const { move, isPending } = useMove();
  const courseIds = rows.map(({ course_id }) => course_id);
  const courses = useQuery({
    queryKey: [people.get_teacher_bycourse.path, 'each', ...courseIds],
    queryFn: async ({ signal }) =>
      Promise.all(courseIds.map((courseId) => send(people.get_teacher_bycourse, { courseId }, { signal }))),
    enabled: isWanted,
  });
  const isFailed = !courses.data && courses.error !== null;

  const moveTo = async (row: CourseOfStudent, classId: number) => {
    if (isPending) return;
    const { student, course_id: course, class_id } = row;
    try {
      await move({ student, from: { course, class: class_id }, to: { course, class: classId } });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const inCourses = rows.flatMap((row, index): MenuSection[] => {
    const data = courses.data?.[index];
    const items = data ? classItems(row, data, (classId) => void moveTo(row, classId)) : [];
    return [{ id: String(row.course_id), label: row.course_name, items }];
  });
  const elsewhere = {
    id: 'elsewhere',
    label: t.otherCourse,
    href: updatingAddress(studentId, rows.length === 1 ? rows[0]?.course_id : undefined),
  };
  return (
    <MenuButton
      label={studentTexts.courses.move}
      onPrepare={() => setWanted(true)}
      isBusy={isPending}
      sections={[...inCourses, { id: 'elsewhere', items: [elsewhere] }]}
      status={
        !courses.data ? (
          <Text size="sm" p="xs" role={isFailed ? 'alert' : 'status'}>
            {isFailed ? updatingTexts.move.classesFailed : texts.ui.loading}
          </Text>
        ) : undefined
      }
    />
  );
}
