import type { CourseRow, TopicRow, WeekRow } from '@gurukul/contract/courses';
import { Anchor, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { formatDate } from '#web/lib/format/format.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './curriculum.module.css';
import { countWeeks, shownWeeks } from '../edit/weeks.ts';
import { TopicPdf } from './topic-pdf.tsx';

const t = coursesTexts.detail;

const dayOf = (day: string) => formatDate(day.split('-').toReversed().join('-'));

/** Written as DD-MM-YYYY/DD-MM-YYYY. */
function daysOf(week: string): string {
  const [first = '', last = ''] = week.split('/');
  return t.days({ first: dayOf(first), last: dayOf(last) });
}

function Topic({ courseId, topic }: { courseId: number; topic: TopicRow }) {
  const { topicName: name, video, homework } = topic;
  return (
    <li className={classes.topic}>
      <span className={classes.name}>{name}</span>
      {homework === 'true' ? <StatusBadge tone="info">{t.homework}</StatusBadge> : null}
      {video.startsWith('https://') ? (
        <Anchor href={video} target="_blank" rel="noopener noreferrer" className={classes.link}>
          <IconPlayerPlay aria-hidden size={16} />
          {t.video}
          <VisuallyHidden>{` ${t.videoOf({ name })}`}</VisuallyHidden>
        </Anchor>
      ) : null}
      {topic.pdf ? <TopicPdf courseId={courseId} topic={topic} /> : null}
    </li>
  );
}

interface ShownWeek extends WeekRow {
  readonly number: number;
}

/** Weeks without topics that follow each other become one line, from the first to the last. */
function folded(weeks: readonly ShownWeek[]) {
  const lines: (ShownWeek & { last: number })[] = [];
  for (const week of weeks) {
    const before = lines.at(-1);
    if (before && before.topics.length === 0 && week.topics.length === 0) {
      before.last = week.number;
      before.week = `${before.week.split('/')[0]}/${week.week.split('/')[1]}`;
    } else lines.push({ ...week, last: week.number });
  }
  return lines;
}

interface CourseCurriculumProps {
  course: CourseRow;
  weeks: readonly WeekRow[];
}

export function CourseCurriculum({ course, weeks }: CourseCurriculumProps) {
  const ofCourse = countWeeks(course.start_date, course.course_duration);
  const filled = weeks.flatMap(({ topics }, index) => (topics.length > 0 ? index + 1 : []));
  const shown = shownWeeks(Math.min(ofCourse, weeks.length), filled).flatMap((number) => {
    const week = weeks[number - 1];
    return week ? { number, ...week } : [];
  });
  if (shown.length === 0) {
    return (
      <Panel>
        <EmptyState title={t.noWeeks} />
      </Panel>
    );
  }
  return (
    <Panel>
      <ol className={classes.weeks}>
        {folded(shown).map(({ number, last, week, topics }) => (
          <li key={week} className={classes.week}>
            <div className={classes.head}>
              <Title order={2} size="h3">
                {last === number ? t.week({ number }) : t.weeks({ first: number, last })}
              </Title>
              <Text c="dimmed" size="sm">
                {daysOf(week)}
              </Text>
              {number > ofCourse ? (
                <StatusBadge tone="warn">{coursesTexts.edit.outsideCourse({ weeks: ofCourse })}</StatusBadge>
              ) : null}
            </div>
            {topics.length === 0 ? (
              <Text c="dimmed">{t.noTopics}</Text>
            ) : (
              <ul className={classes.topics}>
                {topics.map((topic) => (
                  <Topic key={topic.topic_id} courseId={course.id} topic={topic} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
