import type { MessageRow, MessageState } from '@gurukul/contract/messages';
import { formatDate, formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { plainSubject } from './field-names.ts';
import type { Column } from '#web/ui/table/data-table.tsx';

const t = messagesTexts;

/** Without a mail server nothing was sent, though the message is done. */
const shownState = ({ state, sent, kept }: MessageRow) =>
  state === 'sent' && sent === 0 && kept > 0 ? 'kept' : state;

const tones: Readonly<Record<MessageState | 'kept', Tone>> = {
  kept: 'calm',
  waiting: 'info',
  sending: 'info',
  sent: 'good',
  canceled: 'calm',
  stopped: 'bad',
};

export const stateOf = (message: MessageRow) => (
  <StatusBadge tone={tones[shownState(message)]}>{t.states[shownState(message)]}</StatusBadge>
);

export const whenOf = ({ nine_on, send_at, created_at }: MessageRow): string =>
  nine_on === null ? formatDateTime(send_at ?? created_at) : t.nineOn({ day: formatDate(nine_on) });

export function audienceOf({ audience: { kind, name } }: MessageRow): string {
  if (name === null) return t.audiences[kind];
  return kind === 'people' ? name : `${t.audiences[kind]} ${name}`;
}

/** What became of its mails, as far as there is something to say. */
export const resultOf = ({
  sent,
  kept,
  failed,
  bounced,
  without_address: without,
  by_whatsapp: byWhatsApp,
}: MessageRow): string =>
  [
    [sent, t.results.sent] as const,
    [kept, t.results.kept] as const,
    [failed, t.results.failed] as const,
    [bounced, t.results.bounced] as const,
    [without, t.results.withoutAddress] as const,
    [byWhatsApp, t.results.byWhatsApp] as const,
  ]
    .flatMap(([count, say]) => (count > 0 ? [say({ count: formatNumber(count) })] : []))
    .join(', ');

/** The server lists the newest first and sorts by nothing else. */
export const messageColumns: readonly Column<MessageRow>[] = [
  {
    id: 'subject',
    header: t.columns.subject,
    value: ({ subject }) => plainSubject(subject),
    sortable: false,
  },
  {
    id: 'audience',
    header: t.columns.audience,
    value: audienceOf,
    onPhone: 'line',
    sortable: false,
  },
  { id: 'author', header: t.columns.author, value: ({ author }) => author, sortable: false },
  {
    id: 'state',
    header: t.columns.state,
    value: (message) => t.states[shownState(message)],
    cell: stateOf,
    onPhone: 'end',
    sortable: false,
  },
  { id: 'when', header: t.columns.when, value: whenOf, sortable: false },
  { id: 'result', header: t.columns.result, value: resultOf, sortable: false },
];
