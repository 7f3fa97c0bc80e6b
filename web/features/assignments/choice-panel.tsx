import type { ClassRow } from '@gurukul/contract/classes';
import type { TeacherName } from '@gurukul/contract/shared/teacher-row';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { offerToTell } from '#web/features/messages/offer-to-tell.ts';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { LongSelect } from '#web/ui/form/long-select.tsx';
import { MeetingTime } from '#web/ui/meeting-time.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './choice-panel.module.css';
import { controls, goTo, press } from '../classes/go-to.ts';
import { useClassTeacher } from './use-class-teacher.ts';
import type { OfferedCourses } from '../classes/use-offered-courses.ts';

const t = classesTexts.teacher;
const c = classesTexts.choose;

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

const teacherHint = (slot: ClassRow | null, known: readonly TeacherName[]) => {
  if (!slot) return t.afterClass;
  return known.length === 0 ? t.noneAssociated : t.hint;
};

interface ChoicePanelProps {
  isOpen: boolean;
  offered: OfferedCourses;
  courseId: number | null;
  slotId: number | null;
  /** Slots of the chosen course. */
  slots: readonly ClassRow[] | undefined;
  /** Teachers associated with it. */
  teachers: readonly TeacherName[] | undefined;
  onCourse: (id: string) => void;
  onSlot: (id: string) => void;
}

interface Standing {
  readonly text: string;
  /** What is missing, and the way to it. */
  readonly way?: { readonly label: string; readonly go: () => void };
}

/** How it stands with the teacher of the chosen class. */
function standingOf({ courseId, slots, teachers }: ChoicePanelProps, slot: ClassRow | null): Standing {
  if (courseId === null) {
    return { text: t.chooseFirst, way: { label: c.course, go: () => goTo(controls.course) } };
  }
  if (!slots || !teachers) return { text: '' };
  if (slots.length === 0) {
    return { text: t.noClassYet, way: { label: t.toFirstClass, go: () => press(controls.create) } };
  }
  if (!slot) return { text: t.chooseClass, way: { label: c.class, go: () => goTo(controls.class) } };
  if (slot.teacher) return { text: t.taughtBy({ name: slot.teacher.fullname }) };
  if (teachers.length > 0) return { text: t.taughtByNobody };
  const text = `${t.taughtByNobody} ${t.associateFirst}`;
  return { text, way: { label: t.toTeachers, go: () => goTo(controls.teachers) } };
}

/** Course, class and the teacher of that class, from left to right in the order in which they are chosen. */
export function ChoicePanel(props: ChoicePanelProps) {
  const { isOpen, offered, courseId, slotId, slots, teachers, onCourse, onSlot } = props;
  const slot = slots?.find(({ id }) => id === slotId) ?? null;
  const { assign, takeOff, isSaving } = useClassTeacher();
  const [choice, setChoice] = useState<{ slotId: number; teacher: string } | null>(null);

  const current = slot?.teacher ?? null;
  const known = slot && teachers ? teachers : [];
  const picked = choice !== null && choice.slotId === slot?.id ? choice.teacher : null;
  const chosen = picked ?? (current ? String(current.user_id) : '');

  const refuse = (text: string, control: string) => {
    toast.warning(text);
    goTo(control);
  };

  const save = async () => {
    if (isSaving) return;
    if (courseId === null) return refuse(t.courseMissing, controls.course);
    if (!slot) return refuse(t.classMissing, controls.class);
    if (!chosen) return refuse(t.teacherMissing, controls.teacher);
    if (current && chosen === String(current.user_id)) return refuse(t.otherTeacher, controls.teacher);
    const answer = await assign(slot, Number(chosen));
    if (answer !== null) setChoice(null);
    if (answer) void offerToTell(slot, 'teacher', answer);
  };

  const remove = async (taught: ClassRow) => {
    if (!(await takeOff(taught))) return;
    setChoice(null);
    // The button has gone with the teacher.
    goTo(controls.teacher);
  };

  const { text, way } = standingOf(props, slot);
  return (
    <details className={classes.byHand} open={isOpen}>
      <summary>
        <h2>{c.title}</h2>
      </summary>
      <div className={classes.row}>
        <div>
          <LongSelect
            id={controls.course}
            label={c.course}
            hint={courseHint(offered)}
            options={offered.options}
            value={courseId === null ? '' : String(courseId)}
            onChange={onCourse}
          />
          {offered.isFailed ? <Failure text={c.coursesFailed} onRetry={offered.retry} /> : null}
        </div>
        <LongSelect
          id={controls.class}
          label={c.class}
          hint={slotHint(courseId, slots)}
          options={(slots ?? []).map(({ id, class_name, slot_time }) => ({
            value: String(id),
            label: c.classLabel({ name: class_name, time: formatWeekdayTime(slot_time) }),
          }))}
          value={slot ? String(slot.id) : ''}
          onChange={onSlot}
        />
        <NativeSelect
          id={controls.teacher}
          label={t.label}
          value={chosen}
          data={[
            { value: '', label: teacherHint(slot, known) },
            ...known.map(({ user_id, fullname }) => ({ value: String(user_id), label: fullname })),
          ]}
          onChange={(event) => slot && setChoice({ slotId: slot.id, teacher: event.currentTarget.value })}
        />
        <Button className={classes.assign} aria-busy={isSaving} onClick={() => void save()}>
          {current ? t.replace : t.add}
        </Button>
      </div>
      <div className={classes.standing}>
        <output>{text}</output>
        {slot ? (
          <MeetingTime
            instant={slot.slot_time}
            day={slot.class_day}
            time={slot.time}
            zoneName={slot.time_zone}
          />
        ) : null}
        {slot && current ? (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => void remove(slot)}>
            {t.takeOff}
          </Button>
        ) : null}
        {way ? (
          <Button variant="subtle" size="compact-sm" onClick={way.go}>
            {way.label}
          </Button>
        ) : null}
      </div>
    </details>
  );
}
