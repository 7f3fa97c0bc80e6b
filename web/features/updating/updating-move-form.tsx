import { people } from '@gurukul/contract/people';
import { noCourse, type StudentRow } from '@gurukul/contract/students';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useOfferedCourses, type OfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { texts } from '#web/texts/texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { classesOf } from '../classes/classes-of.ts';
import { useMove } from '../students/use-move.ts';
import classes from './updating-form.module.css';

const t = updatingTexts.move;

const courseHint = ({ isPending, options }: OfferedCourses) => {
  if (isPending) return t.coursesLoading;
  return options.length === 0 ? t.noCourses : t.courseHint;
};

/** The classes of the chosen course, and what it means to choose none. */
function useClassChoices(row: StudentRow, course: string) {
  const read = useQuery({
    ...query(people.get_teacher_bycourse, { courseId: Number(course) }),
    enabled: course !== '',
  });
  const options = classesOf(read.data);
  const isHere = course !== '' && course === String(row.course_id);
  const none = () => {
    if (course === '') return t.courseFirst;
    if (!read.data) return texts.ui.loading;
    if (options.length === 0) return t.noClasses;
    return isHere && row.class_id ? t.sameClass : t.noClass;
  };
  return {
    choices: [{ value: '', label: none() }, ...options],
    isFailed: !read.data && read.error !== null,
    retry: () => void read.refetch(),
  };
}

interface FailureProps {
  text: string;
  onRetry: () => void;
}

const Failure = ({ text, onRetry }: FailureProps) => (
  <div className={classes.failed} role="alert">
    <Text size="sm">{text}</Text>
    <Button variant="subtle" size="compact-sm" onClick={onRetry}>
      {texts.ui.retry}
    </Button>
  </div>
);

interface UpdatingMoveFormProps {
  row: StudentRow;
  /** Told before and after, so that the row is found again in its new course. */
  onMoving: (courseId: number) => void;
  onMoved: (courseId: number) => void;
}

/** Starts from the course and class of the row. If nothing was changed, the server says so. */
export function UpdatingMoveForm({ row, onMoving, onMoved }: UpdatingMoveFormProps) {
  const offered = useOfferedCourses();
  const { move, isPending } = useMove();
  const courseField = useRef<HTMLSelectElement>(null);
  const courseNow = row.course_id === noCourse ? '' : String(row.course_id);
  const classNow = row.class_id ? String(row.class_id) : '';
  const [course, setCourse] = useState(courseNow);
  const [classId, setClassId] = useState(classNow);
  const [known, setKnown] = useState(`${courseNow} ${classNow}`);
  // Another row, or the same one after the move: the choice starts anew from there.
  if (known !== `${courseNow} ${classNow}`) {
    setKnown(`${courseNow} ${classNow}`);
    setCourse(courseNow);
    setClassId(classNow);
  }
  const { choices, isFailed, retry } = useClassChoices(row, course);

  const chooseCourse = (next: string) => {
    setCourse(next);
    setClassId(next === courseNow ? classNow : '');
  };

  const save = async () => {
    if (isPending) return;
    if (course === '') {
      toast.warning(t.courseMissing);
      courseField.current?.focus();
      return;
    }
    onMoving(Number(course));
    try {
      const isMoved = await move({
        student: row,
        from: { course: row.course_id === noCourse ? null : row.course_id, class: row.class_id },
        to: { course: Number(course), class: classId === '' ? null : Number(classId) },
      });
      if (isMoved) onMoved(Number(course));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  const courseName = row.course_name ?? studentsTexts.noCourse;
  return (
    <section className={classes.form} aria-label={t.form({ name: row.fullname, course: courseName })}>
      <Text fw={600}>{t.form({ name: row.fullname, course: courseName })}</Text>
      <div className={classes.row}>
        <div>
          <NativeSelect
            ref={courseField}
            label={t.course}
            value={course}
            data={[{ value: '', label: courseHint(offered) }, ...offered.options]}
            onChange={(event) => chooseCourse(event.currentTarget.value)}
          />
          {offered.isFailed ? <Failure text={t.coursesFailed} onRetry={offered.retry} /> : null}
        </div>
        <div>
          <NativeSelect
            label={t.class}
            value={classId}
            data={choices}
            onChange={(event) => setClassId(event.currentTarget.value)}
          />
          {isFailed ? <Failure text={t.classesFailed} onRetry={retry} /> : null}
        </div>
        <Button variant="light" className={classes.submit} aria-busy={isPending} onClick={() => void save()}>
          {isPending ? t.submitting : t.submit}
        </Button>
      </div>
      <Notice title={t.historyTitle}>{t.history}</Notice>
    </section>
  );
}
