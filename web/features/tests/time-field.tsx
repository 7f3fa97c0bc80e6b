import { tests, type OpenTime } from '@gurukul/contract/tests';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatTime, formatZone, viewerZone } from '#web/lib/format/format.ts';
import { formatMeetingDay } from '#web/lib/format/meeting-times.ts';
import { testsTexts } from '#web/texts/tests.ts';

const t = testsTexts;

const keyOf = ({ examiner_id, starts_at }: OpenTime) => `${examiner_id} ${starts_at}`;

interface TimeFieldProps {
  courseId: number;
  studentId: number;
  /** The test that gets another time. */
  testId?: number;
  /** The zone of the student: their time stands beside the reader's where it differs. */
  zone?: string;
  value: OpenTime | null;
  onChange: (time: OpenTime | null) => void;
}

/** The times at which the student and an examiner are free, by day, on the reader's clock. */
export function TimeField({ courseId, studentId, testId = 0, zone, value, onChange }: TimeFieldProps) {
  const asked = useQuery(
    query(tests.get_open_times, { course_id: courseId, student_id: studentId, test_id: testId }),
  );
  const times = asked.data?.data ?? [];
  const theirs = ({ starts_at }: OpenTime) =>
    zone === undefined || formatTime(starts_at, zone) === formatTime(starts_at)
      ? ''
      : ` · ${formatTime(starts_at, zone)} ${formatZone(zone)}`;
  const days = Map.groupBy(times, ({ starts_at }) => formatMeetingDay(starts_at));
  if (asked.isSuccess && times.length === 0) return <Text c="dimmed">{t.noTime}</Text>;
  return (
    <Select
      label={t.time}
      description={formatZone(viewerZone())}
      placeholder={t.chooseTime}
      searchable
      required
      value={value ? keyOf(value) : null}
      onChange={(key) => onChange(times.find((one) => keyOf(one) === key) ?? null)}
      data={Array.from(days, ([group, ofDay]) => ({
        group,
        items: ofDay.map((one) => ({
          value: keyOf(one),
          label: `${formatTime(one.starts_at)}${theirs(one)} · ${one.examiner_name}`,
        })),
      }))}
    />
  );
}
