import { lazy, Suspense, useState } from 'react';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EventsList } from './events-list.tsx';
import { Registrations, registrationsAnchor, showing } from './registrations.tsx';
import { panelKey, useOpenDialog } from './use-open-dialog.ts';

const t = eventsTexts;

const EventDialog = lazy(async () => ({ default: (await import('./event-dialog.tsx')).EventDialog }));
const PeopleDialog = lazy(async () => ({ default: (await import('./people-dialog.tsx')).PeopleDialog }));
const EventPanel = lazy(async () => ({ default: (await import('./event-panel.tsx')).EventPanel }));

/** /events: the events and who is registered for them. */
export function EventsPage() {
  const dialog = useOpenDialog();
  const [search, change] = useSearchState();
  // A dialog is loaded when it opens first, and then stays: it gives the focus back after it has closed.
  const [opened, setOpened] = useState({ event: false, people: false });
  const which = dialog.kind === 'people' ? 'people' : 'event';
  if (dialog.kind && !opened[which]) setOpened({ ...opened, [which]: true });

  const showRegistered = (eventId: number) => {
    change(showing(eventId));
    const list = document.getElementById(registrationsAnchor);
    list?.focus({ preventScroll: true });
    list?.scrollIntoView();
  };

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <EventsList open={dialog.open} onShowRegistered={showRegistered} />
      <Registrations open={dialog.open} />
      {search[panelKey] ? (
        <Suspense>
          <EventPanel open={dialog.open} />
        </Suspense>
      ) : null}
      <Suspense>{opened.event ? <EventDialog dialog={dialog} /> : null}</Suspense>
      <Suspense>{opened.people ? <PeopleDialog dialog={dialog} /> : null}</Suspense>
    </>
  );
}
