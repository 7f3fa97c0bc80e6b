import type { MailRow, MailState } from '@gurukul/contract/mails';
import { formatDateTime } from '#web/lib/format/format.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import classes from './mail-list.module.css';

const t = mailsTexts;

const tones: Readonly<Record<MailState, Tone>> = {
  queued: 'info',
  sent: 'good',
  kept: 'calm',
  failed: 'bad',
  bounced: 'bad',
  withdrawn: 'calm',
};

/** The moment that says most about the mail's state. */
const momentOf = ({ state, sent_at, failed_at, enqueued_at, failure }: MailRow): string => {
  if (state === 'sent' && failure !== null && sent_at !== null)
    return t.delayed({ moment: formatDateTime(sent_at) });
  const moments: Readonly<Record<MailState, string | null>> = {
    queued: enqueued_at,
    sent: sent_at,
    kept: sent_at,
    failed: failed_at,
    bounced: sent_at,
    withdrawn: enqueued_at,
  };
  return t.at[state]({ moment: formatDateTime(moments[state] ?? enqueued_at) });
};

/** The server lists the newest first and sorts by nothing else. */
export const mailColumns: readonly Column<MailRow>[] = [
  {
    id: 'recipient',
    header: t.columns.to,
    value: (mail) => mail.recipient,
    cell: (mail) => (
      <>
        {mail.fullname ? <strong>{mail.fullname}</strong> : null}
        <span className={classes.address}>{mail.recipient}</span>
      </>
    ),
    sortable: false,
  },
  {
    id: 'kind',
    header: t.columns.kind,
    value: ({ kind, changes }) =>
      changes === undefined ? t.kinds[kind] : t.kindOfChanges({ kind: t.kinds[kind], count: changes }),
    onPhone: 'line',
    sortable: false,
  },
  {
    id: 'event_name',
    header: t.columns.event,
    value: (mail) => mail.event_name,
    under: 'kind',
    sortable: false,
  },
  {
    id: 'state',
    header: t.columns.state,
    value: (mail) => t.states[mail.state],
    cell: (mail) => <StatusBadge tone={tones[mail.state]}>{t.states[mail.state]}</StatusBadge>,
    onPhone: 'end',
    sortable: false,
  },
  {
    id: 'at',
    header: t.columns.at,
    value: momentOf,
    under: 'state',
    onPhone: 'line',
    sortable: false,
  },
  { id: 'tries', header: t.columns.tries, value: (mail) => mail.tries, align: 'end', sortable: false },
  {
    id: 'failure',
    header: t.columns.why,
    value: (mail) => mail.failure,
    sortable: false,
  },
];
