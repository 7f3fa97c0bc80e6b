import { eventZone, type EventRow } from '@gurukul/contract/events';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy, IconUsersPlus } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { ApiError } from '#web/calls/errors.ts';
import { MailList } from '#web/features/mail-list/mail-list.tsx';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { stringifySearch, useSearchState } from '#web/lib/address/address-search.ts';
import { formatDate, formatTime } from '#web/lib/format/format.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { SidePanel } from '#web/ui/feedback/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/document/rich-text.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { useOnFirstUse, useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
import { EventActions, whyNoRegistrations } from './event-actions.tsx';
import classes from './event-panel.module.css';
import { EventBadge } from './event-status.tsx';
import { EventPeople } from './registrations.tsx';
import { useEventActions } from './use-event-actions.tsx';
import { useEvent } from './use-events.ts';
import { closedPanel, panelKey, type OpenDialog } from './use-open-dialog.ts';

const t = eventsTexts.panel;

const EventTickets = lazy(async () => ({ default: (await import('./event-tickets.tsx')).EventTickets }));

const loadRegisterClass = async () => (await import('./register-class.tsx')).RegisterClass;

async function copyLink(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    toast.success(t.copied);
  } catch {
    // Browsers keep the clipboard from pages that are not open by https.
    toast.info(t.copyByHand({ link }));
  }
}

interface PartProps {
  event: EventRow;
  open: OpenDialog['open'];
}

/** Everything that can be done with the event: as in its row, and what concerns people and link. */
function Actions({ event, open }: PartProps) {
  const actions = useEventActions();
  const [withMails, setWithMails] = useState(false);
  const [isRegistering, setRegistering] = useState(false);
  const { part: RegisterClass, prepare, want } = useOnFirstUse(loadRegisterClass);
  const openRegister = async () => setRegistering(await want());
  return (
    <div className={classes.actions}>
      <EventActions event={event} actions={actions} open={open} withMails={withMails} onTick={setWithMails} />
      <div className={classes.also}>
        <ActionButton
          size="compact-sm"
          variant="light"
          leftSection={<IconUsersPlus aria-hidden size={16} />}
          disabledReason={whyNoRegistrations(event, event.can.add_student)}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => void openRegister()}
        >
          {t.register}
        </ActionButton>
        {event.meeting_link ? (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconCopy aria-hidden size={16} />}
            onClick={() => void copyLink(event.meeting_link)}
          >
            {t.copy}
          </Button>
        ) : null}
        {event.can.add_student ? (
          <WriteButton
            audience={{ event_id: event.event_id }}
            whom={event.event_name}
            size="compact-sm"
            variant="light"
          />
        ) : null}
      </div>
      {RegisterClass ? (
        <RegisterClass event={event} isOpen={isRegistering} onClose={() => setRegistering(false)} />
      ) : null}
    </div>
  );
}

const Mails = ({ event: { event_id, event_name } }: Pick<PartProps, 'event'>) => (
  <>
    <Text c="dimmed" mb="sm">
      <Anchor component={AppLink} href={`${paths.mails}${stringifySearch({ event: event_id })}`} inherit>
        {t.inLog}
      </Anchor>
    </Text>
    <MailList of={{ event_id }} label={t.mailsOf({ event: event_name })} />
  </>
);

function Facts({ event }: Pick<PartProps, 'event'>) {
  const { course_name, event_date, start_time, end_time, place } = event;
  const [start = '', end = ''] = [start_time, end_time].map((instant) => formatTime(instant, eventZone));
  return (
    <p className={classes.facts}>
      <EventBadge status={event.live_status} />
      <span>{eventsTexts.dialog.whenOf({ date: formatDate(event_date), start, end })}</span>
      {place ? <span>{place}</span> : null}
      {course_name ? <span>{course_name}</span> : null}
    </p>
  );
}

/** An event beside a list: when and where, and who comes. */
export function EventPeek({ id }: { id: number }) {
  const { data, error } = useEvent(id);
  if (!data) return error ? <FailedState message={error.message} /> : <LoadingState />;
  const { data: event } = data;
  return (
    <>
      <Title order={2}>{event.event_name}</Title>
      <Facts event={event} />
      <RichText html={event.description} />
    </>
  );
}

function Panel({ event, open }: PartProps) {
  const { event_name } = event;
  return (
    <>
      <Facts event={event} />
      <Actions event={event} open={open} />
      <PageTabs
        label={t.parts({ event: event_name })}
        tabs={[
          { name: 'people', label: t.people, content: <EventPeople event={event} open={open} /> },
          { name: 'mails', label: eventsTexts.mailsTitle, content: <Mails event={event} /> },
          // Tickets are for account admins.
          ...(session.role === 'admin'
            ? [
                {
                  name: 'tickets',
                  label: eventsTexts.tickets.tab,
                  content: <EventTickets name={event_name} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** An event beside the list, on a phone above it: its people, its mails, and what can be done with it. */
export function EventPanel({ open }: Pick<OpenDialog, 'open'>) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [search, change] = useSearchState();
  const eventId = idIn(search[panelKey]);
  const one = useEvent(eventId);
  const isMissing = one.error instanceof ApiError && one.error.status === 404;
  const event = isMissing ? undefined : one.data?.data;
  const close = () => change(closedPanel, 'replace');
  return (
    <SidePanel
      isInAddress
      opened={useOpenedAfterwards(eventId !== null)}
      onClose={close}
      position="right"
      size={isPhone ? '100%' : '46rem'}
      title={event?.event_name ?? eventsTexts.dialog.view}
      closeButtonProps={{ 'aria-label': texts.ui.close }}
      classNames={{ content: classes.panel ?? '', header: classes.head ?? '' }}
      transitionProps={{ exitDuration: 0 }}
      // A dialog above it hears Escape alone.
      closeOnEscape={false}
      onKeyDown={({ key, currentTarget, target }) => {
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) close();
      }}
    >
      {event ? <Panel key={event.event_id} event={event} open={open} /> : null}
      {isMissing ? <Text>{eventsTexts.dialog.missing}</Text> : null}
      {one.isPending ? <LoadingState /> : null}
      {one.isLoadingError && !isMissing ? (
        <FailedState message={eventsTexts.wentWrong} onRetry={() => void one.refetch()} />
      ) : null}
    </SidePanel>
  );
}
