import type { TodayItems, TodayKind } from '@gurukul/contract/dashboards';

export interface UncalledMeeting {
  readonly class_id: number;
  readonly held_on: string;
  readonly starts_at: string;
}

/** The meetings of lines whose rolls are missing. */
export const meetingsOf = (items: readonly TodayItems[TodayKind][]): UncalledMeeting[] =>
  items.flatMap((item) => {
    if (!('attendance_date' in item)) return [];
    const { class_id, attendance_date: held_on, at: starts_at } = item;
    return class_id === null || held_on === null || starts_at === null
      ? []
      : [{ class_id, held_on, starts_at }];
  });
