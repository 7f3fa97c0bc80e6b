import { courseDurations, defaultCourseImage, type CourseDuration } from '@gurukul/contract/courses';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { upload } from '#web/calls/upload.ts';
import { today } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { texts } from '#web/texts/texts.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { besideInvite } from '../course-admin-field.tsx';
import { durationChoices } from '../course-form.tsx';
import type { LoadedCourse } from './loader.tsx';
import { useEditing, useFault, usePart } from './store.ts';
import { EditType } from './type.tsx';

const t = coursesTexts.edit;
const labels = coursesTexts.add;

const mayHandOver = () => session.role === 'admin';

const isDuration = (value: string): value is CourseDuration =>
  courseDurations.some((duration) => duration === value);

const bring = (file: File, onProgress: (share: number) => void) =>
  upload('course_image', file, { onProgress });

/** Who may rename a course with students, and hand it over, does so in the short form. */
function ShortForm() {
  const { courseId } = useEditing();
  return <LoneLink href={to(paths.editCourse, courseId)}>{t.inShortForm}</LoneLink>;
}

/** The course admin cannot pass the course on, and sees so. */
function OwnName({ name }: { name: string }) {
  return (
    <NativeSelect
      label={labels.admin}
      description={mayHandOver() ? <ShortForm /> : t.adminFixed}
      data={[name]}
      value={name}
      disabled
      inputContainer={(input) => besideInvite(input)}
    />
  );
}

export function EditBasics({ loaded }: { loaded: LoadedCourse }) {
  const { store, isLocked } = useEditing();
  const name = usePart((draft) => draft.course_name);
  const duration = usePart((draft) => draft.course_duration);
  const startDate = usePart((draft) => draft.start_date);
  const image = usePart((draft) => draft.course_image);
  const nameFault = useFault('course_name');
  const dateFault = useFault('start_date');
  const lock = isLocked ? { disabled: true, description: t.locked } : {};
  return (
    <Stack gap="md">
      <TextInput
        label={labels.name}
        value={name}
        onChange={(event) => {
          const { value } = event.currentTarget;
          store.set('course_name', () => value);
        }}
        error={name.trim() ? '' : nameFault}
        maxLength={200}
        required
        {...lock}
        {...(isLocked && mayHandOver() && { description: <ShortForm /> })}
      />
      <FieldRow>
        <NativeSelect
          label={labels.duration}
          data={durationChoices}
          value={duration}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (isDuration(value)) store.set('course_duration', () => value);
          }}
          required
          {...lock}
        />
        <DateField
          label={labels.startDate}
          value={startDate}
          onChange={(day) => store.set('start_date', () => day)}
          error={dateFault}
          min={today()}
          required
          {...lock}
        />
      </FieldRow>
      <OwnName name={loaded.data.course.courseadmin ?? t.noAdmin} />
      <EditType initial={loaded.types} />
      <UploadField
        label={labels.image}
        value={image}
        onChange={(location) => store.set('course_image', () => location)}
        fallback={defaultCourseImage}
        upload={bring}
        failureText={texts.uploads.otherImage}
        onBusy={store.busy}
      />
    </Stack>
  );
}
