import type { ClassDay, ShownSlot } from '@gurukul/contract/shared/meetings/slots';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { formatTime, formatWeekdayTime } from '#web/lib/format/format.ts';
import { texts } from '#web/texts/texts.ts';
import { Hint } from './feedback/hint.tsx';
import classes from './meeting-time.module.css';

/** Saturday 05:30 PM of a weekday and a wall clock, 17:30. */
export const formatWallClock = (day: ClassDay, time: string) =>
  `${texts.ui.days[day]} ${formatTime(`2000-01-01T${time.slice(0, 5)}:00Z`, 'UTC')}`;

interface MeetingTimeProps {
  /** A meeting, as an instant in UTC. */
  instant: string | null | undefined;
  /** The class's own weekday, wall clock and zone, EST. */
  day: ClassDay;
  time: string;
  zoneName: string;
}

/**
 * The time of a meeting on the viewer's clock. If the class's own clock differs, its time stands below. Hover, focus or
 * tap explains it, and so do the words for screen readers.
 */
export function MeetingTime({ instant, day, time, zoneName }: MeetingTimeProps) {
  const shown = formatWeekdayTime(instant);
  const wallClock = formatWallClock(day, time);
  const own = texts.ui.ownTime({ time: wallClock, zone: zoneName });
  return (
    <span className={classes.meeting}>
      <Hint label={own}>
        <UnstyledButton className={classes.time}>
          {shown}
          <VisuallyHidden>{`. ${own}`}</VisuallyHidden>
        </UnstyledButton>
      </Hint>
      {shown === '' || shown === wallClock ? null : (
        <small aria-hidden className={classes.own}>
          {`${wallClock} ${zoneName}`}
        </small>
      )}
    </span>
  );
}

interface MeetingTimesProps {
  slots: readonly ShownSlot[] | null | undefined;
}

/** Several weekly slots, one below the other. */
export function MeetingTimes({ slots }: MeetingTimesProps) {
  return (
    <span className={classes.times}>
      {slots?.map(({ slot_time, class_day, time, time_zone }, place) => (
        <MeetingTime
          // oxlint-disable-next-line react/no-array-index-key -- two are alike where somebody teaches two classes at once
          key={`${place} ${slot_time}`}
          instant={slot_time}
          day={class_day}
          time={time}
          zoneName={time_zone}
        />
      ))}
    </span>
  );
}

/** The same as plain words, for exported files. */
export const meetingTimesText = (slots: readonly ShownSlot[] | null | undefined): string =>
  (slots ?? []).map(({ slot_time }) => formatWeekdayTime(slot_time)).join(', ');
