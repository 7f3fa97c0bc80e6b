import type { EventAudience } from '@gurukul/contract/events';
import { Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { eventsTexts } from '#web/texts/events.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { useAudience } from './use-audience.ts';

interface AudienceProps {
  eventId: number;
  children: (audience: EventAudience) => ReactNode;
}

/** How many people would be told, once it is known. */
export function Audience({ eventId, children }: AudienceProps) {
  const { data, isError, refetch } = useAudience(eventId);
  if (data) return children(data.data);
  if (isError) return <FailedState message={eventsTexts.wentWrong} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

interface TickProps {
  label: string;
  initial: boolean;
  onTick: (isTicked: boolean) => void;
}

/** A tick in a question is the caller's to keep. */
export function Tick({ label, initial, onTick }: TickProps) {
  const [isTicked, setTicked] = useState(initial);
  return (
    <Checkbox
      label={label}
      checked={isTicked}
      onChange={({ currentTarget }) => {
        setTicked(currentTarget.checked);
        onTick(currentTarget.checked);
      }}
    />
  );
}
