import { events } from '@gurukul/contract/events';
import { mails } from '@gurukul/contract/mails';

/** What is read anew after somebody was registered or taken off: events tell how many are. */
export const staleAfterRegistration = [events.get_register_students_event, events.get_events];

/** What is read anew after an event has changed: registrations tell its name, and letters follow from it. */
export const staleAfterEvent = [
  events.get_events,
  events.get_single_events,
  events.get_register_students_event,
  mails.get_mails,
];
