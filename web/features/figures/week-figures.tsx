import { figures, type WeekFigures } from '@gurukul/contract/figures';
import { Button, Group, Title } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { CourseFilter } from '#web/features/payments/course-filter.tsx';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { formatDate, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, type Address } from '#web/paths.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { formatShare } from '#web/ui/chart/part.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { figureList, useAbout, type About } from './about.ts';
import classes from './figures.module.css';
import { SmallLine } from './weeks-line.tsx';

const t = figuresTexts;

interface TileProps {
  title: string;
  /** What one looks at, and where it leads. */
  number: string;
  href: Address;
  /** Of the five weeks, this one last. */
  values: readonly (number | null)[];
  /** What stands below: the weeks before. */
  note?: string;
  children?: ReactNode;
}

function Tile({ title, number, href, values, note, children }: TileProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.tile}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      <div className={classes.figure}>
        <AppLink href={href}>{number}</AppLink>
        <SmallLine values={values} />
      </div>
      {note ? <p>{note}</p> : null}
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

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

const percent = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole);

/** The four figures of a week beside those of the four weeks before it. */
function Week({ week, before, about }: { week: WeekFigures; before: readonly WeekFigures[]; about: About }) {
  const all = [...before, week];
  const { meetings, attendance, money, joined, left } = week;
  const to = (figure: keyof typeof t.names) => figureList(figure, { ...about, week: week.from });
  const others = (counts: readonly (readonly [figure: keyof typeof t.names, count: number])[]) => (
    <ul className={classes.others}>
      {counts.map(([figure, count]) => (
        <li key={figure}>
          <AppLink href={to(figure)}>
            {t.names[figure]} <strong>{formatNumber(count)}</strong>
          </AppLink>
        </li>
      ))}
    </ul>
  );
  const { planned, held, canceled, to_come, due, on_time, late, not_called } = meetings;
  const dueBefore = sum(before.map((one) => one.meetings.due));
  const heldBefore = Math.round(sum(before.map((one) => one.meetings.held)) / Math.max(1, before.length));
  return (
    <div className={classes.tiles}>
      <Tile
        title={t.meetings.title}
        number={t.meetings.number({ held, planned })}
        href={to('held')}
        values={all.map((one) => one.meetings.held)}
        note={t.average({ number: formatNumber(heldBefore) })}
      >
        {others([
          ['planned', planned],
          ['held', held],
          ['canceled', canceled],
          ['to_come', to_come],
        ])}
      </Tile>
      <Tile
        title={t.rolls.title}
        number={shareOf(on_time, due)}
        href={to('on_time')}
        values={all.map((one) => percent(one.meetings.on_time, one.meetings.due))}
        note={t.before4({ number: shareOf(sum(before.map((one) => one.meetings.on_time)), dueBefore) })}
      >
        {others([
          ['due', due],
          ['on_time', on_time],
          ['late', late],
          ['not_called', not_called],
        ])}
      </Tile>
      <Tile
        title={t.attendance.title}
        number={shareOf(attendance.present, attendance.marks)}
        href={to('present')}
        values={all.map((one) => percent(one.attendance.present, one.attendance.marks))}
        note={t.before4({ number: shareOf(attendance.present_before, attendance.marks_before) })}
      >
        {others([
          ['marks', attendance.marks],
          ['present', attendance.present],
          ['joined', joined],
          ['left', left],
        ])}
      </Tile>
      {money?.map(({ currency, payments, received }) => {
        const ofCurrency = (one: WeekFigures) =>
          Number(one.money?.find((each) => each.currency === currency)?.received ?? 0);
        const average = sum(before.map(ofCurrency)) / Math.max(1, before.length);
        return (
          <Tile
            key={currency}
            title={t.money.title}
            number={formatMoney(received, currency)}
            href={paymentList(week, about, currency)}
            values={all.map(ofCurrency)}
            note={t.average({ number: formatMoney(average.toFixed(2), currency) })}
          >
            <p>{t.money.payments({ count: payments })}</p>
          </Tile>
        );
      })}
      {money?.length === 0 ? <p>{t.money.none}</p> : null}
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
  const before = useQueries({
    queries: [-4, -3, -2, -1].map((weeks) => ({
      ...query(figures.get_figures, {
        ...about,
        ...(week && { week: weeksFrom(week.from, weeks) }),
        part: 'week',
      }),
      enabled: week !== undefined,
    })),
    combine: (weeks) => weeks.flatMap((one) => one.data?.week ?? []),
  });
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
      <Week week={week} before={before} about={about} />
    </Panel>
  );
}
