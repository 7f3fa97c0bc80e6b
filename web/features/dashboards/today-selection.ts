import { dashboards, type TodayFilter, type TodayItems, type TodayKind } from '@gurukul/contract/dashboards';
import { useState } from 'react';
import { send } from '#web/calls/client.ts';

export type TodayItem = TodayItems[TodayKind];

export const lineOf = ({ line }: TodayItem) => line;

/** The most lines that are selected at once. */
export const mostLines = 1_000;
const pageSize = 100;

/** All lines that a filter finds, page by page. */
export async function readAllLines(kind: TodayKind, filter: TodayFilter): Promise<TodayItem[]> {
  const all: TodayItem[] = [];
  for (let page = 1; all.length < mostLines; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the number of pages is not known before
    const { data } = await send(dashboards.get_today_kind, { kind, page, pageSize, filter });
    all.push(...data);
    if (data.length < pageSize) break;
  }
  return all;
}

/** The selected lines of a list, those of other pages too. */
export function useTodaySelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, TodayItem>>(new Map());
  return {
    ids: new Set(chosen.keys()),
    items: [...chosen.values()],
    /** `rows` are those of the page, in which the newly ticked ones are. */
    tick: (next: ReadonlySet<string>, rows: readonly TodayItem[]) => {
      const known = new Map([...chosen, ...rows.map((item) => [lineOf(item), item] as const)]);
      setChosen(new Map([...known].filter(([id]) => next.has(id))));
    },
    take: (items: readonly TodayItem[]) => setChosen(new Map(items.map((item) => [lineOf(item), item]))),
    clear: () => setChosen(new Map()),
  };
}

export type TodaySelection = ReturnType<typeof useTodaySelection>;
