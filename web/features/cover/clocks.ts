import type { PlannedCover } from '@gurukul/contract/cover';
import { formatTime, formatZone } from '#web/lib/format/format.ts';
import { momentOf } from '#web/lib/format/meeting-times.ts';
import { coverTexts } from '#web/texts/cover.ts';

/** From when to when on the clock of a zone, which is named: nobody has to guess whose time it is. */
export const spanIn = ({ starts_at, ends_at }: Pick<PlannedCover, 'starts_at' | 'ends_at'>, zone: string) =>
  coverTexts.offers.span({
    from: momentOf(starts_at, zone),
    to: formatTime(ends_at, zone),
    zone: formatZone(zone),
  });

/** The same on two clocks; once where both show the same. */
export function spansOf(
  meeting: Pick<PlannedCover, 'starts_at' | 'ends_at' | 'zone'>,
  own: string,
): readonly [string, ...string[]] {
  const { starts_at, zone } = meeting;
  const isSame = momentOf(starts_at, own) === momentOf(starts_at, zone);
  return isSame ? [spanIn(meeting, zone)] : [spanIn(meeting, own), spanIn(meeting, zone)];
}
