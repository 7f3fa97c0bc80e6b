import { messages, type MessageRow } from '@gurukul/contract/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { CancelMessage } from './cancel-message.tsx';
import { plainSubject } from './field-names.ts';
import { messageColumns } from './message-columns.tsx';
import { WriteButton } from './write-button.tsx';

const t = messagesTexts;

const rowId = ({ message_id: id }: MessageRow) => String(id);
const hrefOf = ({ message_id: id }: MessageRow) => to(paths.message, id);
const subjectOf = ({ subject }: MessageRow) => plainSubject(subject);
const actionsOf = (row: MessageRow) => (row.can.cancel ? <CancelMessage {...row} /> : null);

/** /Messages: what was written, and what became of it. */
export function MessagesPage() {
  const view = useTableSearch(pageSizes.mails);
  const list = useQuery({
    ...query(messages.get_messages, { page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const isLoading = useLastPage(view, {
    rows: data?.data,
    total: data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={<WriteButton audience={null} whom="" variant="filled" onSent={() => void list.refetch()} />}
      />
      <DataTable
        label={t.table}
        columns={messageColumns}
        rows={data?.data}
        rowId={rowId}
        rowHref={hrefOf}
        rowActions={actionsOf}
        foldActions={subjectOf}
        view={view}
        total={data?.total_count}
        isLoading={isLoading}
        query={list}
        emptyText={t.none}
        emptyHint={t.noneHint}
      />
    </>
  );
}
