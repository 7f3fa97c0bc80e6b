import { cohortSteps, figures, type Cohort } from '@gurukul/contract/figures';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { locale } from '#web/texts/language.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { figureList, useAbout, type About } from './about.ts';
import classes from './figures.module.css';
import { HeatCell } from './heat-cell.tsx';

const t = figuresTexts;

const months = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });

function CohortRow({ cohort: { month, joined, stayed }, about }: { cohort: Cohort; about: About }) {
  const list = (more: { after?: number } = {}) => figureList('cohort', about, { month, ...more });
  return (
    <tr>
      <th scope="row">{months.format(Date.parse(month))}</th>
      <td>
        <Anchor component={AppLink} href={list()}>
          {formatNumber(joined)}
        </Anchor>
      </td>
      {cohortSteps.map((after, place) => {
        const count = stayed[place] ?? null;
        return count === null ? (
          <td key={after} title={t.cohorts.open} data-none>
            –
          </td>
        ) : (
          <HeatCell key={after} hasNumber part={count} whole={joined} href={list({ after })} />
        );
      })}
    </tr>
  );
}

/** Students by the month in which they joined, and how many of them stayed. */
export function CohortPanel() {
  const { about } = useAbout();
  const { week: _week, ...of } = about;
  const { data, error, refetch } = useQuery(query(figures.get_figures, { ...of, part: 'cohorts' }));
  const cohorts = data?.cohorts;
  const isEmpty = cohorts?.every(({ joined }) => joined === 0) === true;
  return (
    <Panel title={t.cohorts.title}>
      <p className={classes.days}>{t.cohorts.lead}</p>
      {isEmpty ? (
        <EmptyState title={dashboardsTexts.noStudentsTitle} />
      ) : cohorts ? (
        <div className={classes.scroll}>
          <table className={classes.heat}>
            <thead>
              <tr>
                <th scope="col">{t.cohorts.month}</th>
                <th scope="col">{t.cohorts.joined}</th>
                {cohortSteps.map((after) => (
                  <th key={after} scope="col">
                    {t.cohorts.months({ count: after })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <CohortRow key={cohort.month} cohort={cohort} about={{ ...of, week: undefined }} />
              ))}
            </tbody>
          </table>
        </div>
      ) : error ? (
        <FailedState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}
