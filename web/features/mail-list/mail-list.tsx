import { mails } from '@gurukul/contract/mails';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { KeptMail } from '../mail-preview/mail-preview.tsx';
import { nameOf, rowActions } from './mail-actions.tsx';
import { mailColumns } from './mail-columns.tsx';
import { useRetry } from './use-retry.ts';

const columnsOfStudent = mailColumns.filter(({ id }) => id !== 'recipient');
const columnsOfEvent = mailColumns.filter(({ id }) => id !== 'event_name');

/** How often the list is read while a mail waits in it, in milliseconds. */
const lookAgainMs = 3_000;

interface MailListProps {
  of: { readonly student_id: number } | { readonly event_id: number };
  label: string;
}

/** Every mail to one student or about one event, newest first, and its delivery. */
export function MailList({ of, label }: MailListProps) {
  const view = useTableSearch(pageSizes.mails, '', 'mails-');
  const [openId, setOpenId] = useSearchParam('mail');
  const retrying = useRetry();
  const list = useQuery({
    ...query(mails.get_mails, { ...of, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.counts.queued ?? 0) > 0 ? lookAgainMs : false),
  });
  const { data } = list;
  const isLoading = useLastPage(view, {
    rows: data?.data,
    total: data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  const open = data?.data.find(({ mail_id, can }) => mail_id === idIn(openId) && can.read);
  return (
    <>
      <DataTable
        label={label}
        columns={'event_id' in of ? columnsOfEvent : columnsOfStudent}
        rows={data?.data}
        rowId={({ mail_id }) => String(mail_id)}
        view={view}
        total={data?.total_count}
        isLoading={isLoading}
        rowActions={rowActions(retrying, (id) => setOpenId(String(id)))}
        foldActions={nameOf}
        query={list}
        emptyText={mailsTexts.none}
      />
      <Dialog
        isInAddress
        opened={open !== undefined}
        onClose={() => setOpenId('')}
        title={open && nameOf(open)}
        size="xl"
      >
        {open ? <KeptMail mail_id={open.mail_id} kind={open.kind} /> : null}
      </Dialog>
    </>
  );
}
