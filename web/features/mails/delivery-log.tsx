import type { MailRow } from '@gurukul/contract/mails';
import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useEvent } from '#web/features/events/use-events.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { DataTable, type Selection } from '#web/ui/table/data-table.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { canRetry, nameOf, rowActions } from '../mail-list/mail-actions.tsx';
import { mailColumns } from '../mail-list/mail-columns.tsx';
import { hasFilter, mailFilters, MailFilters, MailSearch } from './mail-filters.tsx';
import classes from './mails.module.css';
import { useMails } from './use-mails.ts';
import { useRetry, type Retry } from '../mail-list/use-retry.ts';

const t = mailsTexts;

const MailDialog = lazy(async () => ({ default: (await import('./mail-dialog.tsx')).MailDialog }));

const rowId = ({ mail_id }: MailRow) => String(mail_id);
const noneChosen: ReadonlySet<string> = new Set();

interface RetryBarProps extends Retry {
  chosen: readonly MailRow[];
  eventId: number | null;
  failed: number;
  onDone: () => void;
}

/** Retries several mails: the ticked ones or, in the log of one event, all of them. */
function RetryBar({ chosen, eventId, failed, onDone, retry, isPending }: RetryBarProps) {
  const event = useEvent(eventId).data?.data;

  const retryChosen = async () => {
    if (chosen.length === 0) return toast.warning(t.retry.chooseFirst);
    await retry({ mail_ids: chosen.map(({ mail_id }) => mail_id) });
    onDone();
  };
  const retryAll = async (event_id: number) => {
    if (!(await confirm(t.retry.allQuestion({ event: event?.event_name ?? t.unknownEvent })))) return;
    await retry({ event_id });
    onDone();
  };

  return (
    <div className={classes.bar} data-selection-bar>
      <output className={classes.count}>{t.retry.chosen({ count: chosen.length })}</output>
      <Button aria-disabled={isPending} onClick={() => void retryChosen()}>
        {t.retry.many}
      </Button>
      {eventId === null ? null : (
        <Button variant="default" aria-disabled={isPending} onClick={() => void retryAll(eventId)}>
          {t.retry.all({ count: formatNumber(failed) })}
        </Button>
      )}
    </div>
  );
}

/** What became of every mail. */
export function DeliveryLog() {
  const asked = useMails();
  const { view, eventId, list, openId, openMail } = asked;
  const { data } = list;
  const [selected, setSelected] = useState(noneChosen);
  const retrying = useRetry();
  const chooseNone = () => setSelected(noneChosen);

  const isLoading = useLastPage(view, {
    rows: data?.data,
    total: data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });

  const isAnyFailed = data?.data.some(canRetry) ?? false;
  const chosen = data?.data.filter((mail) => selected.has(rowId(mail)) && canRetry(mail)) ?? [];
  const selection: Selection<MailRow> = { selected, onChange: setSelected, nameOf, canSelect: canRetry };
  const queued = data?.counts.queued ?? 0;
  const failed = data?.counts.failed ?? 0;
  const isKept = data?.has_server === false;
  const open = data?.data.find((mail) => mail.mail_id === openId && mail.can.read);
  // The dialog is loaded for the first mail that is read, and then stays: it gives the focus back after it has closed.
  const [isRead, setRead] = useState(false);
  if (open && !isRead) setRead(true);

  return (
    <div className={classes.log}>
      {isKept ? (
        <div className={classes.kept}>
          <Notice>{t.kept.notice}</Notice>
        </div>
      ) : null}
      <Suspense>{isRead ? <MailDialog mail={open} onClose={() => openMail(null)} /> : null}</Suspense>
      <output className={classes.waiting}>
        {queued > 0 ? (
          <Text c="dimmed">{isKept ? t.kept.waiting({ count: queued }) : t.waiting({ count: queued })}</Text>
        ) : null}
      </output>
      <DataTable
        label={t.table}
        columns={mailColumns}
        rows={data?.data}
        rowId={rowId}
        view={view}
        search={<MailSearch asked={asked} onChange={chooseNone} />}
        filters={<MailFilters asked={asked} onChange={chooseNone} />}
        total={data?.total_count}
        isLoading={isLoading}
        {...(isAnyFailed ? { selection } : {})}
        rowActions={rowActions(retrying, openMail)}
        foldActions={nameOf}
        query={list}
        {...(view.q !== '' || hasFilter(asked)
          ? { emptyAction: <ShowAll filters={mailFilters} /> }
          : { emptyText: t.none })}
      />
      {isAnyFailed || (eventId !== null && failed > 0) ? (
        <RetryBar chosen={chosen} eventId={eventId} failed={failed} onDone={chooseNone} {...retrying} />
      ) : null}
    </div>
  );
}
