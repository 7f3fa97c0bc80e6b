import { assignments, type Colleague } from '@gurukul/contract/assignments';
import type { ClassCard, ClassRow } from '@gurukul/contract/classes';
import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { send } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { formatNumber, hoursOf } from '#web/lib/format/format.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { texts } from '#web/texts/texts.ts';
import type { MenuSection } from '#web/ui/menu/late-menu.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { controls, goTo } from '../classes/go-to.ts';
import { takeIn } from '../classes/invited-teacher.ts';
import classes from './association-page.module.css';

const t = classesTexts.cards;
const words = classesTexts.teacher;

const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/accounts/invite-dialog.tsx')).InviteDialog,
}));

interface TeacherChoiceProps {
  card: ClassCard;
  /** Of the class: with the same teacher, or all without one. */
  slots: readonly ClassRow[];
  image: string | undefined;
  isBusy: boolean;
  onChoose: (teacherId: number) => void;
}

const clashText = ({ class_name, course_name }: NonNullable<Colleague['clash']>) =>
  class_name === null || course_name === null
    ? t.foreignClash
    : t.clash({ name: class_name, course: course_name });

/** Those who are free come first, and among them those with the fewest hours. */
const byRoom = (a: Colleague, b: Colleague) =>
  Number(a.clash !== null) - Number(b.clash !== null) || a.weekly_minutes - b.weekly_minutes;

/** Who teaches these slots of the class. A press offers the colleagues of the course in their place. */
export function TeacherChoice({ card, slots, image, isBusy, onChoose }: TeacherChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const ids = slots.map(({ id }) => id);
  const { course_id, class_name } = card;
  const choices = useQuery({
    queryKey: [assignments.get_class_teacher.path, ...ids],
    queryFn: async ({ signal }) =>
      Promise.all(ids.map((id) => send(assignments.get_class_teacher, { id, course_id }, { signal }))),
    enabled: isWanted,
  });
  const [first, ...others] = choices.data ?? [];
  const colleagues = (first?.colleagues ?? []).map((one) => ({
    ...one,
    clash:
      [one, ...others.flatMap((other) => other.colleagues.filter(({ user_id }) => user_id === one.user_id))]
        .map(({ clash }) => clash)
        .find((clash) => clash !== null) ?? null,
  }));
  const teacher = slots[0]?.teacher ?? null;
  const isMissing = !teacher && slots.some(({ needs_teacher }) => needs_teacher);
  const items = colleagues.toSorted(byRoom).map((one): MenuSection['items'][number] => {
    const isCurrent = one.user_id === teacher?.user_id;
    const hours = t.hours({ hours: formatNumber(hoursOf(one.weekly_minutes)) });
    return {
      id: String(one.user_id),
      label: one.fullname,
      note: one.clash ? `${hours} · ${clashText(one.clash)}` : hours,
      isCurrent,
      onChoose: () => {
        if (!isCurrent) onChoose(one.user_id);
      },
    };
  });
  const toTeachers = {
    id: 'teachers',
    label: words.toTeachers,
    onChoose: () => requestAnimationFrame(() => goTo(controls.teachers)),
  };
  const inviteOne = {
    id: 'invite',
    label: invitationsTexts.invite.titles.teacher,
    onChoose: () => setInviting(true),
  };
  const choose = async (email: string) => {
    try {
      const id = await takeIn(course_id, email);
      if (id !== null) onChoose(id);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const failed = !choices.data && choices.error !== null;
  const status = failed ? choices.error.message : texts.ui.loading;
  return (
    <>
      <MenuButton
        label={t.teacherOf({ name: class_name })}
        className={isMissing ? classes.nobody : classes.teacher}
        variant={isMissing ? 'default' : 'subtle'}
        size="compact-md"
        leftSection={teacher ? <Portrait src={image} name={teacher.fullname} size={24} /> : null}
        onPrepare={() => setWanted(true)}
        isBusy={isBusy}
        sections={[
          { id: 'colleagues', label: teacher ? words.replace : words.add, items },
          { id: 'teachers', items: [choices.data && items.length === 0 ? inviteOne : toTeachers] },
        ]}
        status={
          choices.data ? undefined : (
            <Text size="sm" p="xs" role={failed ? 'alert' : 'status'}>
              {status}
            </Text>
          )
        }
      >
        {teacher?.fullname ?? (isMissing ? t.choose : classPageTexts.noTeacherNeeded)}
        <VisuallyHidden>{` ${class_name}`}</VisuallyHidden>
      </MenuButton>
      <Suspense>
        {isInviting ? (
          <InviteDialog
            newRole="teacher"
            isOpen
            onClose={() => setInviting(false)}
            onInvited={(email) => void choose(email)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
