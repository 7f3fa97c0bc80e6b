import { courseDurations, courses, defaultCourseImage, type CourseDuration } from '@gurukul/contract/courses';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { useAction } from '#web/api/use-action.ts';
import { useImageUpload } from '#web/api/use-image-upload.ts';
import { useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { today } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldRow, FormShell } from '#web/ui/form-shell.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx';
import { toast } from '#web/ui/toast.tsx';
import { UploadField } from '#web/ui/upload-field.tsx';
import classes from './add-course-page.module.css';
import { CourseAdminField } from './course-admin-field.tsx';

const t = texts.courses.add;

const durations = courseDurations.map((value) => ({ value, label: texts.courses.durations[value] }));

interface Fields {
  course_name: string;
  course_duration: CourseDuration;
  courseadmin_id: string;
  start_date: string;
  course_description: string;
  /** '' while none is chosen. */
  course_image: string;
}

interface Fault {
  readonly field: keyof Fields;
  readonly text: string;
}

/** The first thing that is missing, since people are told one thing at a time. */
function findFault({ course_name, courseadmin_id, start_date }: Fields): Fault | null {
  if (!course_name.trim()) return { field: 'course_name', text: t.nameRequired };
  if (!courseadmin_id) return { field: 'courseadmin_id', text: t.adminRequired };
  if (start_date < today()) return { field: 'start_date', text: t.dateWrong };
  return null;
}

const tellFault = (fields: Fields) => toast.warning(findFault(fields)?.text ?? '');

/** The long texts travel as JSON text; two of them have no field here and start empty. */
const requestOf = (fields: Fields, course_image: string) => ({
  course_name: fields.course_name.trim(),
  course_image: course_image || defaultCourseImage,
  courseadmin_id: Number(fields.courseadmin_id),
  course_duration: fields.course_duration,
  start_date: fields.start_date,
  course_description: JSON.stringify({ description: fields.course_description }),
  what_we_learn: JSON.stringify({ what: '' }),
  note: JSON.stringify({ note: '' }),
  user_id: session.uid,
  course_id: null,
});

const refreshed = [courses.get_all_courses, courses.get_all_courses_for_courseadmin];

export function AddCoursePage() {
  const navigate = useNavigate();
  const add = useAction(courses.add_course, { refreshes: refreshed });
  const image = useImageUpload('course_image');
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  /** Goes up with every reset: fields that keep something of their own start anew with it. */
  const [round, setRound] = useState(0);
  const form = useForm<Fields>({
    initialValues: {
      course_name: '',
      course_duration: 'semester',
      courseadmin_id: '',
      start_date: today(),
      course_description: '',
      course_image: '',
    },
    validate: (fields) => {
      const fault = findFault(fields);
      return fault ? { [fault.field]: fault.text } : {};
    },
  });
  useLeaveGuard(form.isDirty, { title: t.leaveTitle, text: t.leave });

  const save = async (fields: Fields) => {
    setSaving(true);
    setRefusal('');
    try {
      const location = (await image.arriving()) ?? fields.course_image;
      await add.run(requestOf(fields, location));
      toast.success(t.added);
      await navigate({ to: paths.courses, ignoreBlocker: true });
    } catch (error) {
      toast.error(texts.errors.wentWrong);
      if (error instanceof ApiError && error.message !== texts.errors.wentWrong) setRefusal(error.message);
    } finally {
      setSaving(false);
    }
  };

  const reset = () => {
    image.cancel();
    form.reset();
    setRefusal('');
    setRound(round + 1);
  };

  return (
    <div className={classes.page}>
      <PageHeader title={t.title} lead={t.lead} />
      <Panel>
        <FormShell
          onSubmit={form.onSubmit(
            (fields) => void save(fields),
            (_, fields) => tellFault(fields),
          )}
          submitLabel={t.submit}
          busyLabel={texts.busy.addCourse}
          isPending={isSaving}
          error={refusal}
          actions={
            <ActionButton
              variant="default"
              disabledReason={isSaving ? texts.busy.addCourse : ''}
              onClick={reset}
            >
              {t.reset}
            </ActionButton>
          }
        >
          <TextInput {...form.getInputProps('course_name')} label={t.name} maxLength={200} required />
          <FieldRow>
            <NativeSelect
              {...form.getInputProps('course_duration')}
              label={t.duration}
              data={durations}
              required
            />
            <DateField
              label={t.startDate}
              value={form.values.start_date}
              onChange={(day) => form.setFieldValue('start_date', day)}
              error={form.errors['start_date']}
              min={today()}
              required
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
            initial=""
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
      </Panel>
    </div>
  );
}
