import { lazy, Suspense } from 'react';
import { useSearchState } from '#web/lib/address-search.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EventDialog } from './event-dialog.tsx';
import { EventsList } from './events-list.tsx';
import { PeopleDialog } from './people-dialog.tsx';
import { Registrations, registrationsAnchor, showing } from './registrations.tsx';
import { panelKey, useOpenDialog } from './use-open-dialog.ts';

const t = eventsTexts;

const EventPanel = lazy(async () => ({ default: (await import('./event-panel.tsx')).EventPanel }));

/** /events: the events and who is registered for them. */
export function EventsPage() {
  const dialog = useOpenDialog();
  const [search, change] = useSearchState();

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
      <EventDialog dialog={dialog} />
      <PeopleDialog dialog={dialog} />
    </>
  );
}
