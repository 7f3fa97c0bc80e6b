import type { PlacingGroup, UnplacedRow } from '@gurukul/contract/placing';
import { formatList, formatTime, formatZone } from '#web/lib/format/format.ts';
import { spokenText } from '#web/lib/format/spoken-languages.ts';
import { placingTexts } from '#web/texts/placing.ts';
import { texts } from '#web/texts/texts.ts';
import { formatWallClock } from '#web/ui/meeting-time.tsx';

const t = placingTexts;

/** When somebody can come, in one line. */
export function wishSaid({ wish }: UnplacedRow): string {
  if (wish === null) return '';
  const { hours, zone, languages } = wish;
  return t.wish({
    hours: t.hours({ count: hours.length }),
    zone: formatZone(zone),
    languages: formatList(languages.map(spokenText)) || 'none',
  });
}

type Times = NonNullable<UnplacedRow['proposal']>['times'][number];

const whenSaid = (times: Times): string =>
  times
    .map(({ class_day, time }) => formatWallClock(class_day, time))
    .reduce((first, second) => t.later({ first, second }));

/** Why this class, or why none, in one line. */
export function reasonSaid({ proposal, why }: UnplacedRow): string {
  if (proposal === null) return why === null ? '' : t.why[why];
  const language = proposal.language_is_unknown
    ? t.unknownLanguage
    : proposal.language && spokenText(proposal.language);
  return t.reason({
    when: formatList(proposal.times.filter((times) => times.length > 0).map(whenSaid)),
    language: language ?? 'none',
    others: formatList(proposal.together_with) || 'none',
  });
}

const hourSaid = (time: string) => formatTime(`2000-01-01T${time}:00Z`, 'UTC');

export const groupSaid = (group: PlacingGroup): string =>
  t.group({
    course: group.course_name,
    count: group.people,
    day: texts.ui.days[group.class_day],
    from: hourSaid(group.from),
    until: hourSaid(group.until),
    zone: formatZone(group.zone),
    language: group.language === null ? 'none' : spokenText(group.language),
  });
