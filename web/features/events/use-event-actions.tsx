import { events, type EventRow, type MailedPeople } from '@gurukul/contract/events';
import { Stack, Text } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError, refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { isOver } from './event-time.ts';
import { saidOf } from './said-of.ts';

const t = eventsTexts;

export type Action = 'publish' | 'mails' | 'cancel' | 'delete' | 'registrations';

const loadQuestions = () => import('./action-questions.tsx');

/** What undoing an action means; publishing writes to people, and stays. */
const kinds = {
  publish: 'changed',
  mails: 'changed',
  cancel: 'canceled',
  delete: 'removed',
  registrations: 'changed',
} as const;

/** Publishing shows a mail while it asks. */
const sizes: Readonly<Record<Action, string>> = {
  publish: 'xl',
  mails: 'xl',
  cancel: 'md',
  delete: 'md',
  registrations: 'md',
};

interface Answer {
  readonly answer: object;
  /** What is said then. */
  readonly text: string;
}

const askOnAgain = async ({ event_id, event_name }: EventRow) =>
  (await import('./ask-on-again.tsx')).askOnAgain(event_id, event_name);

/** Where the keyboard goes when the button that was pressed has gone with its row: it would land nowhere. */
function keepPlace() {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`section[aria-label="${t.list}"]`)?.focus({ preventScroll: true });
  });
}

/** Whether people count on it: only a cancellation would tell them. */
const isExpected = ({ live_status, end_time }: EventRow) =>
  live_status === 'published' && !isOver({ end_time });

const namesOf = ({ event_id, course_name, event_name }: EventRow) => ({
  event_id,
  course_name,
  event_name,
});

/** Asks, acts and tells. While one action runs, no other starts, so a double click does it once. */
function useOneAtATime() {
  const isTaken = useRef(false);
  const [busy, setBusy] = useState<string | null>(null);

  const perform = async (
    event: EventRow,
    action: Action,
    /** Loaded when it is asked. */
    question: () => ReactNode | Promise<ReactNode>,
    act: () => Promise<Answer>,
  ) => {
    if (isTaken.current) return;
    isTaken.current = true;
    const isRemoval = action === 'delete' || action === 'cancel';
    const removal = isRemoval ? `${t.actions[action]} ${event.event_name}` : '';
    try {
      if (!(await confirm(await question(), { size: sizes[action], action: removal }))) return;
      setBusy(`${event.event_id} ${action}`);
      const { answer, text } = await act();
      const about = {
        kind: kinds[action],
        what: event.event_name,
        ...(action === 'cancel' ? { ask: () => askOnAgain(event) } : {}),
      } as const;
      tellDone(answer, text, about);
    } catch (error) {
      toast.error(refusalOf(error, t.wentWrong));
    } finally {
      isTaken.current = false;
      setBusy(null);
      keepPlace();
    }
  };

  return { busy, perform };
}

/** The actions on an event from its row. Each asks first. */
export function useEventActions() {
  const publish = useAction(events.publish_event);
  const mails = useAction(events.send_event_mails);
  const cancel = useAction(events.cancel_event);
  const remove = useAction(events.delete_event);
  const registrations = useAction(events.event_registrations);
  const { busy, perform } = useOneAtATime();

  return {
    /** The event and the action that are under way, '7 publish'; null when none is. */
    busy,
    publish: (event: EventRow, withMails: boolean) => {
      let flag: 0 | 1 = withMails ? 1 : 0;
      const tick = (isTicked: boolean) => {
        flag = isTicked ? 1 : 0;
      };
      let to: MailedPeople = event.registered > 0 ? 'registered' : 'course';
      const choose = (chosen: MailedPeople) => {
        to = chosen;
      };
      const question = async () => {
        const { PublishQuestion } = await loadQuestions();
        return <PublishQuestion event={event} withMails={withMails} onTick={tick} onChoose={choose} />;
      };
      return perform(event, 'publish', question, async () => {
        const answer = await publish.run({ ...namesOf(event), flag, to });
        return { answer, text: saidOf(answer) };
      });
    },
    sendMails: (event: EventRow) => {
      let to: MailedPeople | undefined;
      const choose = (chosen: MailedPeople) => {
        to = chosen;
      };
      const question = async () => {
        const { SendQuestion } = await loadQuestions();
        return <SendQuestion event={event} onChoose={choose} />;
      };
      return perform(event, 'mails', question, async () => {
        const answer = await mails.run({ event_id: event.event_id, ...(to && { to }) });
        return { answer, text: saidOf(answer) };
      });
    },
    cancel: (event: EventRow) => {
      let tell_all = true;
      const tick = (isTicked: boolean) => {
        tell_all = isTicked;
      };
      const question = async () => {
        const { CancelQuestion } = await loadQuestions();
        return <CancelQuestion event={event} onTick={tick} />;
      };
      return perform(event, 'cancel', question, async () => {
        const answer = await cancel.run({ ...namesOf(event), tell_all, listed: false });
        return { answer, text: saidOf(answer) };
      });
    },
    toggleRegistrations: (event: EventRow) => {
      const isOpen = event.registration_status === 'active';
      return perform(
        event,
        'registrations',
        () => (isOpen ? t.ask.close({ event: event.event_name }) : t.ask.open({ event: event.event_name })),
        async () => {
          const answer = await registrations.run({
            event_id: event.event_id,
            registration_status: isOpen ? 'inactive' : 'active',
            expected: event.registration_status,
          });
          return { answer, text: saidOf(answer) };
        },
      );
    },
    remove: (event: EventRow) =>
      perform(
        event,
        'delete',
        () => (
          <Stack gap="sm">
            <Text>{t.ask.delete}</Text>
            {isExpected(event) ? <Text>{t.ask.deleteAlso}</Text> : null}
          </Stack>
        ),
        async () => {
          const answer = await remove.run({ event_id: event.event_id });
          const { message } = answer;
          if (message !== 'success') throw new ApiError({ status: 200, message });
          return { answer, text: t.done.deleted };
        },
      ),
  };
}

export type EventActions = ReturnType<typeof useEventActions>;
