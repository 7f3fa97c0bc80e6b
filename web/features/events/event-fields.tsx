import { defaultEventImage } from '@gurukul/contract/events';
import { Button, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { upload } from '#web/calls/upload.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { ReminderChoice } from '#web/features/meetings/reminder-choice.tsx';
import { withScheme } from '#web/lib/format/https-link.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { RichTextEditor } from '#web/ui/form/rich-text-editor.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { noCourse, type EventFields } from './event-form.ts';
import { EventSpeakers, UsualImage } from './event-speakers.tsx';
import { eventDay, instantOf, onStep, onViewersClock, timeStep } from './event-time.ts';

const t = eventsTexts.dialog;

type Form = UseFormReturnType<EventFields>;

/** The label first, what explains it below the field. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const bringImage = (file: File, onProgress: (share: number) => void) =>
  upload('event_image', file, { onProgress });

function CourseField({ form }: { form: Form }) {
  const { options, isPending, isFailed, retry } = useOfferedCourses();
  const { course_id } = form.values;
  const isKnown = ['', noCourse].includes(course_id) || options.some(({ value }) => value === course_id);
  return (
    <>
      <NativeSelect
        {...form.getInputProps('course_id')}
        label={t.course}
        data={[
          { value: '', label: isPending ? texts.ui.loading : t.chooseCourse },
          ...(isKnown ? [] : [{ value: course_id, label: isPending ? texts.ui.loading : t.otherCourse }]),
          { value: noCourse, label: t.noCourse },
          ...options,
        ]}
        required
      />
      {isFailed ? (
        <div role="alert">
          {t.coursesFailed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            {texts.ui.retry}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function TimeField({ form, name }: { form: Form; name: 'start' | 'end' }) {
  const { event_date, [name]: time } = form.values;
  const own = event_date && time ? onViewersClock(instantOf(event_date, time)) : '';
  return (
    <TextInput
      {...form.getInputProps(name)}
      type="time"
      step={timeStep * 60}
      label={t[name]}
      description={own || t.timeHint}
      inputWrapperOrder={order}
      // The field's own list has the steps; what is typed is put on one.
      onBlur={() => form.setFieldValue(name, onStep)}
      required
    />
  );
}

interface EventFieldsProps {
  form: Form;
  initial: EventFields;
  onBusy: (isBusy: boolean) => void;
}

/** Everything there is to enter about an event. */
export function EventFieldset({ form, initial, onBusy }: EventFieldsProps) {
  const { values } = form;
  return (
    <>
      <TextInput
        {...form.getInputProps('event_name')}
        label={t.name}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        required
      />
      <CourseField form={form} />
      <TextInput
        {...form.getInputProps('meeting_link')}
        label={t.link}
        type="url"
        placeholder="https://"
        onBlur={() => form.setFieldValue('meeting_link', (link) => withScheme(link.trim()))}
        maxLength={2048}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('place')}
        label={t.place}
        description={t.placeHint}
        inputWrapperOrder={order}
        maxLength={200}
        autoComplete="off"
      />
      <FieldRow>
        <DateField
          label={t.date}
          value={values.event_date}
          onChange={(day) => form.setFieldValue('event_date', day)}
          error={form.errors['event_date']}
          min={eventDay()}
          required
        />
        <TimeField form={form} name="start" />
        <TimeField form={form} name="end" />
      </FieldRow>
      <ReminderChoice
        value={values.reminders}
        onChange={(reminders) => form.setFieldValue('reminders', reminders)}
      />
      <RichTextEditor
        label={t.description}
        initial={initial.description}
        onChange={(html) => form.setFieldValue('description', html)}
      />
      <Stack gap="xs">
        <UploadField
          label={t.image}
          value={values.image_url}
          onChange={(location) => form.setFieldValue('image_url', location)}
          fallback={defaultEventImage}
          upload={bringImage}
          failureText={texts.uploads.otherImage}
          onBusy={onBusy}
        />
        <UsualImage value={values.image_url} onReset={() => form.setFieldValue('image_url', '')} />
      </Stack>
      <Input.Wrapper label={t.speakers} labelElement="div">
        <EventSpeakers
          speakers={values.speakers}
          change={(to) => form.setFieldValue('speakers', to)}
          errorOf={(index) => form.errors[`speakers.${index}.speaker_name`]}
          onBusy={onBusy}
        />
      </Input.Wrapper>
    </>
  );
}
