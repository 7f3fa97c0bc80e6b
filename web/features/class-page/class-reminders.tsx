import { classes } from '@gurukul/contract/classes';
import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import { Text } from '@mantine/core';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { hasHistory, tellDone } from '#web/features/audit/tell-done.ts';
import { ReminderChoice, remindersText } from '#web/features/meetings/reminder-choice.tsx';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { ShownClass } from './class-page.tsx';

const t = meetingsTexts.reminders;

/** Of which meetings the students are reminded; the office changes it here, with Undo. */
export function ClassReminders({ shown }: { shown: ShownClass }) {
  const { class_id, class_name, reminders } = shown;
  const set = useAction(classes.set_reminders);
  if (!hasHistory()) return <Text size="sm">{`${t.label}: ${remindersText(reminders)}`}</Text>;

  const choose = async (chosen: readonly ReminderTime[]) => {
    try {
      const answer = await set.run({ class_id, reminders: [...chosen] });
      tellDone(answer, t.changed({ name: class_name }), { kind: 'changed', what: class_name });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <ReminderChoice
      value={reminders}
      onChange={(chosen) => {
        if (!set.isPending) void choose(chosen);
      }}
      name={class_name}
      isBusy={set.isPending}
    />
  );
}
