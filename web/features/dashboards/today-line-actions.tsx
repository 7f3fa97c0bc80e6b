import type { TodayItems, TodayKind } from '@gurukul/contract/dashboards';
import type { ButtonProps } from '@mantine/core';
import { LineActions } from '#web/features/cases/line-actions.tsx';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { meetingsOf } from './uncalled-meetings.ts';

interface TodayLineActionsProps extends Pick<ButtonProps, 'size'> {
  kind: TodayKind;
  item: TodayItems[TodayKind];
}

/** What can be done with a line beside its step: take it in hand, or change its meeting. A meeting without a roll may not have taken place at all. */
export function TodayLineActions({ kind, item, size }: TodayLineActionsProps) {
  const [meeting] = kind === 'unmarked_class' ? meetingsOf([item]) : [];
  return (
    <>
      <LineActions size={size} kind={kind} item={item} />
      {meeting ? <MeetingMenu size={size} meeting={meeting} /> : null}
    </>
  );
}
