import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, refusedWith } from './errors.ts';

/**
 * How a preview is asked: nothing that is saved meanwhile asks it again, since after the change itself it would be refused.
 * What was counted a minute ago is no preview, so that the next dialog asks anew.
 */
export const askedOnce = { staleTime: 'static', gcTime: 0 } as const;

/**
 * A change that people see before they confirm it. `asked` reads its preview, as soon as `isReady`. `plan` is what they
 * see; `carryOut` does exactly that. When it changed since the check, the server refuses and the new preview is read.
 */
export function useChecked<A extends { data: unknown }, K extends QueryKey>(
  asked: UseQueryOptions<A, Error, A, K>,
  isReady: boolean,
) {
  const [refusal, setRefusal] = useState('');
  const read = useQuery({ ...asked, ...askedOnce, enabled: isReady });
  const plan: A['data'] | undefined =
    isReady && !read.isFetching && !read.isPlaceholderData ? read.data?.data : undefined;
  const carryOut = async (save: (seen: A['data']) => Promise<unknown>) => {
    if (plan === undefined) return;
    setRefusal('');
    try {
      await save(plan);
    } catch (error) {
      setRefusal(messageOf(error));
      if (refusedWith(error, 'changed_since_check')) void read.refetch();
    }
  };
  const problem = refusal || (read.error ? messageOf(read.error) : '');
  return { plan, carryOut, problem, read, isChecking: isReady && read.isFetching };
}
