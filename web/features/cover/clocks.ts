import type { PlannedCover } from '@gurukul/contract/cover';
import { formatDate, formatTime, formatZone } from '#web/lib/format/format.ts';
import { coverTexts } from '#web/texts/cover.ts';

const moment = (at: string, zone: string) => `${formatDate(at, zone)} ${formatTime(at, zone)}`;

/** From when to when on the clock of a zone, which is named: nobody has to guess whose time it is. */
export const spanIn = ({ starts_at, ends_at }: Pick<PlannedCover, 'starts_at' | 'ends_at'>, zone: string) =>
  coverTexts.offers.span({
    from: moment(starts_at, zone),
    to: formatTime(ends_at, zone),
    zone: formatZone(zone),
  });

/** The same on two clocks; once where both show the same. */
export function spansOf(
  meeting: Pick<PlannedCover, 'starts_at' | 'ends_at' | 'zone'>,
  own: string,
): readonly [string, ...string[]] {
  const { starts_at, zone } = meeting;
  const isSame = moment(starts_at, own) === moment(starts_at, zone);
  return isSame ? [spanIn(meeting, zone)] : [spanIn(meeting, own), spanIn(meeting, zone)];
}
