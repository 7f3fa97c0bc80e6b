import { meetings } from '@gurukul/contract/meetings';
import { aheadMs } from '@gurukul/contract/shared/meetings/ahead';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { send } from '#web/calls/client.ts';
import { today } from '#web/lib/format/format.ts';
import { meetingKey } from '#web/lib/format/meeting-name.ts';
import { ownMomentOf } from '#web/lib/format/meeting-times.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';

const t = rollCallTexts;

/** That a meeting begins only later; '' for one that begins soon, has begun, or has no time. */
export const earlyText = (starts_at: string | null, now: number) =>
  starts_at !== null && Date.parse(starts_at) - aheadMs > now
    ? t.early({ when: ownMomentOf(starts_at) })
    : '';

/** Asks before the roll of a meeting that begins only later: a called roll says that it took place. */
export const mayCall = (early: string) => early === '' || confirm(`${early} ${t.earlyEffect}`);

/**
 * When the meeting of a class on a day begins, of several the first one or the one that is named; null for none, or when
 * it cannot be asked: nobody is kept from a register.
 */
export async function startOf(class_id: number, day: string, meeting: string): Promise<string | null> {
  // Only the calendar of a zone behind the reader's may have it still ahead.
  if (Date.parse(day) < Date.parse(today()) - 86_400_000) return null;
  const found = await send(meetings.get_meetings, { from: day, to: day, class_id }).catch(() => null);
  const starts = (found?.data ?? [])
    .filter(({ state }) => takesPlace(state))
    .filter((one) => meeting === '' || meetingKey({ ...one, extra: one.state === 'extra' }) === meeting)
    .map(({ starts_at }) => starts_at);
  return starts.toSorted()[0] ?? null;
}
