import type { ClassRow } from '@gurukul/contract/classes';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { updatingTexts } from '#web/texts/updating.ts';

const t = updatingTexts.move;

/** To choose from: each class once, with all its weekly slots, the next meeting first. */
export function classesOf(slots: readonly ClassRow[] | undefined) {
  const byClass = new Map<number, ClassRow[]>();
  for (const row of slots ?? []) byClass.set(row.class_id, [...(byClass.get(row.class_id) ?? []), row]);
  return [...byClass].map(([id, rows]) => ({
    value: String(id),
    label: t.classLabel({
      name: rows[0]!.class_name,
      times:
        rows
          .toSorted((a, b) => (a.slot_time ?? '').localeCompare(b.slot_time ?? ''))
          .map(({ slot_time }) => formatWeekdayTime(slot_time))
          .join(', ') || 'none',
    }),
  }));
}
