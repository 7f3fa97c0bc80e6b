import type { TopicRow, WeekRow } from '@gurukul/contract/courses';
import { Anchor, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconFileText, IconPlayerPlay } from '@tabler/icons-react';
import { formatDate } from '#web/lib/format.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './course-curriculum.module.css';

const t = coursesTexts.detail;

const dayOf = (day: string) => formatDate(day.split('-').toReversed().join('-'));

/** Written as DD-MM-YYYY/DD-MM-YYYY. */
function daysOf(week: string): string {
  const [first = '', last = ''] = week.split('/');
  return t.days(dayOf(first), dayOf(last));
}

function Topic({ topic }: { topic: TopicRow }) {
  const { topicName: name, video, homework, pdf, pdfName } = topic;
  return (
    <li className={classes.topic}>
      <span className={classes.name}>{name}</span>
      {homework === 'true' ? <StatusBadge tone="info">{t.homework}</StatusBadge> : null}
      {video.startsWith('https://') ? (
        <Anchor href={video} target="_blank" rel="noopener noreferrer" className={classes.link}>
          <IconPlayerPlay aria-hidden size={16} />
          {t.video}
          <VisuallyHidden>{` ${t.videoOf(name)}`}</VisuallyHidden>
        </Anchor>
      ) : null}
      {pdf ? (
        <Anchor href={pdf} download={pdfName || true} className={classes.link}>
          <IconFileText aria-hidden size={16} />
          {pdfName || t.pdf}
          <VisuallyHidden>{` ${t.pdfOf(name)}`}</VisuallyHidden>
        </Anchor>
      ) : null}
    </li>
  );
}

export function CourseCurriculum({ weeks }: { weeks: readonly WeekRow[] }) {
  if (weeks.length === 0) {
    return (
      <Panel>
        <EmptyState title={t.noWeeks} />
      </Panel>
    );
  }
  return (
    <Panel>
      <ol className={classes.weeks}>
        {weeks.map(({ week, topics }, index) => (
          <li key={week} className={classes.week}>
            <div className={classes.head}>
              <Title order={2} size="h3">
                {t.week(index + 1)}
              </Title>
              <Text c="dimmed" size="sm">
                {daysOf(week)}
              </Text>
            </div>
            {topics.length === 0 ? (
              <Text c="dimmed">{t.noTopics}</Text>
            ) : (
              <ul className={classes.topics}>
                {topics.map((topic) => (
                  <Topic key={topic.topic_id} topic={topic} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
