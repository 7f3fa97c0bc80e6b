import type { TodayItems, TodayKind } from '@gurukul/contract/dashboards';
import { LineActions } from '#web/features/cases/line-actions.tsx';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { meetingsOf } from './uncalled-meetings.ts';

interface LineDeedsProps {
  kind: TodayKind;
  item: TodayItems[TodayKind];
}

/** What can be done with a line beside its step: take it in hand, or change its meeting. A meeting without a roll may not have taken place at all. */
export function LineDeeds({ kind, item }: LineDeedsProps) {
  const [meeting] = kind === 'unmarked_class' ? meetingsOf([item]) : [];
  return (
    <>
      <LineActions kind={kind} item={item} />
      {meeting ? <MeetingMenu meeting={meeting} /> : null}
    </>
  );
}
