import { messages, readerStates, type MessageReader, type MessageRow } from '@gurukul/contract/messages';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, type IdsOf } from '#web/paths.ts';
import { languageName } from '#web/texts/language.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { RichText } from '#web/ui/document/rich-text.tsx';
import { FactsBand } from '#web/ui/facts-band.tsx';
import { Missing } from '#web/ui/feedback/missing.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { ByHand } from './by-hand.tsx';
import { CancelMessage } from './cancel-message.tsx';
import { audienceOf, resultOf, stateOf, whenOf } from './message-columns.tsx';
import { plainSubject, withFieldNames } from './field-names.ts';
import { OutcomeBadge, sharesOf, WhatsAppBadge, whyOf } from './reader-outcome.tsx';

const t = messagesTexts.detail;

/** A reader, and which message. */
interface Reader extends MessageReader {
  readonly message_id: number;
}

const columns: readonly Column<Reader>[] = [
  {
    id: 'name',
    header: t.columns.name,
    value: ({ fullname }) => fullname,
    cell: ({ fullname, user_id, is_student }) =>
      is_student ? (
        <ThingLink to="student" id={user_id}>
          {fullname}
        </ThingLink>
      ) : (
        fullname
      ),
    sortable: false,
  },
  {
    id: 'state',
    header: t.columns.state,
    value: ({ state, whatsapp }) =>
      whatsapp === null ? t.readerStates[state] : `${t.readerStates[state]}, ${t.byWhatsApp[whatsapp.state]}`,
    cell: ({ state, whatsapp }) => (
      <Group gap={4}>
        <OutcomeBadge state={state} />
        {whatsapp === null ? null : <WhatsAppBadge state={whatsapp.state} />}
      </Group>
    ),
    onPhone: 'end',
    sortable: false,
  },
  {
    id: 'why',
    header: t.columns.why,
    value: (reader) =>
      [whyOf(reader), sharesOf(reader), reader.whatsapp?.failure ?? '']
        .filter((part) => part !== '')
        .join(', '),
    onPhone: 'line',
    sortable: false,
  },
  {
    id: 'at',
    header: t.columns.at,
    value: ({ sent_at, ticked_at }) =>
      ticked_at === null
        ? sent_at && formatDateTime(sent_at)
        : t.ticked({ moment: formatDateTime(ticked_at) }),
    sortable: false,
  },
];

const rowId = ({ user_id }: Reader) => String(user_id);
const actionsOf = (reader: Reader) => <ByHand messageId={reader.message_id} reader={reader} />;

function Readers({ message }: { message: MessageRow }) {
  const view = useTableSearch(pageSizes.mails);
  const [search, change] = useSearchState();
  const state = readerStates.find((known) => known === search['state']) ?? 'all';
  const { message_id, subject } = message;
  const list = useQuery({
    ...query(messages.get_message, { message_id, state, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable
      label={t.readersOf({ subject: plainSubject(subject) })}
      columns={columns}
      rows={list.data?.readers.map((reader) => ({ ...reader, message_id }))}
      rowId={rowId}
      rowActions={actionsOf}
      view={view}
      total={list.data?.total_count}
      isLoading={list.isPending}
      filters={
        <NativeSelect
          aria-label={t.filter}
          value={state}
          onChange={({ currentTarget }) => change({ state: currentTarget.value, page: '' })}
          data={[
            { value: 'all', label: t.all },
            ...readerStates.map((value) => ({ value, label: t.readerStates[value] })),
          ]}
        />
      }
      query={list}
      emptyText={t.nobody}
    />
  );
}

function LoadedMessage({ data: message, body, language, versions }: CallOutput<typeof messages.get_message>) {
  const { columns: names } = messagesTexts;
  const result = resultOf(message);
  return (
    <>
      <PageHeader
        title={plainSubject(message.subject)}
        actions={message.can.cancel ? <CancelMessage {...message} /> : null}
      />
      <FactsBand
        brief={[audienceOf(message), whenOf(message), result].filter(Boolean).join(' · ')}
        facts={[
          [names.state, stateOf(message)],
          [names.audience, audienceOf(message)],
          [names.author, message.author],
          [names.when, whenOf(message)],
          ...(result === '' ? [] : [[names.result, result] as const]),
        ]}
      />
      <Stack>
        {message.state === 'stopped' ? <Notice>{messagesTexts.stopped}</Notice> : null}
        <Panel title={t.text}>
          <Stack>
            {versions.length > 0 && language !== null ? <Text fw={600}>{languageName(language)}</Text> : null}
            <RichText html={withFieldNames(body)} />
            {versions.map((one) => (
              <details key={one.language}>
                <summary>
                  {t.version({ language: languageName(one.language), subject: plainSubject(one.subject) })}
                </summary>
                <RichText html={withFieldNames(one.body)} />
              </details>
            ))}
          </Stack>
        </Panel>
        <Panel title={t.readers}>
          {message.people === 0 ? <Text c="dimmed">{t.notYet}</Text> : <Readers message={message} />}
        </Panel>
      </Stack>
    </>
  );
}

const MessageMissing = () => (
  <Missing title={t.missingTitle} text={t.missing} list={paths.messages} listLabel={t.toList} />
);

/** While it is being sent, it is read again and again. */
const lookAgainMs = 5_000;

function AnyMessage({ id }: { id: number }) {
  const one = useQuery({
    ...query(messages.get_message, { message_id: id, page: 1, pageSize: 1 }),
    refetchInterval: ({ state: { data } }) =>
      data && ['waiting', 'sending'].includes(data.data.state) ? lookAgainMs : false,
  });
  if (one.error instanceof ApiError && one.error.status === 404) return <MessageMissing />;
  if (one.data) return <LoadedMessage {...one.data} />;
  return (
    <>
      <PageHeader title={messagesTexts.title} />
      {one.isError ? (
        <FailedState message={one.error.message} onRetry={() => void one.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/** /message/{id} */
export const MessagePage = ({ id }: IdsOf<'message'>) =>
  id === null ? <MessageMissing /> : <AnyMessage key={id} id={id} />;
