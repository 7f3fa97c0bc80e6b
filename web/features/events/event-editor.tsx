import { events } from '@gurukul/contract/events';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { refusalOf } from '#web/api/errors.ts';
import { useAction } from '#web/api/use-action.ts';
import { useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { session } from '#web/lib/session.ts';
import { uploadsUnderWay } from '#web/lib/uploads-under-way.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { FormShell } from '#web/ui/form-shell.tsx';
import { toast } from '#web/ui/toast.tsx';
import { EventFieldset } from './event-fields.tsx';
import { findFault, requestOf, type EventFields } from './event-form.ts';
import { staleAfterEvent } from './stale-after-event.ts';

const t = eventsTexts.dialog;

/** Adds an event, or changes the one with this id; resolves with what is said then. */
function useSaving(eventId: number | null) {
  const add = useAction(events.add_event, { refreshes: staleAfterEvent });
  const edit = useAction(events.edit_event, { refreshes: staleAfterEvent });
  return async (fields: EventFields, initial: EventFields): Promise<string> => {
    const request = { ...requestOf(fields, initial), created_by: session.uid };
    if (eventId !== null) return (await edit.run({ event_id: eventId, ...request })).message;
    await add.run(request);
    return eventsTexts.done.added;
  };
}

interface EventEditorProps {
  /** Null for a new one. */
  eventId: number | null;
  initial: EventFields;
  /** Closes the dialog; whatever is not saved is asked about on the way. */
  onClose: () => void;
}

export function EventEditor({ eventId, initial, onClose }: EventEditorProps) {
  const save = useSaving(eventId);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [uploads] = useState(uploadsUnderWay);
  const form = useForm<EventFields>({
    initialValues: initial,
    validate: (fields) => {
      const fault = findFault(fields, initial);
      return fault ? { [fault.field]: fault.text } : {};
    },
  });
  useLeaveGuard(form.isDirty, { title: t.discardTitle, text: t.discard });

  const submit = async () => {
    setSaving(true);
    setRefusal('');
    try {
      await uploads.uploaded();
      const said = await save(form.getValues(), initial);
      form.resetDirty(form.getValues());
      toast.success(said, 'events');
      onClose();
    } catch (error) {
      const reason = refusalOf(error, eventsTexts.wentWrong);
      toast.error(reason, 'events');
      setRefusal(reason);
    } finally {
      setSaving(false);
    }
  };

  return (
    <FormShell
      onSubmit={form.onSubmit(
        () => void submit(),
        (_, fields) => toast.error(findFault(fields, initial)?.text ?? '', 'events'),
      )}
      submitLabel={eventId === null ? t.submitAdd : t.submitEdit}
      busyLabel={t.busy}
      isPending={isSaving}
      isLong
      error={refusal}
      actions={
        <Button type="button" variant="default" onClick={onClose}>
          {texts.ui.cancel}
        </Button>
      }
    >
      <EventFieldset form={form} initial={initial} onBusy={uploads.busy} />
    </FormShell>
  );
}
