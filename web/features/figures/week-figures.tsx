import { figures, type WeekFigures } from '@gurukul/contract/figures';
import { Button, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { CourseFilter } from '#web/features/payments/course-filter.tsx';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { formatDate, formatMoney } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, type Address } from '#web/paths.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { formatShare } from '#web/ui/chart/part.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { FigureLinks } from '#web/ui/figure-links.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { figureList, useAbout, type About } from './about.ts';
import classes from './figures.module.css';

const t = figuresTexts;

interface GroupProps {
  title: string;
  /** The sentence that says how it went. */
  sum: string;
  hint?: string;
  children?: ReactNode;
}

function FigureGroup({ title, sum, hint, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.group}>
      <Title order={3} id={id}>
        {title}
      </Title>
      <p className={classes.sum}>{sum}</p>
      {hint ? (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      ) : null}
      {children}
    </section>
  );
}

/** The list of the payments that were added up. */
function paymentList({ from, to }: WeekFigures, { course_id }: About, currency: string | null): Address {
  const list = session.role === 'admin' ? paths.payments : paths.payment;
  return `${list}${stringifySearch({ from, to, status: 'success', currency: currency ?? 'none', course: course_id })}`;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? t.attendance.none : formatShare(part, whole));

function Week({ week, about }: { week: WeekFigures; about: About }) {
  const { meetings, attendance, money, joined, left } = week;
  const links = <F extends keyof typeof t.names>(label: string, counts: Readonly<Record<F, number>>) => (
    <FigureLinks
      label={label}
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
      figures={(Object.keys(counts) as F[]).map((figure) => ({
        label: t.names[figure],
        value: counts[figure],
        href: figureList(figure, { ...about, week: week.from }),
        isCurrent: false,
      }))}
    />
  );
  const { planned, held, canceled, to_come, due, on_time, late, not_called } = meetings;
  return (
    <div className={classes.groups}>
      <FigureGroup title={t.meetings.title} sum={t.meetings.sum({ held, planned })}>
        {links(t.meetings.title, { planned, held, canceled, to_come })}
      </FigureGroup>
      <FigureGroup title={t.rolls.title} sum={t.rolls.sum({ called: on_time, due })} hint={t.rolls.hint}>
        {links(t.rolls.title, { due, on_time, late, not_called })}
      </FigureGroup>
      <FigureGroup
        title={t.attendance.title}
        sum={t.attendance.sum({
          share: shareOf(attendance.present, attendance.marks),
          before: shareOf(attendance.present_before, attendance.marks_before),
        })}
      >
        {links(t.attendance.title, attendance)}
      </FigureGroup>
      <FigureGroup title={t.students.title} sum={t.students.sum({ joined, left })}>
        {links(t.students.title, { joined, left })}
      </FigureGroup>
      {money === null ? null : (
        <FigureGroup
          title={t.money.title}
          sum={
            money.length === 0
              ? t.money.none
              : money.map(({ currency, received }) => formatMoney(received, currency)).join(' · ')
          }
        >
          <FigureLinks
            label={t.money.title}
            figures={money.map(({ currency, payments }) => ({
              label: currency ?? t.money.without,
              value: payments,
              href: paymentList(week, about, currency),
              isCurrent: false,
              hint: t.money.payments({ count: payments }),
            }))}
          />
        </FigureGroup>
      )}
    </div>
  );
}

const weekMs = 7 * 86_400_000;
const weeksFrom = (day: string, weeks: number) =>
  new Date(Date.parse(day) + weeks * weekMs).toISOString().slice(0, 10);

/** How a week went; first the present one. */
export function WeekPanel() {
  const { about, search, change } = useAbout();
  const { data, error, refetch } = useQuery({
    ...query(figures.get_figures, { ...about, part: 'week' }),
    placeholderData: keepPreviousData,
  });
  const week = data?.week;
  if (!week) {
    return (
      <Panel title={t.thisWeek}>
        {error ? (
          <FailedState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.room}>
            <LoadingState />
          </div>
        )}
      </Panel>
    );
  }
  const go = (weeks: number) => change({ week: weeksFrom(week.from, weeks) });
  return (
    <Panel
      title={week.is_current ? t.thisWeek : t.week({ from: formatDate(week.from), to: formatDate(week.to) })}
      actions={
        <Group gap="xs">
          {session.role === 'teacher' ? null : (
            <CourseFilter
              value={search['course'] ?? ''}
              onChange={(course) => change({ course, class: '' })}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconChevronLeft aria-hidden size={16} />}
            onClick={() => go(-1)}
          >
            {t.before}
          </Button>
          {week.is_current ? null : (
            <>
              <Button
                variant="default"
                rightSection={<IconChevronRight aria-hidden size={16} />}
                onClick={() => go(1)}
              >
                {t.after}
              </Button>
              <Button variant="default" onClick={() => change({ week: '' })}>
                {t.thisWeek}
              </Button>
            </>
          )}
        </Group>
      }
    >
      {week.is_current ? (
        <p className={classes.days}>{t.week({ from: formatDate(week.from), to: formatDate(week.to) })}</p>
      ) : null}
      <Week week={week} about={about} />
    </Panel>
  );
}
