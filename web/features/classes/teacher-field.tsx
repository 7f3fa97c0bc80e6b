import { people } from '@gurukul/contract/people';
import type { TeacherName } from '@gurukul/contract/shared/teacher-row';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { classesTexts } from '#web/texts/classes.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { teacherOf } from './invited-teacher.ts';
import classes from './teacher-field.module.css';

const t = classesTexts.dialog;

interface TeacherFieldProps {
  courseId: number;
  /** Teachers associated with the course. */
  teachers: readonly TeacherName[];
  value: string;
  onChange: (id: string) => void;
}

/**
 * Who is to teach the class: a teacher of the course, another one, who joins it when the class is saved, or somebody who
 * is invited here and now.
 */
export function TeacherField({ courseId, teachers, value, onChange }: TeacherFieldProps) {
  const association = useQuery(query(people.get_teacher_bycourse, { courseId }));
  const rows = association.data?.data ?? [];
  const pending = new Set(rows.filter((row) => row.pending).map(({ user_id }) => user_id));
  const choice = ({ user_id, fullname }: TeacherName) => ({
    value: String(user_id),
    label: pending.has(user_id) ? invitationsTexts.named({ name: fullname }) : fullname,
  });
  const others = rows.filter(({ status }) => status === 'not associate');
  const choose = async (email: string) => {
    try {
      const id = await teacherOf(courseId, email);
      await association.refetch();
      if (id !== null) onChange(String(id));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const nobody = teachers.length === 0 && others.length === 0;
  return (
    <div className={classes.row}>
      <NativeSelect
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        label={t.teacher}
        description={nobody ? t.teacherInvite : t.teacherLater}
        data={[
          { value: '', label: nobody ? t.teacherNone : t.teacherHint },
          ...teachers.map(choice),
          ...(others.length > 0 ? [{ group: t.teacherOthers, items: others.map(choice) }] : []),
        ]}
      />
      <InviteButton
        newRole="teacher"
        label={invitationsTexts.invite.titles.teacher}
        onInvited={(email) => void choose(email)}
      />
    </div>
  );
}
