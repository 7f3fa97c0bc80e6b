import type { TodayItems, TodayKind } from '@gurukul/contract/dashboards';
import { LineActions } from '#web/features/cases/line-actions.tsx';
import { isChargedIn } from './today-words.ts';
import { meetingsOf } from './uncalled-meetings.ts';

interface TodayLineActionsProps {
  kind: TodayKind;
  item: TodayItems[TodayKind];
}

/** What can be done with a line beside its step. A meeting without a roll may not have taken place at all. */
export function TodayLineActions({ kind, item }: TodayLineActionsProps) {
  const [meeting] = kind === 'unmarked_class' ? meetingsOf([item]) : [];
  // Today waits only for the rolls of meetings that are over.
  const over = meeting && { ...meeting, ends_at: meeting.starts_at };
  return <LineActions kind={kind} item={item} meeting={over} isCharged={isChargedIn(kind, item)} />;
}
