import { figures, weeksBefore, type TrendFigures, type TrendLine } from '@gurukul/contract/figures';
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatDate, formatNumber, formatShortDay } from '#web/lib/format/format.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { ChartFrame, ChartSkeleton } from '#web/ui/chart/frame.tsx';
import { formatShare } from '#web/ui/chart/part.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { figureList, useAbout, type About } from './about.ts';
import classes from './figures.module.css';
import { SmallLine, WeeksLine } from './weeks-line.tsx';

const t = figuresTexts;

const shareOf = (present = 0, marks = 0) => (marks === 0 ? t.attendance.none : formatShare(present, marks));

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** Of the four weeks before this one, as the lines are sorted and their link lists. */
const shareBefore = ({ marks, present }: TrendLine) => {
  const sumBefore = (counts: readonly number[]) => sum(counts.slice(-weeksBefore - 1, -1));
  return shareOf(sumBefore(present), sumBefore(marks));
};

function Lines({ trends, about }: { trends: TrendFigures; about: About }) {
  const { lines, line_count: count } = trends;
  if (lines.length === 0) return null;
  const isOfClasses = lines.some(({ class_id }) => class_id !== null);
  return (
    <Panel title={isOfClasses ? t.trend.lines.classes : t.trend.lines.courses}>
      <Text size="sm" c="dimmed">
        {t.trend.before} {count > lines.length ? t.trend.shown({ shown: lines.length, count }) : null}
      </Text>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.class_id ?? line.course_id}>
            <Anchor
              component={AppLink}
              href={figureList('marks_before', {
                ...about,
                course_id: line.course_id,
                class_id: line.class_id,
              })}
            >
              {line.name}
            </Anchor>
            <SmallLine marks={line.marks} present={line.present} />
            <strong>{shareBefore(line)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The attendance of twelve weeks: of everything, then line by line. */
export function TrendPanels() {
  const { about } = useAbout();
  const [view, setView] = useSearchParam('trend');
  const { data, error, refetch } = useQuery(query(figures.get_figures, { ...about, part: 'trends' }));
  const trends = data?.trends;
  if (!trends) {
    return error ? (
      <Panel title={t.trend.title}>
        <FailedState message={error.message} onRetry={() => void refetch()} />
      </Panel>
    ) : (
      <ChartSkeleton title={t.trend.title} />
    );
  }
  const { weeks, marks, present } = trends;
  const isEmpty = marks.every((count) => count === 0);
  return (
    <>
      <div>
        <ChartFrame
          title={t.trend.title}
          table={{
            columns: [t.trend.week, t.attendance.title, t.names.present, t.names.marks],
            rows: weeks.map((week, place) => [
              formatDate(week),
              shareOf(present[place], marks[place]),
              formatNumber(present[place] ?? 0),
              formatNumber(marks[place] ?? 0),
            ]),
          }}
          empty={isEmpty ? { title: t.trend.emptyTitle, text: t.trend.empty } : null}
          isTable={view === 'table'}
          onTable={(isTable) => setView(isTable ? 'table' : '')}
        >
          <WeeksLine weeks={weeks} marks={marks} present={present} />
        </ChartFrame>
        {isEmpty ? null : (
          <>
            <Title order={3} size="h5" mt="sm">
              {t.trend.lists}
            </Title>
            <ul className={classes.weeks}>
              {weeks.map((week, place) => (
                <li key={week}>
                  <Anchor component={AppLink} href={figureList('marks', { ...about, week })}>
                    {formatShortDay(week)} {formatNumber(marks[place] ?? 0)}
                  </Anchor>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <Lines trends={trends} about={about} />
    </>
  );
}
