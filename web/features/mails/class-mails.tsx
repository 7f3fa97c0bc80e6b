import { mails } from '@gurukul/contract/mails';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { mailColumns } from '../mail-list/mail-columns.tsx';

const t = classPageTexts.mails;

/** What became of the mails to the students of a class. */
export function ClassMails({ class_id, name }: { class_id: number; name: string }) {
  const view = useTableSearch(pageSizes.mails, '', 'mails-');
  const list = useQuery({
    ...query(mails.get_mails, { class_id, page: view.page, pageSize: view.size }),
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
      <Text c="dimmed" mb="sm">
        {t.lead}
      </Text>
      <DataTable
        label={t.table({ name })}
        columns={mailColumns}
        rows={data?.data}
        rowId={({ mail_id }) => String(mail_id)}
        view={view}
        total={data?.total_count}
        isLoading={isLoading}
        query={list}
        emptyText={t.empty}
      />
    </>
  );
}
