import { courses } from '@gurukul/contract/courses';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { nextWords, standingWords } from '#web/features/attendance/taught-words.ts';
import { teachingTexts } from '#web/texts/teaching.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';

const t = teachingTexts;

/** Where the classes of a course stand against its curriculum; nothing for who sees none of them. */
export function Coverage({ courseId }: { courseId: number }) {
  const list = useQuery({ ...query(courses.get_coverage, { course_id: courseId }), retry: false });
  const rows = list.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={t.classes}>
      <Text c="dimmed" mb="sm">
        {t.hint}
      </Text>
      <DescriptionList
        facts={rows.map((one) => [
          one.class_name,
          <div key={one.class_id}>
            <ThingLink to="class" id={one.class_id}>
              {standingWords(one)}
            </ThingLink>
            <Text size="sm" c="dimmed">
              {nextWords(one)}
            </Text>
          </div>,
        ])}
      />
    </Panel>
  );
}
