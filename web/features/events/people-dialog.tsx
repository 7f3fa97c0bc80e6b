import { events, type EventRow } from '@gurukul/contract/events';
import { emailPattern } from '@gurukul/contract/shared/fields';
import type { PersonBehind } from '@gurukul/contract/shared/person/person-behind';
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ApiError, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { OneOfSeveral } from '../people/one-of-several.tsx';
import { eventOptions } from './event-options.ts';
import { useEvents } from './use-events.ts';
import type { OpenDialog } from './use-open-dialog.ts';

const t = eventsTexts.people;

interface Fields {
  event_id: string;
  email_id: string;
}

interface PeopleFormProps {
  /** Those that take people. */
  rows: readonly EventRow[];
  eventId: number | null;
  onClose: () => void;
}

function PeopleForm({ rows, eventId, onClose }: PeopleFormProps) {
  const add = useAction(events.add_student_to_event);
  const [refusal, setRefusal] = useState('');
  const [several, setSeveral] = useState<readonly PersonBehind[]>([]);
  const isOffered = rows.some(({ event_id }) => event_id === eventId);
  const initial: Fields = { event_id: isOffered ? String(eventId) : '', email_id: '' };
  const beginning = useBeginning(draftKey, initial);
  const form = useForm<Fields>({
    initialValues: beginning,
    validate: {
      event_id: (id) => (id ? null : t.eventMissing),
      email_id: (email) => (emailPattern.test(email.trim()) ? null : t.emailMissing),
    },
  });
  // Others have the next address.
  form.watch('email_id', () => setSeveral([]));
  const isDirty = () => form.isDirty('email_id');
  useKeptForm({ ...form, isDirty }, draftKey, initial, {
    title: eventsTexts.dialog.discardTitle,
    text: eventsTexts.dialog.discard,
  });
  const chosen = rows.find(({ event_id }) => String(event_id) === form.values.event_id);

  const submit = async ({ email_id }: Fields, user_id?: number) => {
    if (!chosen) return;
    setRefusal('');
    try {
      const { event_id, course_id } = chosen;
      const answer = await add.run({
        event_id,
        course_id,
        email_id: email_id.trim(),
        ...(user_id === undefined ? {} : { user_id }),
        listed: false,
      });
      const isAsked = answer.code === 'student_asked_for';
      if (answer.message !== 'success' && !isAsked)
        throw new ApiError({ status: 200, message: inLanguage(answer) });
      if (isAsked) toast.info(inLanguage(answer));
      else toast.success(eventsTexts.done.studentAdded);
      // Often there is another one to add.
      form.setFieldValue('email_id', '');
      form.resetDirty({ ...form.getValues(), email_id: '' });
      document.querySelector<HTMLElement>(`[name="${emailName}"]`)?.focus();
    } catch (error) {
      const people = refusedWith(error, 'several_people')?.people;
      if (people) return setSeveral(people);
      const reason = refusalOf(error, eventsTexts.wentWrong);
      toast.error(reason);
      setRefusal(reason);
    }
  };

  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void submit(fields))}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={add.isPending}
      error={refusal}
      actions={
        <Button type="button" variant="default" onClick={onClose}>
          {texts.ui.close}
        </Button>
      }
    >
      <NativeSelect
        {...form.getInputProps('event_id')}
        label={t.event}
        data={eventOptions(rows, null, { all: t.chooseEvent, unknown: '' })}
        data-autofocus={isOffered ? undefined : true}
        required
      />
      <TextInput
        label={t.course}
        description={t.courseHint}
        value={chosen?.course_name ?? ''}
        variant="filled"
        readOnly
      />
      <TextInput
        {...form.getInputProps('email_id')}
        name={emailName}
        label={t.email}
        type="email"
        maxLength={254}
        autoComplete="off"
        data-autofocus={isOffered || undefined}
        required
      />
      {several.length > 0 ? (
        <OneOfSeveral people={several} onChoose={({ user_id }) => void submit(form.getValues(), user_id)} />
      ) : null}
    </FormShell>
  );
}

const emailName = 'email_id';
const draftKey = 'people of an event';

const takesPeople = ({ can }: EventRow) => can.add_student;

function People({ eventId, onClose, onAdd }: Omit<PeopleFormProps, 'rows'> & { onAdd: () => void }) {
  const list = useEvents();
  if (!list.data && list.error) {
    return <FailedState message={eventsTexts.wentWrong} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) return <LoadingState />;
  const rows = list.data.data.data.filter(takesPeople);
  if (rows.length === 0) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text>{t.noEvents}</Text>
        <Button data-autofocus onClick={onAdd}>
          {eventsTexts.add}
        </Button>
      </Stack>
    );
  }
  return <PeopleForm rows={rows} eventId={eventId} onClose={onClose} />;
}

/** Registers a student for an event. */
export function PeopleDialog({ dialog }: { dialog: OpenDialog }) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { kind, eventId, open, close } = dialog;
  const isOpen = kind === 'people';
  return (
    <Dialog
      isInAddress
      opened={isOpen}
      onClose={close}
      title={t.title}
      size="lg"
      fullScreen={isPhone}
      transitionProps={{ exitDuration: 0 }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      {isOpen ? <People eventId={eventId} onClose={close} onAdd={() => open('add')} /> : null}
    </Dialog>
  );
}
