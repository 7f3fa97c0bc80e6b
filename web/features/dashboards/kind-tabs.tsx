import { cases } from '@gurukul/contract/cases';
import { todayKinds, type TodayKind } from '@gurukul/contract/dashboards';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { casesTexts } from '#web/texts/cases.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './today.module.css';

const t = dashboardsTexts.today;
const c = casesTexts;

/** The kinds as people think of them, in the order of `todayKinds`: each begins where its first kind stands. */
const sections = [
  ['classes', 'unmarked_class'],
  ['students', 'family_answer'],
  ['money', 'attending_unpaid'],
  ['mails', 'failed_mail'],
] as const;

function inSections<G extends { readonly kind: TodayKind }>(groups: readonly G[]) {
  const begins = sections.map(([, first]) => todayKinds.indexOf(first));
  return sections.map(([name], place) => {
    const [begin = 0, end = todayKinds.length] = begins.slice(place);
    const own: ReadonlySet<TodayKind> = new Set(todayKinds.slice(begin, end));
    return { name, own: groups.filter(({ kind }) => own.has(kind)) };
  });
}

/** What one took in hand, and what was put off or closed. */
function Cases() {
  const mine = useQuery(query(cases.get_cases, { mine: true, page: 1, pageSize: 1 }));
  const tab = (name: string) => `${paths.cases}${stringifySearch({ tab: name })}` as const;
  return (
    <nav aria-label={c.title} className={classes.cases}>
      <AppLink href={paths.cases}>
        {c.mine} <span>{mine.data ? formatNumber(mine.data.total_count) : ''}</span>
      </AppLink>
      <AppLink href={tab('later')}>{c.putOffTab}</AppLink>
      <AppLink href={tab('closed')}>{c.closed}</AppLink>
    </nav>
  );
}

interface KindTabsProps {
  groups: readonly { readonly kind: TodayKind; readonly count: number }[];
  chosen: TodayKind | null;
  onChoose: (kind: TodayKind) => void;
  /** Stands below the kinds. */
  foot?: ReactNode;
  /** Their panels. */
  children: ReactNode;
}

/** The kinds of what waits, with their numbers: at the left of the list, and in a row above it on a phone. */
export function KindTabs({ groups, chosen, onChoose, foot, children }: KindTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the row scrolls.
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${chosen}"]`);
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [chosen]);
  return (
    <Tabs
      value={chosen}
      onChange={(kind) => onChoose(todayKinds.find((one) => one === kind) ?? todayKinds[0])}
      variant="none"
      keepMounted={false}
      classNames={{
        root: classes.groups,
        list: classes.kinds,
        tab: classes.kind,
        tabLabel: classes.kindLabel,
      }}
    >
      <div className={classes.side}>
        <Tabs.List ref={list} aria-label={t.kinds}>
          {inSections(groups).map(({ name, own }) =>
            own.length === 0 ? null : (
              <div key={name} role="presentation" className={classes.section}>
                <span aria-hidden>{t.sections[name]}</span>
                {own.map(({ kind, count }) => (
                  <Tabs.Tab key={kind} value={kind} data-tab={kind}>
                    {t[kind].title}{' '}
                    <span className={classes.count} data-none={count === 0 || undefined}>
                      {formatNumber(count)}
                    </span>
                  </Tabs.Tab>
                ))}
              </div>
            ),
          )}
        </Tabs.List>
        <Cases />
        {foot}
      </div>
      <div className={classes.panels}>{children}</div>
    </Tabs>
  );
}
