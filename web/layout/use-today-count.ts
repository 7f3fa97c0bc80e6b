import { dashboards, type TodayKind } from '@gurukul/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '#web/calls/client.ts';

/** How many lines of Today are of these kinds. It is asked after the first rows; the dashboard has asked it already. */
export function useTodayCount(kinds: readonly TodayKind[], isWanted = true): number {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(true), 1000);
    return () => window.clearTimeout(timer);
  }, []);
  const enabled = isWanted && isLater;
  const { data } = useQuery({ ...query(dashboards.get_today, {}), enabled, staleTime: 60_000 });
  return (data?.data ?? [])
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { count }) => sum + count, 0);
}
