import { figures, weeksBefore, type TrendFigures, type TrendLine } from '@gurukul/contract/figures';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { addDays } from '#web/lib/format/days.ts';
import { formatDate, formatNumber, formatShortDay } from '#web/lib/format/format.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { ChartFrame, ChartSkeleton } from '#web/ui/chart/frame.tsx';
import { formatShare } from '#web/ui/chart/part.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { marksAddress } from '#web/features/attendance/marks-address.ts';
import { figureList, useAbout, type About } from './about.ts';
import classes from './figures.module.css';
import { HeatCell } from './heat-cell.tsx';
import { WeeksLine } from './weeks-line.tsx';

const t = figuresTexts;

const shareOf = (present = 0, marks = 0) => (marks === 0 ? t.attendance.none : formatShare(present, marks));

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** Of the four weeks before this one, as the lines are sorted and their link lists. */
const shareBefore = ({ marks, present }: TrendLine) => {
  const sumBefore = (counts: readonly number[]) => sum(counts.slice(-weeksBefore - 1, -1));
  return shareOf(sumBefore(present), sumBefore(marks));
};

/** Courses or classes by weeks: the darker, the more were there. */
function Lines({ trends, about }: { trends: TrendFigures; about: About }) {
  const { weeks, lines, line_count: count } = trends;
  if (lines.length === 0) return null;
  const isOfClasses = lines.some(({ class_id }) => class_id !== null);
  return (
    <Panel title={isOfClasses ? t.trend.lines.classes : t.trend.lines.courses}>
      <Text size="sm" c="dimmed">
        {t.trend.before} {count > lines.length ? t.trend.shown({ shown: lines.length, count }) : null}
      </Text>
      <div className={classes.scroll}>
        <table className={classes.heat}>
          <thead>
            <tr>
              <th scope="col">{isOfClasses ? t.columns.class : t.columns.course}</th>
              {weeks.map((week) => (
                <th key={week} scope="col">
                  {formatShortDay(week)}
                </th>
              ))}
              <th scope="col">{t.names.marks_before}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => {
              const of = { ...about, course_id: line.course_id, class_id: line.class_id };
              return (
                <tr key={line.class_id ?? line.course_id}>
                  <th scope="row">
                    <Anchor component={AppLink} href={figureList('marks_before', of)}>
                      {line.name}
                    </Anchor>
                  </th>
                  {weeks.map((week, place) => (
                    <HeatCell
                      key={week}
                      part={line.present[place] ?? 0}
                      whole={line.marks[place] ?? 0}
                      href={
                        line.class_id === null
                          ? figureList('marks', { ...of, week })
                          : marksAddress({
                              course: line.course_id,
                              group: line.class_id,
                              start: week,
                              end: addDays(week, 6),
                            })
                      }
                    />
                  ))}
                  <td>
                    <strong>{shareBefore(line)}</strong>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
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
        hasLinks
        empty={isEmpty ? { title: t.trend.emptyTitle, text: t.trend.empty } : null}
        isTable={view === 'table'}
        onTable={(isTable) => setView(isTable ? 'table' : '')}
      >
        <WeeksLine
          weeks={weeks}
          marks={marks}
          present={present}
          hrefOf={(week) => figureList('marks', { ...about, week })}
        />
      </ChartFrame>
      <Lines trends={trends} about={about} />
    </>
  );
}
