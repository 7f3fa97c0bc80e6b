import { tests, type TestCourse } from '@gurukul/contract/tests';
import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatZone, today } from '#web/lib/format/format.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = testsTexts.offer;

/** Opens hours of an examiner, on their clock. What they gave last stands there. */
export function HoursForm({ courses, onDone }: { courses: readonly TestCourse[]; onDone: () => void }) {
  const [courseId, setCourse] = useState(String(courses[0]?.course_id ?? ''));
  const course = courses.find(({ course_id }) => String(course_id) === courseId);
  const [examinerId, setExaminer] = useState<string | null>(null);
  const examiners = course?.examiners ?? [];
  const examiner =
    examiners.find(({ examiner_id }) => String(examiner_id) === examinerId) ??
    (examiners.length === 1 ? examiners[0] : undefined);
  const [day, setDay] = useState('');
  const [from, setFrom] = useState('17:00');
  const [to, setTo] = useState('19:00');
  const [minutes, setMinutes] = useState<number | string>(15);
  const [link, setLink] = useState<string | null>(null);
  const [error, setError] = useState('');
  const offer = useAction(tests.offer_hours);
  const submit = async () => {
    if (!course || !examiner || day === '') return setError(t.missing);
    try {
      await offer.run({
        course_id: course.course_id,
        examiner_id: examiner.examiner_id,
        day,
        from,
        to,
        minutes: Number(minutes),
        join_link: link ?? examiner.join_link ?? '',
      });
      toast.success(t.done);
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  const timeField = (label: string, value: string, set: (value: string) => void) => (
    <TextInput
      type="time"
      label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      required
    />
  );
  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={t.submit}
      isPending={offer.isPending}
      error={error}
    >
      <Select
        label={testsTexts.course}
        data={courses.map(({ course_id, course_name }) => ({ value: String(course_id), label: course_name }))}
        value={courseId}
        onChange={(value) => setCourse(value ?? '')}
        allowDeselect={false}
        searchable
      />
      {examiners.length === 1 ? null : (
        <Select
          label={testsTexts.examiner}
          placeholder={t.chooseExaminer}
          data={examiners.map(({ examiner_id, fullname }) => ({
            value: String(examiner_id),
            label: fullname,
          }))}
          value={examinerId}
          onChange={setExaminer}
          searchable
          required
        />
      )}
      <DateField label={t.day} value={day} onChange={setDay} min={today()} required />
      <Group grow>
        {timeField(t.from, from, setFrom)}
        {timeField(t.to, to, setTo)}
      </Group>
      {examiner ? t.clock({ name: examiner.fullname, zone: formatZone(examiner.zone) }) : null}
      <NumberInput label={t.minutes} value={minutes} onChange={setMinutes} min={5} max={180} required />
      <TextInput
        label={t.link}
        description={t.linkHint}
        type="url"
        value={link ?? examiner?.join_link ?? ''}
        onChange={(event) => setLink(event.currentTarget.value)}
      />
    </FormShell>
  );
}
