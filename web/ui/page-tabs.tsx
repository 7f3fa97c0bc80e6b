import { Tabs } from '@mantine/core';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { LoadingState } from './feedback/loading-state.tsx';
import classes from './page-tabs.module.css';

export interface PageTab {
  /** The names of the tabs that it holds. */
  readonly also?: readonly string[];
  /** Its value in the address: `?tab=money`. A value that continues it after a hyphen means this tab too. */
  readonly name: string;
  readonly label: string;
  /** Rendered while its tab is open; may be lazy. */
  readonly content: ReactNode;
}

/** Tabs in one tab, so that a page has six at most. Each keeps its own address; the first one has the group's name. */
export const tabGroup = (label: string, tabs: readonly [PageTab, ...PageTab[]]): PageTab => ({
  name: tabs[0].name,
  label,
  also: tabs.map(({ name }) => name),
  content: <PageTabs label={label} tabs={tabs} isInner />,
});

interface PageTabsProps {
  /** For screen readers: whose tabs. */
  label: string;
  tabs: readonly [PageTab, ...PageTab[]];
  /** The tab that an address without one opens, if not the first one. */
  opens?: string | undefined;
  /** Each tab has a list of its own from its first page on, and the filters stay. */
  areLists?: boolean;
  /** They stand in a tab of the page. */
  isInner?: boolean;
}

/**
 * Parts of a page of one thing, each with its own address, so that Back and links open them. An address without a tab
 * opens the first one, or that of `opens`. The arrow keys move between the tabs, and Enter opens one.
 */
export function PageTabs({ label, tabs, opens, areLists = false, isInner = false }: PageTabsProps) {
  const first = tabs.find(({ name }) => name === opens) ?? tabs[0];
  const [search, change] = useSearchState();
  const asked = search['tab'] ?? first.name;
  const setTab = (tab: string) =>
    change({ tab: tab === first.name && !isInner ? '' : tab, ...(areLists ? { page: '' } : {}) });
  const isAsked = (name: string) => asked === name || asked.startsWith(`${name}-`);
  const { name: open } = tabs.find(({ name, also = [name] }) => also.some(isAsked)) ?? first;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the row of tabs scrolls.
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${open}"]`);
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [open]);
  return (
    <Tabs
      value={open}
      onChange={(next) => setTab(next ?? '')}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <Tabs.List ref={list} aria-label={label} className={classes.list} data-inner={isInner || undefined}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name} data-tab={tab.name} className={classes.tab}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.name} value={tab.name}>
          <Suspense fallback={<LoadingState />}>{tab.content}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
