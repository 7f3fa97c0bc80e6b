import type { TodayItems, TodayKind } from '@gurukul/contract/dashboards';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { meetingsOf } from './uncalled-meetings.ts';

interface LineDeedsProps {
  kind: TodayKind;
  item: TodayItems[TodayKind];
}

/** What can be done with a line beside its step. A meeting without a roll may not have taken place at all. */
export function LineDeeds({ kind, item }: LineDeedsProps) {
  const [meeting] = kind === 'unmarked_class' ? meetingsOf([item]) : [];
  return meeting ? <MeetingMenu meeting={meeting} /> : null;
}
