import type { EventRow } from '@gurukul/contract/events';
import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { eventsTexts } from '#web/texts/events.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Hint } from '#web/ui/feedback/hint.tsx';
import { WhyNot } from '#web/ui/feedback/why-not.tsx';
import { isOver } from './event-time.ts';
import classes from './events.module.css';
import type { Action, EventActions } from './use-event-actions.tsx';
import type { OpenDialog } from './use-open-dialog.ts';

const t = eventsTexts.actions;
const why = eventsTexts.why;

interface RowButtonProps {
  event: EventRow;
  label: string;
  disabledReason?: string;
  isBusy?: boolean;
  color?: 'red';
  variant?: 'light' | 'default';
  onClick: () => void;
}

/** Names the event for screen readers: rows have the same buttons. */
function RowButton({ event, label, disabledReason = '', isBusy = false, onClick, ...looks }: RowButtonProps) {
  const shared = {
    size: 'compact-sm',
    variant: 'light',
    ...looks,
    children: (
      <>
        {label}
        <VisuallyHidden>{` ${event.event_name}`}</VisuallyHidden>
      </>
    ),
  } as const;
  // Only those that have a reason to tell pay for telling it.
  if (disabledReason) return <ActionButton {...shared} disabledReason={disabledReason} />;
  return <Button {...shared} aria-busy={isBusy} onClick={onClick} />;
}

interface ActionProps {
  event: EventRow;
  actions: EventActions;
}

const isBusyWith = ({ event, actions }: ActionProps, action: Action) =>
  actions.busy === `${event.event_id} ${action}`;

/** Publish for as long as it can be, and what it came to afterwards. */
function Publish({ event, actions, withMails }: ActionProps & { withMails: boolean }) {
  const { live_status, can } = event;
  if (live_status === 'published') {
    return (
      <RowButton
        event={event}
        label={t.published}
        disabledReason={why.alreadyPublished}
        onClick={() => undefined}
      />
    );
  }
  if (live_status === 'canceled') {
    return (
      <RowButton
        event={event}
        label={t.canceled}
        disabledReason={why.alreadyCanceled}
        onClick={() => undefined}
      />
    );
  }
  return (
    <RowButton
      event={event}
      label={t.publish}
      disabledReason={can.publish ? '' : why.notYours}
      isBusy={isBusyWith({ event, actions }, 'publish')}
      onClick={() => void actions.publish(event, withMails)}
    />
  );
}

function Cancel({ event, actions }: ActionProps) {
  const { live_status, can } = event;
  if (live_status === 'canceled') return null;
  const refusal = can.cancel ? '' : why.notYours;
  return (
    <RowButton
      event={event}
      label={t.cancel}
      disabledReason={live_status === 'pending' ? why.cancelPending : refusal}
      isBusy={isBusyWith({ event, actions }, 'cancel')}
      onClick={() => void actions.cancel(event)}
    />
  );
}

/** Why nobody can register, or be registered, which the event says by `may`. */
export function whyNoRegistrations({ live_status }: EventRow, may: boolean): string {
  if (live_status === 'canceled') return why.registrationCanceled;
  return may ? '' : why.notYours;
}

interface EmailsSendProps {
  event: EventRow;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** For who forgot the tick, and for those who came since. */
function SendMails({ event, actions }: ActionProps) {
  if (event.live_status !== 'published' || isOver(event)) return null;
  return (
    <RowButton
      event={event}
      label={t.sendMails}
      disabledReason={event.can.send_mails ? '' : why.notYours}
      isBusy={isBusyWith({ event, actions }, 'mails')}
      onClick={() => void actions.sendMails(event)}
    />
  );
}

/** Decides, before publishing, whether mails go out with it. */
function EmailsSend({ event, isTicked, onTick }: EmailsSendProps) {
  const label: ReactNode = (
    <>
      {t.emailsSend}
      <VisuallyHidden>{` ${event.event_name}`}</VisuallyHidden>
    </>
  );
  if (event.live_status === 'pending') {
    return (
      <Hint label={t.emailsSendHint}>
        <Checkbox
          className={classes.emails}
          label={label}
          checked={isTicked}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        />
      </Hint>
    );
  }
  return (
    <WhyNot reason={why.mailsAtPublishing}>
      {() => (
        <Checkbox
          className={classes.emails}
          label={label}
          checked={event.mails !== undefined}
          aria-disabled
          data-off
          readOnly
        />
      )}
    </WhyNot>
  );
}

interface EventActionsProps extends ActionProps {
  open: OpenDialog['open'];
  withMails: boolean;
  onTick: (isTicked: boolean) => void;
}

/** Everything that can be done with an event, in its row. */
export function EventActions(props: EventActionsProps) {
  const { event, actions, open, withMails, onTick } = props;
  const mine = event.can.edit ? '' : why.notYours;
  const { event_id } = event;
  return (
    <fieldset aria-label={t.of({ event: event.event_name })} className={classes.actions}>
      <RowButton event={event} label={t.view} variant="default" onClick={() => open('view', event_id)} />
      <RowButton
        event={event}
        label={t.edit}
        variant="default"
        disabledReason={mine}
        onClick={() => open('edit', event_id)}
      />
      <Publish event={event} actions={actions} withMails={withMails} />
      <Cancel event={event} actions={actions} />
      <SendMails event={event} actions={actions} />
      <RowButton
        event={event}
        label={event.registration_status === 'active' ? t.closeRegistrations : t.openRegistrations}
        disabledReason={whyNoRegistrations(event, event.can.registrations)}
        isBusy={isBusyWith(props, 'registrations')}
        onClick={() => void actions.toggleRegistrations(event)}
      />
      <RowButton
        event={event}
        label={t.delete}
        color="red"
        disabledReason={event.can.delete ? '' : why.notYours}
        isBusy={isBusyWith(props, 'delete')}
        onClick={() => void actions.remove(event)}
      />
      <EmailsSend event={event} isTicked={withMails} onTick={onTick} />
    </fieldset>
  );
}
