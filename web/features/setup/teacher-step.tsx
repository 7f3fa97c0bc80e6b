import { assignments } from '@gurukul/contract/assignments';
import type { Setup } from '@gurukul/contract/provider';
import { Text } from '@mantine/core';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { takeIn } from '#web/features/classes/invited-teacher.ts';
import { session } from '#web/lib/session.ts';
import { setupTexts } from '#web/texts/setup.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = setupTexts;

/** Invites the teacher, takes them into the course and gives them the class. */
export function TeacherStep({ group }: { group: NonNullable<Setup['class']> }) {
  const addition = useAction(assignments.add_teacher_to_class);
  const { course_id, slot_id, class_name } = group;
  const give = async (email: string) => {
    try {
      const user_id = await takeIn(course_id, email);
      if (user_id === null) return;
      const answer = await addition.run({ id: slot_id, course_id, user_id, assigned_by: session.uid });
      tellDone(answer, t.teacher.invited({ name: email }), { kind: 'teacher', what: class_name });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <>
      <div>
        <InviteButton newRole="teacher" label={t.teacher.action} onInvited={(email) => void give(email)} />
      </div>
      <Text c="dimmed">{t.teacher.alone}</Text>
    </>
  );
}
