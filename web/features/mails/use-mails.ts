import { mailKinds, mails, mailStates } from '@gurukul/contract/mails';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';

/** How often the log is read while a mail waits in it. */
const lookAgainMs = 3_000;

/** The mails that the address asks for; read again and again while one of them is on its way. */
export function useMails() {
  const view = useTableSearch(pageSizes.mails);
  const [search, change] = useSearchState();
  const state = mailStates.find((known) => known === search['state']) ?? 'all';
  const kind = mailKinds.find((known) => known === search['kind']) ?? null;
  const eventId = idIn(search['event']);
  const from = dayInAddress(search['from']);
  const until = dayInAddress(search['to']);
  // An end before the start is no end.
  const days = { from, to: until < from ? '' : until };
  const list = useQuery({
    ...query(mails.get_mails, {
      state,
      kind,
      event_id: eventId,
      ...days,
      search: searchText(view.q, 200) || null,
      page: view.page,
      pageSize: view.size,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.counts.queued > 0 ? lookAgainMs : false),
  });
  /** Other mails: they are read from the first page on. */
  const ask = (part: Readonly<Record<string, string>>) => change({ ...part, page: '' });
  /** The mail of the outbox that is open. */
  const openId = idIn(search['mail']);
  const openMail = (mailId: number | null) => change({ mail: mailId });
  return { view, state, kind, eventId, days, until, list, ask, openId, openMail };
}
