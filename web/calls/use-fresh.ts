import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#web/ui/feedback/toast.tsx';
import { refusalOf } from './errors.ts';

/** Options of a query whose answer is edited. */
export const fresh = { staleTime: 0, refetchOnWindowFocus: false } as const;

/**
 * What is to be edited: it has just come from the server, not from a visit before. `round` is another number after each
 * `again` and `reload`, so that forms begin anew.
 */
export function useFresh<A>(read: UseQueryResult<{ readonly data: A }>) {
  const [round, setRound] = useState(0);
  const again = () => setRound((last) => last + 1);
  const reload = async () => {
    const { isError, error } = await read.refetch();
    if (isError) toast.error(refusalOf(error));
    else again();
  };
  return { found: read.isFetchedAfterMount ? read.data?.data : undefined, round, again, reload };
}
