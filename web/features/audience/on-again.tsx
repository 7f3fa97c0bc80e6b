import { Text } from '@mantine/core';
import { eventsTexts } from '#web/texts/events.ts';
import { Audience, Tick } from './audience.tsx';

const t = eventsTexts.ask;

interface OnAgainProps {
  eventId: number;
  onTick: (tell: boolean) => void;
}

/** What follows from undoing a cancel: which mails are sent after all, and who has to be told. */
export const OnAgain = ({ eventId, onTick }: OnAgainProps) => (
  <Audience eventId={eventId}>
    {({ withdrawn, called_off: off }) => (
      <>
        {withdrawn > 0 ? <Text>{t.againSent({ count: withdrawn })}</Text> : null}
        {off > 0 ? (
          <>
            <Text>{t.againOff({ count: off })}</Text>
            <Tick label={t.againTell} initial onTick={onTick} />
          </>
        ) : null}
        {withdrawn + off === 0 ? <Text>{t.againNobody}</Text> : null}
      </>
    )}
  </Audience>
);
