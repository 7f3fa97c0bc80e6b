import { eventZone } from '@gurukul/contract/events';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { formatTime } from '#web/lib/format/format.ts';
import { Hint } from '#web/ui/feedback/hint.tsx';
import classes from './events.module.css';
import { onViewersClock } from './event-time.ts';

/** A time of an event in India; if the viewer's clock differs, hover, focus or tap shows their time. */
export function EventWhen({ instant }: { instant: string }) {
  const shown = formatTime(instant, eventZone);
  const own = onViewersClock(instant);
  if (!own) return <span className={classes.line}>{shown}</span>;
  return (
    <Hint label={own}>
      <UnstyledButton className={classes.time}>
        {shown}
        <VisuallyHidden>{`. ${own}`}</VisuallyHidden>
      </UnstyledButton>
    </Hint>
  );
}
