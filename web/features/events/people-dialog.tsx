import { events, type EventRow } from '@gurukul/contract/events';
import { emailPattern } from '@gurukul/contract/shared/fields';
import type { PersonBehind } from '@gurukul/contract/shared/person/person-behind';
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
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
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { OneOfSeveral } from '../people/one-of-several.tsx';
import { eventOptions } from './event-options.ts';
import { blankPeople, GuestFields, guestOf, WhoFields, type PeopleFields } from './guest-fields.tsx';
import { useEvents } from './use-events.ts';
import type { OpenDialog } from './use-open-dialog.ts';

const t = eventsTexts.people;

interface PeopleFormProps {
  /** Those that take people. */
  rows: readonly EventRow[];
  eventId: number | null;
}

const emailName = 'email_id';
const draftKey = 'people of an event';

const validate = {
  event_id: (id: string) => (id ? null : t.eventMissing),
  email_id: (email: string, { kind, phone_number: phone }: PeopleFields) => {
    if (emailPattern.test(email.trim())) return null;
    if (kind === 'student' || email.trim()) return t.emailMissing;
    return phone.trim() ? null : t.addressMissing;
  },
  fullname: (name: string, { kind }: PeopleFields) =>
    kind === 'student' || name.trim() ? null : t.nameMissing,
};

/** Registers somebody, and says so. Throws what the server refuses. */
function useRegistering() {
  const student = useAction(events.add_student_to_event);
  const guest = useAction(events.add_guest_to_event);
  return {
    isPending: student.isPending || guest.isPending,
    registerGuest: async ({ event_id }: EventRow, fields: PeopleFields, despite: boolean) => {
      const answer = await guest.run({ event_id, ...guestOf(fields), despite, listed: false });
      if (answer.message === 'success') toast.success(eventsTexts.done.guestAdded);
      else toast.info(inLanguage(answer));
    },
    registerStudent: async ({ event_id, course_id }: EventRow, email_id: string, user_id?: number) => {
      const answer = await student.run({
        event_id,
        course_id,
        email_id,
        ...(user_id === undefined ? {} : { user_id }),
        listed: false,
      });
      const isAsked = answer.code === 'student_asked_for';
      if (answer.message !== 'success' && !isAsked)
        throw new ApiError({ status: 200, message: inLanguage(answer) });
      if (isAsked) toast.info(inLanguage(answer));
      else toast.success(eventsTexts.done.studentAdded);
    },
  };
}

function PeopleForm({ rows, eventId }: PeopleFormProps) {
  const { isPending, registerGuest, registerStudent } = useRegistering();
  const [refusal, setRefusal] = useState('');
  const [several, setSeveral] = useState<readonly PersonBehind[]>([]);
  const isOffered = rows.some(({ event_id }) => event_id === eventId);
  const initial = { ...blankPeople, event_id: isOffered ? String(eventId) : '' };
  const beginning = useBeginning(draftKey, initial);
  const form = useForm<PeopleFields>({ initialValues: beginning, validate });
  // Others have the next address.
  form.watch('email_id', () => setSeveral([]));
  const isDirty = () => form.isDirty('email_id') || form.isDirty('fullname');
  useKeptForm({ ...form, isDirty }, draftKey, initial, {
    title: eventsTexts.dialog.discardTitle,
    text: eventsTexts.dialog.discard,
  });
  const chosen = rows.find(({ event_id }) => String(event_id) === form.values.event_id);
  const isGuest = form.values.kind === 'guest';

  const submit = async (register: (event: EventRow) => Promise<void>) => {
    if (!chosen) return;
    setRefusal('');
    try {
      await register(chosen);
      // Often there is another one to add.
      const none = { email_id: '', fullname: '', phone_number: '' };
      form.setValues(none);
      form.resetDirty({ ...form.getValues(), ...none });
      document.querySelector<HTMLElement>(`[name="${isGuest ? 'fullname' : emailName}"]`)?.focus();
    } catch (error) {
      const people = (refusedWith(error, 'several_people') ?? refusedWith(error, 'guest_is_student'))?.people;
      if (people) return setSeveral(people);
      const reason = refusalOf(error, eventsTexts.wentWrong);
      toast.error(reason);
      setRefusal(reason);
    }
  };
  const submitStudent = (user_id?: number) =>
    submit((event) => registerStudent(event, form.getValues().email_id.trim(), user_id));
  const submitGuest = (despite: boolean) =>
    submit((event) => registerGuest(event, form.getValues(), despite));

  return (
    <FormShell
      onSubmit={form.onSubmit(() => void (isGuest ? submitGuest(false) : submitStudent()))}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={isPending}
      error={refusal}
      leave={texts.ui.close}
    >
      <NativeSelect
        {...form.getInputProps('event_id')}
        label={t.event}
        data={eventOptions(rows, null, { all: t.chooseEvent, unknown: '' })}
        data-autofocus={isOffered ? undefined : true}
        required
      />
      {chosen?.course_id === null ? null : (
        <TextInput
          label={t.course}
          description={t.courseHint}
          value={chosen?.course_name ?? ''}
          variant="filled"
          readOnly
        />
      )}
      <WhoFields form={form} />
      <TextInput
        {...form.getInputProps('email_id')}
        name={emailName}
        label={isGuest ? t.guestEmail : t.email}
        type="email"
        maxLength={254}
        autoComplete="off"
        data-autofocus={isOffered || undefined}
        required={!isGuest}
      />
      {isGuest ? <GuestFields form={form} /> : null}
      {several.length > 0 ? (
        <>
          <OneOfSeveral
            people={several}
            {...(isGuest && { question: t.isStudent })}
            onChoose={({ user_id }) => void submitStudent(user_id)}
          />
          {isGuest ? (
            <Button type="button" variant="default" onClick={() => void submitGuest(true)}>
              {t.despite}
            </Button>
          ) : null}
        </>
      ) : null}
    </FormShell>
  );
}

const takesPeople = ({ can }: EventRow) => can.add_student;

function People({ eventId, onAdd }: Omit<PeopleFormProps, 'rows'> & { onAdd: () => void }) {
  const list = useEvents();
  if (!list.data && list.error) {
    return <FailedState message={eventsTexts.wentWrong} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) return <LoadingState />;
  const rows = list.data.data.data.filter(takesPeople);
  if (rows.length === 0) {
    return (
      <>
        <Text mb="md">{t.noEvents}</Text>
        <DialogFoot leave={texts.ui.close}>
          <Button data-autofocus onClick={onAdd}>
            {eventsTexts.add}
          </Button>
        </DialogFoot>
      </>
    );
  }
  return <PeopleForm rows={rows} eventId={eventId} />;
}

/** Registers students and guests for an event. */
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
      {isOpen ? <People eventId={eventId} onAdd={() => open('add')} /> : null}
    </Dialog>
  );
}
