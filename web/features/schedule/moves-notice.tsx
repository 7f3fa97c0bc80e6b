import type { ScheduleRow } from '@gurukul/contract/schedule';
import { Text } from '@mantine/core';
import { formatLongDay, formatWeekdayTime } from '#web/lib/format/format.ts';
import { scheduleTexts } from '#web/texts/schedule.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { movesAhead } from './moves.ts';
import classes from './schedule-page.module.css';

const t = scheduleTexts.moves;

interface MovesNoticeProps {
  rows: readonly ScheduleRow[];
  zone: string;
  now: number;
}

/** Announces which classes a clock change moves, so that nobody comes an hour late. */
export function MovesNotice({ rows, zone, now }: MovesNoticeProps) {
  return movesAhead(rows, zone, now).map(({ day, moves }) => (
    <div key={day} className={classes.notice}>
      <Notice title={t.title({ day: formatLongDay(day) })}>
        <ul className={classes.moves}>
          {moves.map(({ row, before, after }) => (
            <li key={`${row.id} ${after}`}>
              {t.line({
                name: row.class_name,
                before: formatWeekdayTime(before, zone),
                after: formatWeekdayTime(after, zone),
              })}
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed">
          {t.why}
        </Text>
      </Notice>
    </div>
  ));
}
