import { events } from '@gurukul/contract/events';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { EventEditor } from './event-editor.tsx';
import { EventView } from './event-view.tsx';
import type { OpenDialog } from './use-open-dialog.ts';

const t = eventsTexts.dialog;

type EventAnswer = CallOutput<typeof events.get_single_events>['data'];

interface StoredEventProps {
  eventId: number;
  kind: 'view' | 'edit';
  dialog: OpenDialog;
}

function StoredEvent({ eventId, kind, dialog }: StoredEventProps) {
  const one = useQuery({
    ...query(events.get_single_events, { event_id: eventId }),
    // What is edited is what is there now, and stays as it is while somebody types.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [round, setRound] = useState(0);
  // The form begins with the stored event and keeps it, also when the event is read again.
  const [edited, setEdited] = useState<EventAnswer | null>(null);
  if (edited === null && one.isSuccess && one.isFetchedAfterMount) setEdited(one.data.data);
  if (kind === 'edit' && edited) {
    return (
      <EventEditor
        key={round}
        stored={edited}
        onClose={dialog.close}
        onReload={async () => {
          const { data, isSuccess } = await one.refetch();
          if (!isSuccess) return toast.error(eventsTexts.wentWrong);
          setEdited(data.data);
          return setRound(round + 1);
        }}
      />
    );
  }
  if (one.error instanceof ApiError && one.error.status === 404) return <Text>{t.missing}</Text>;
  if (one.error && !one.isFetching) {
    return <FailedState message={eventsTexts.wentWrong} onRetry={() => void one.refetch()} />;
  }
  if (!one.data || kind === 'edit') return <LoadingState />;
  const event = one.data.data;
  return <EventView event={event} onEdit={() => dialog.open('edit', eventId)} />;
}

/** Esc first closes a calendar or a link field that is open in the form, and then the dialog. */
const isAnsweredInside = () => document.querySelector('.mantine-Popover-dropdown') !== null;

/** Adds, changes or shows an event. */
export function EventDialog({ dialog }: { dialog: OpenDialog }) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { kind, eventId, close } = dialog;
  const isOpen = kind === 'add' || kind === 'view' || kind === 'edit';
  return (
    <Dialog
      isInAddress
      opened={isOpen}
      onClose={close}
      title={isOpen ? t[kind] : ''}
      size="56rem"
      fullScreen={isPhone}
      transitionProps={{ exitDuration: 0 }}
      closeOnClickOutside={kind === 'view'}
      closeOnEscape={false}
      // Before what is open inside hears it, and has gone.
      onKeyDownCapture={(event) => {
        if (event.key === 'Escape' && !isAnsweredInside()) close();
      }}
    >
      {kind === 'add' ? <EventEditor stored={null} onClose={close} /> : null}
      {kind === 'view' || kind === 'edit' ? (
        eventId === null ? (
          <Text>{t.missing}</Text>
        ) : (
          <StoredEvent key={`${kind} ${eventId}`} eventId={eventId} kind={kind} dialog={dialog} />
        )
      ) : null}
    </Dialog>
  );
}
