import type { ClassRow } from '@gurukul/contract/classes';
import type { TeacherRow } from '@gurukul/contract/shared/teacher-row';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import { formatWeekdayTime } from '#web/lib/format.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import classes from './choice-panel.module.css';
import { useClassTeacher } from './use-class-teacher.ts';
import type { OfferedCourses } from './use-offered-courses.ts';

const t = texts.classes.teacher;
const c = texts.classes.choose;

interface FailureProps {
  text: string;
  onRetry: () => void;
}

function Failure({ text, onRetry }: FailureProps) {
  return (
    <div className={classes.failed} role="alert">
      <Text size="sm">{text}</Text>
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {texts.ui.retry}
      </Button>
    </div>
  );
}

const courseHint = ({ isPending, options }: OfferedCourses) => {
  if (isPending) return c.coursesLoading;
  return options.length === 0 ? c.noCourses : c.courseHint;
};

const slotHint = (courseId: number | null, slots: readonly ClassRow[] | undefined) => {
  if (courseId === null) return c.classAfterCourse;
  if (!slots) return texts.ui.loading;
  return slots.length === 0 ? c.noClasses : c.classHint;
};

interface ChoicePanelProps {
  offered: OfferedCourses;
  courseField: RefObject<HTMLSelectElement | null>;
  courseId: number | null;
  slotId: number | null;
  /** Timings of the chosen course. */
  slots: readonly ClassRow[] | undefined;
  /** Teachers associated with it. */
  teachers: readonly TeacherRow[] | undefined;
  onCourse: (id: string) => void;
  onSlot: (id: string) => void;
}

/** Course, class and the teacher of that class, from left to right in the order in which they are chosen. */
export function ChoicePanel(props: ChoicePanelProps) {
  const { offered, courseField, courseId, slotId, slots, teachers, onCourse, onSlot } = props;
  const slot = slots?.find(({ id }) => id === slotId) ?? null;
  const teacher = useClassTeacher(slot);
  const [choice, setChoice] = useState<{ slotId: number; teacher: string } | null>(null);
  const slotField = useRef<HTMLSelectElement>(null);
  const teacherField = useRef<HTMLSelectElement>(null);

  const { current } = teacher;
  const known = slot && teachers ? teachers : [];
  const picked = choice !== null && choice.slotId === slot?.id ? choice.teacher : null;
  const chosen = picked ?? (current ? String(current.user_id) : '');

  const refuse = (text: string, field: RefObject<HTMLSelectElement | null>) => {
    toast.warning(text);
    field.current?.focus();
  };

  const assign = async () => {
    if (teacher.isSaving) return;
    if (courseId === null) return refuse(t.courseMissing, courseField);
    if (!slot) return refuse(t.classMissing, slotField);
    if (!chosen) return refuse(t.teacherMissing, teacherField);
    if (current && chosen === String(current.user_id)) return refuse(t.otherTeacher, teacherField);
    await teacher.assign(slot, Number(chosen));
    setChoice(null);
  };

  const status = () => {
    if (!slot) return t.chooseFirst;
    if (teacher.isLoading) return t.loading;
    if (current) return t.taughtBy(current.fullname);
    return known.length === 0 ? `${t.taughtByNobody} ${t.associateFirst}` : t.taughtByNobody;
  };

  return (
    <Panel title={c.title}>
      <div className={classes.row}>
        <div>
          <NativeSelect
            ref={courseField}
            label={c.course}
            value={courseId ?? ''}
            data={[{ value: '', label: courseHint(offered) }, ...offered.options]}
            onChange={(event) => onCourse(event.currentTarget.value)}
          />
          {offered.isFailed ? <Failure text={c.coursesFailed} onRetry={offered.retry} /> : null}
        </div>
        <NativeSelect
          ref={slotField}
          label={c.class}
          value={slot?.id ?? ''}
          data={[
            { value: '', label: slotHint(courseId, slots) },
            ...(slots ?? []).map(({ id, class_name, slot_time }) => ({
              value: String(id),
              label: c.classLabel(class_name, formatWeekdayTime(slot_time)),
            })),
          ]}
          onChange={(event) => onSlot(event.currentTarget.value)}
        />
        <NativeSelect
          ref={teacherField}
          label={t.label}
          value={chosen}
          data={[
            { value: '', label: slot && known.length === 0 ? t.noneAssociated : t.hint },
            ...known.map(({ user_id, fullname }) => ({ value: String(user_id), label: fullname })),
          ]}
          onChange={(event) => slot && setChoice({ slotId: slot.id, teacher: event.currentTarget.value })}
        />
        <ActionButton
          className={classes.assign}
          disabledReason={teacher.isLoading ? t.loading : ''}
          aria-busy={teacher.isSaving}
          onClick={() => void assign()}
        >
          {current ? t.replace : t.add}
        </ActionButton>
      </div>
      {teacher.isFailed ? (
        <Failure text={t.failed} onRetry={teacher.retry} />
      ) : (
        <output className={classes.status}>{status()}</output>
      )}
    </Panel>
  );
}
