import { courseDurations, defaultCourseImage, type CourseDuration } from '@gurukul/contract/courses';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError, refusedWith } from '#web/calls/errors.ts';
import { useImageUpload } from '#web/calls/use-image-upload.ts';
import { newClassIn } from '#web/features/classes/first-class.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { today } from '#web/lib/format/format.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { paths, type Path } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { RichTextEditor } from '#web/ui/form/rich-text-editor.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { CourseAdminField } from './course-admin-field.tsx';
import { Cancel } from '#web/ui/feedback/dialog-foot.tsx';

const t = coursesTexts.add;

export const durationChoices = courseDurations.map((value) => ({
  value,
  label: coursesTexts.durations[value],
}));

export interface CourseFields {
  course_name: string;
  course_duration: CourseDuration;
  courseadmin_id: string;
  start_date: string;
  course_description: string;
  /** '' while none is chosen. */
  course_image: string;
}

interface Fault {
  readonly field: keyof CourseFields;
  readonly text: string;
}

/** The first thing that is missing, since people are told one thing at a time. A past day that stood there before stays valid. */
function findFault(
  { course_name, courseadmin_id, start_date }: CourseFields,
  initial: CourseFields,
): Fault | null {
  if (!course_name.trim()) return { field: 'course_name', text: t.nameRequired };
  if (!courseadmin_id) return { field: 'courseadmin_id', text: t.adminRequired };
  if (start_date !== initial.start_date && start_date < today()) {
    return { field: 'start_date', text: t.dateWrong };
  }
  return null;
}

/** What both admin forms send. The description travels as JSON text. */
export const basicsOf = (fields: CourseFields) => ({
  course_name: fields.course_name.trim(),
  course_image: fields.course_image || defaultCourseImage,
  courseadmin_id: Number(fields.courseadmin_id),
  course_duration: fields.course_duration,
  start_date: fields.start_date,
  course_description: JSON.stringify({ description: fields.course_description }),
});

interface CourseFormProps {
  initial: CourseFields;
  /** Names the form and the course it is about. */
  draftKey: string;
  submitLabel: string;
  /** Resolves with the course whose first class comes next, in place of the list of courses. */
  send: (fields: CourseFields) => Promise<number | null>;
  /** Said when it is done; the list of courses follows. */
  doneText: string;
  leave: { readonly title: string; readonly text: string };
  /** Why duration and start date cannot change; '' when they can. */
  lockedReason?: string;
  /** Where Cancel leads; without it there is Reset, which puts the form back to where it began. */
  cancelHref?: Path;
}

/** The account admin's form of a course, new or old. */
export function CourseForm({
  initial,
  draftKey,
  submitLabel,
  send,
  doneText,
  leave,
  lockedReason = '',
  cancelHref,
}: CourseFormProps) {
  const navigate = useNavigate();
  const image = useImageUpload('course_image');
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  /** Goes up with every reset: fields that keep something of their own start anew with it. */
  const [round, setRound] = useState(0);
  const beginning = useBeginning(draftKey, initial);
  const form = useForm<CourseFields>({
    initialValues: beginning,
    validate: (fields) => {
      const fault = findFault(fields, initial);
      return fault ? { [fault.field]: fault.text } : {};
    },
  });
  useKeptForm(form, draftKey, initial, leave);

  const save = async (fields: CourseFields) => {
    setSaving(true);
    setRefusal('');
    try {
      const location = (await image.arriving()) ?? fields.course_image;
      const course = await send({ ...fields, course_image: location });
      toast.success(doneText);
      await navigate(
        course === null
          ? { to: paths.courses, ignoreBlocker: true }
          : {
              to: paths.courseAssociation,
              search: newClassIn({ ...fields, course_id: course }),
              ignoreBlocker: true,
            },
      );
    } catch (error) {
      toast.error(texts.errors.wentWrong);
      if (error instanceof ApiError && !refusedWith(error, 'internal')) setRefusal(error.message);
    } finally {
      setSaving(false);
    }
  };

  const reset = async () => {
    if (form.isDirty() && !(await confirm(leave.text, { title: t.resetTitle }))) return;
    image.cancel();
    form.reset();
    setRefusal('');
    setRound(round + 1);
  };

  const lock = lockedReason ? { disabled: true, description: lockedReason } : {};
  return (
    <FormShell
      onSubmit={form.onSubmit(
        (fields) => void save(fields),
        (_, fields) => toast.warning(findFault(fields, initial)?.text ?? ''),
      )}
      submitLabel={submitLabel}
      busyLabel={texts.busy.addCourse}
      isPending={isSaving}
      error={refusal}
      actions={
        cancelHref ? (
          <Cancel href={cancelHref} />
        ) : (
          <ActionButton
            variant="default"
            disabledReason={isSaving ? texts.busy.addCourse : ''}
            onClick={() => void reset()}
          >
            {t.reset}
          </ActionButton>
        )
      }
    >
      <TextInput {...form.getInputProps('course_name')} label={t.name} maxLength={200} required />
      <FieldRow>
        <NativeSelect
          {...form.getInputProps('course_duration')}
          label={t.duration}
          data={durationChoices}
          required
          {...lock}
        />
        <DateField
          key={`start ${round}`}
          label={t.startDate}
          value={form.values.start_date}
          onChange={(day) => form.setFieldValue('start_date', day)}
          error={form.errors['start_date']}
          min={today()}
          required
          {...lock}
        />
      </FieldRow>
      <CourseAdminField
        value={form.values.courseadmin_id}
        onChange={(id) => form.setFieldValue('courseadmin_id', id)}
        error={form.errors['courseadmin_id']}
      />
      <RichTextEditor
        key={`description ${round}`}
        label={t.description}
        initial={(round === 0 ? beginning : initial).course_description}
        onChange={(html) => form.setFieldValue('course_description', html)}
      />
      <UploadField
        key={`image ${round}`}
        label={t.image}
        value={form.values.course_image}
        onChange={(location) => form.setFieldValue('course_image', location)}
        fallback={defaultCourseImage}
        upload={image.begin}
        failureText={texts.uploads.otherImage}
      />
    </FormShell>
  );
}
