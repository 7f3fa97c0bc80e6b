import { people } from '@gurukul/contract/people';
import type { TeacherName } from '@gurukul/contract/shared/teacher-row';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { useClassTeacher } from '#web/features/assignments/use-class-teacher.ts';
import { ClassDialog } from '#web/features/classes/class-dialog.tsx';
import type { Task } from '#web/features/classes/class-form.ts';
import { takeIn } from '#web/features/classes/invited-teacher.ts';
import { offerToTell } from '#web/features/messages/offer-to-tell.ts';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { paths, to } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import type { ShownClass } from './class-page.tsx';

const t = classPageTexts.choose;

/** The dialog that is open. */
export type ClassTask = Exclude<Task, { kind: 'create' }> | { readonly kind: 'teacher' };

interface ChooseTeacherProps {
  shown: ShownClass;
  /** Teachers associated with the course. */
  teachers: readonly TeacherName[];
  /** The teacher with that address is invited. */
  onInvited: (email: string) => Promise<unknown>;
  onDone: () => void;
}

const everySlot = 'all';

function ChooseTeacher({ shown, teachers, onInvited, onDone }: ChooseTeacherProps) {
  const { course_id, slots } = shown;
  const [slotId, setSlotId] = useState(slots.length > 1 ? everySlot : String(slots[0]?.id ?? ''));
  const [teacherId, setTeacherId] = useState('');
  const { assignAll, isSaving } = useClassTeacher();
  const meant = slots.filter(({ id }) => slotId === everySlot || String(id) === slotId);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (teacherId === '') return toast.warning(t.missing);
    if (meant.every(({ teacher }) => String(teacher?.user_id) === teacherId)) return toast.warning(t.same);
    const answer = await assignAll(meant, Number(teacherId));
    if (answer === null) return;
    onDone();
    if (answer) void offerToTell(shown, 'teacher', answer);
  };

  if (teachers.length === 0) {
    return (
      <>
        <Text mb="md">{t.none}</Text>
        <Group>
          <InviteButton
            newRole="teacher"
            label={invitationsTexts.invite.titles.teacher}
            onInvited={(email) => void onInvited(email)}
          />
          <LoneLink href={to(paths.manage, course_id)}>{t.toTeachers}</LoneLink>
        </Group>
      </>
    );
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      {slots.length > 1 ? (
        <NativeSelect
          mb="md"
          label={t.slot}
          value={slotId}
          data={[
            { value: everySlot, label: t.all },
            ...slots.map(({ id, slot_time, teacher }) => ({
              value: String(id),
              label: [formatWeekdayTime(slot_time), teacher?.fullname].filter(Boolean).join(' · '),
            })),
          ]}
          onChange={(event) => setSlotId(event.currentTarget.value)}
        />
      ) : null}
      <NativeSelect
        label={t.teacher}
        data-autofocus
        value={teacherId}
        data={[
          { value: '', label: t.hint },
          ...teachers.map(({ user_id, fullname }) => ({ value: String(user_id), label: fullname })),
        ]}
        onChange={(event) => setTeacherId(event.currentTarget.value)}
      />
      <DialogFoot>
        <Button type="submit" aria-busy={isSaving}>
          {isSaving ? t.busy : t.save}
        </Button>
      </DialogFoot>
    </form>
  );
}

interface ClassDialogsProps {
  shown: ShownClass;
  task: ClassTask;
  isOpen: boolean;
  onClose: () => void;
  /** A slot was deleted in the dialog. */
  onLeave: () => void;
}

/** Changes the teachers or the week of a class. */
export function ClassDialogs({ shown, task, isOpen, onClose, onLeave }: ClassDialogsProps) {
  const { course_id } = shown;
  const association = useQuery(query(people.get_teacher_bycourse, { courseId: course_id }));
  const teachers = association.data?.teachers;
  const onInvited = async (email: string) => {
    try {
      await takeIn(course_id, email);
      await association.refetch();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  if (task.kind !== 'teacher') {
    return (
      <ClassDialog
        courseId={course_id}
        teachers={teachers ?? []}
        task={task}
        isOpen={isOpen}
        onClose={onClose}
        onSaved={onClose}
        onDeleted={() => {
          onClose();
          onLeave();
        }}
      />
    );
  }
  return (
    <Dialog isInAddress opened={isOpen} onClose={onClose} title={t.title}>
      {teachers ? (
        <ChooseTeacher shown={shown} teachers={teachers} onInvited={onInvited} onDone={onClose} />
      ) : null}
      {!teachers && association.isError ? (
        <FailedState message={messageOf(association.error)} onRetry={() => void association.refetch()} />
      ) : null}
      {!teachers && !association.isError ? <LoadingState /> : null}
    </Dialog>
  );
}
