import type { ScheduleRow } from '@gurukul/contract/schedule';
import { Button, Group, Title } from '@mantine/core';
import { IconCalendarDot, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatDate } from '#web/lib/format/format.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { scheduleTexts } from '#web/texts/schedule.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { addDays, mondayOf, wallAt } from './clock.ts';
import { WeekDays } from './week-days.tsx';
import classes from './week.module.css';
import { knownWeeks, weekOf } from './week.ts';

const t = scheduleTexts.week;

/** The Monday of the week that the address names, within what is known; of this week where it names none. */
function weekMeant(
  text: string | undefined,
  { first, current, last }: ReturnType<typeof knownWeeks>,
): string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return current;
  const monday = mondayOf(text);
  if (monday < first) return first;
  return monday > last ? last : monday;
}

interface WeekViewProps {
  rows: readonly ScheduleRow[];
  zone: string;
  now: number;
}

export function WeekView({ rows, zone, now }: WeekViewProps) {
  const [search, change] = useSearchState();
  const known = knownWeeks(rows, zone, now);
  const monday = weekMeant(search['week'], known);
  const days = weekOf(rows, monday, zone);
  const isEmpty = days.every(({ blocks }) => blocks.length === 0);
  const go = (to: string) => change({ week: to === known.current ? '' : to });
  const following = rows
    .flatMap(({ meetings }) => meetings)
    .filter((meeting) => wallAt(Date.parse(meeting), zone).day > addDays(monday, 6))
    .toSorted()[0];

  return (
    <Panel>
      <div className={classes.head}>
        <Title order={2} aria-live="polite">
          {t.range({ from: formatDate(monday), to: formatDate(addDays(monday, 6)) })}
        </Title>
        <Group component="nav" aria-label={t.label} gap="xs" className={classes.steps}>
          <ActionButton
            variant="default"
            aria-label={t.previous}
            disabledReason={monday === known.first ? t.noEarlier : null}
            onClick={() => go(addDays(monday, -7))}
          >
            <IconChevronLeft aria-hidden size={18} />
          </ActionButton>
          <ActionButton
            variant="default"
            leftSection={<IconCalendarDot aria-hidden size={18} />}
            disabledReason={monday === known.current ? t.already : null}
            onClick={() => go(known.current)}
          >
            {t.current}
          </ActionButton>
          <ActionButton
            variant="default"
            aria-label={t.next}
            disabledReason={monday === known.last ? t.noLater : null}
            onClick={() => go(addDays(monday, 7))}
          >
            <IconChevronRight aria-hidden size={18} />
          </ActionButton>
        </Group>
      </div>
      {isEmpty ? (
        <EmptyState
          title={t.empty}
          action={
            following ? (
              <Button variant="default" onClick={() => go(mondayOf(wallAt(Date.parse(following), zone).day))}>
                {t.showNext}
              </Button>
            ) : null
          }
        >
          {following ? t.nextMeeting({ day: formatDate(following, zone) }) : null}
        </EmptyState>
      ) : (
        <WeekDays key={monday} days={days} zone={zone} now={now} />
      )}
    </Panel>
  );
}
