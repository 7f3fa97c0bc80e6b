import { search, type FoundItem } from '@gurukul/contract/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { useNamedLike } from '#web/lib/use-named-like.ts';

/** In milliseconds. Shorter than the pause of a table, because people glance at these results and go on. */
const pauseMs = 250;

const none: readonly FoundItem[] = [];

/** One letter stands in nearly every name; one figure may be a whole id. */
export const isEnough = (text: string) => text.length > 1 || /^\d$/.test(text);

/**
 * The server's results for a text, once typing pauses. Further typing cancels the request. Until then the old results
 * that also match the new text stay.
 */
export function useFound(text: string) {
  const [settled] = useDebouncedValue(text, pauseMs);
  const isAsked = settled === text && isEnough(text);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(search.find, { text: isAsked ? text : '' }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // Somebody is waiting, and has a button to try again.
    retry: false,
    refetchOnWindowFocus: false,
  });
  const known = data?.data ?? none;
  const isLike = useNamedLike(text !== '')(text);
  const isAnswered = isAsked && data !== undefined && !isPlaceholderData;
  const isFailed = isAsked && isError && !isFetching && !isAnswered;
  return {
    items: isAnswered ? known : known.filter(({ title, detail }) => isLike(title) || isLike(detail)),
    isSearching: isEnough(text) && !isAnswered && !isFailed,
    isFailed,
    retry: () => void refetch(),
  };
}
