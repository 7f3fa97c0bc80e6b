import { events, type EventRow, type SpeakerRow } from '@gurukul/contract/events';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { session } from '#web/lib/session.ts';
import { uploadsUnderWay } from '#web/lib/files/uploads-under-way.ts';
import { formatList } from '#web/lib/format/format.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { EditQuestion } from './action-questions.tsx';
import { EventFieldset } from './event-fields.tsx';
import { blankEvent, fieldsOf, findFault, requestOf, whatMoved, type EventFields } from './event-form.ts';
import { isOver } from './event-time.ts';
import { saidOf } from './said-of.ts';

const t = eventsTexts.dialog;

type StoredEvent = EventRow & { readonly speakers: readonly SpeakerRow[] };

/** Whether people are told of the change; null if it is not to be saved after all. */
async function askWhetherToTell(stored: StoredEvent, fields: EventFields): Promise<boolean | null> {
  const moved = whatMoved(fields, fieldsOf(stored));
  const { start_time, end_time } = requestOf(fields, fieldsOf(stored));
  const concerns = stored.live_status === 'published' && !isOver({ end_time: end_time ?? start_time });
  if (moved.length === 0 || !concerns) return false;
  let tell = true;
  const question = (
    <EditQuestion
      eventId={stored.event_id}
      changed={eventsTexts.ask.editMoved({
        what: formatList(moved.map((part) => eventsTexts.ask.moved[part])),
      })}
      onTick={(isTicked) => {
        tell = isTicked;
      }}
    />
  );
  return (await confirm(question, { title: eventsTexts.ask.editTitle })) ? tell : null;
}

/** Adds an event, or changes the stored one. Resolves with the sentence for the person; null if they canceled. */
function useSaving(stored: StoredEvent | null) {
  const add = useAction(events.add_event);
  const edit = useAction(events.edit_event);
  return async (fields: EventFields, { over = false } = {}): Promise<string | null> => {
    const created_by = session.uid;
    if (stored === null) {
      await add.run({ ...requestOf(fields, blankEvent), created_by });
      return eventsTexts.done.added;
    }
    const tell = await askWhetherToTell(stored, fields);
    if (tell === null) return null;
    const { event_id, version } = stored;
    const request = { event_id, ...requestOf(fields, fieldsOf(stored)), created_by, tell };
    return saidOf(await edit.run(over ? request : { ...request, version }));
  };
}

interface EventEditorProps {
  /** As it was read when the form was opened; null for a new one. */
  stored: StoredEvent | null;
  /** Closes the dialog; asks first if there are unsaved changes. */
  onClose: () => void;
  /** Begins anew with what is stored by now. */
  onReload?: () => Promise<void>;
}

export function EventEditor({ stored: given, onClose, onReload }: EventEditorProps) {
  // The base of the comparison stays the form's first values, also when the event is read again.
  const [stored] = useState(given);
  const [initial] = useState(() => (stored === null ? blankEvent : fieldsOf(stored)));
  const save = useSaving(stored);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [fault, setFault] = useState('');
  const [isOvertaken, setOvertaken] = useState(false);
  const [uploads] = useState(uploadsUnderWay);
  const draftKey = `event ${stored?.event_id ?? 'new'}`;
  const beginning = useBeginning(draftKey, initial);
  const form = useForm<EventFields>({
    initialValues: beginning,
    validate: (fields) => {
      const fault = findFault(fields, initial);
      return fault ? { [fault.field]: fault.text } : {};
    },
  });
  useKeptForm(form, draftKey, initial, { title: t.discardTitle, text: t.discard });

  const submit = async (how?: { over: boolean }) => {
    setSaving(true);
    setRefusal('');
    try {
      await uploads.uploaded();
      const said = await save(form.getValues(), how);
      if (said === null) return;
      form.resetDirty(form.getValues());
      // What was wrong before is not any more.
      toast.forget(fault);
      toast.success(said);
      onClose();
    } catch (error) {
      if (refusedWith(error, 'conflict') && onReload) return setOvertaken(true);
      const reason = refusalOf(error, eventsTexts.wentWrong);
      toast.error(reason);
      setFault(reason);
      setRefusal(reason);
    } finally {
      setSaving(false);
    }
  };

  const tellFault = (fields: EventFields) => {
    const text = findFault(fields, initial)?.text ?? '';
    toast.error(text);
    setFault(text);
  };

  return (
    <FormShell
      onSubmit={form.onSubmit(
        () => void submit(),
        (_, fields) => tellFault(fields),
      )}
      submitLabel={stored === null ? t.submitAdd : t.submitEdit}
      busyLabel={t.busy}
      isPending={isSaving}
      isLong
      error={refusal}
    >
      {isOvertaken && onReload ? (
        <SavedMeanwhile onLoad={onReload} onKeep={() => submit({ over: true })} />
      ) : null}
      <EventFieldset form={form} initial={beginning} onBusy={uploads.busy} />
    </FormShell>
  );
}
