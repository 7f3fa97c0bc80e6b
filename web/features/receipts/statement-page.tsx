import { receipts, type StatementRow, type StatementTotals } from '@gurukul/contract/receipts';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { footOf } from '@gurukul/contract/shared/money/statement-foot';
import { finishedLanguages, type PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { Anchor, Button, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { saveDownload } from '#web/calls/download.ts';
import { ApiError, messageOf } from '#web/calls/errors.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { formatDate, formatMoney } from '#web/lib/format/format.ts';
import { paths, to, type IdsOf } from '#web/paths.ts';
import { languageName } from '#web/texts/language.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Missing } from '#web/ui/feedback/missing.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { useSpelling } from './use-spelling.tsx';

const t = receiptsTexts.statement;

type Statement = CallOutput<typeof receipts.get_statement>['data'];

const signed = (amount: string, currency: string) =>
  amount.startsWith('-') ? `\u2212${formatMoney(amount.slice(1), currency)}` : formatMoney(amount, currency);

/** A refund with its minus. */
const amountOf = ({ kind, amount, currency }: StatementRow) =>
  signed(`${kind === 'refund' ? '-' : ''}${amount}`, currency);

const columns: readonly Column<StatementRow>[] = [
  {
    id: 'on_day',
    header: t.columns.day,
    value: (row) => row.on_day,
    cell: (row) => (
      <Anchor component={AppLink} href={to(paths.singlePayment, row.payment)}>
        {formatDate(row.on_day)}
      </Anchor>
    ),
    plain: (row) => formatDate(row.on_day),
  },
  { id: 'kind', header: t.columns.what, value: (row) => t.kinds[row.kind], onPhone: 'line' },
  {
    id: 'student',
    header: t.columns.student,
    value: (row) =>
      row.shares.length > 0
        ? row.shares.map((one) => `${one.student} ${formatMoney(one.amount, row.currency)}`).join(', ')
        : row.student,
  },
  { id: 'course', header: t.columns.course, value: (row) => row.course_name ?? row.campaign },
  { id: 'receipt', header: t.columns.receipt, value: (row) => row.receipt },
  {
    id: 'amount',
    header: t.columns.amount,
    value: (row) => row.amount,
    cell: amountOf,
    exported: amountOf,
    align: 'end',
    onPhone: 'end',
  },
];

const rowId = (row: StatementRow) => `${row.kind}-${row.payment}-${row.on_day}-${row.amount}`;

const Totals = ({ totals }: { totals: readonly StatementTotals[] }) => (
  <Panel title={t.totals}>
    <DescriptionList
      facts={totals.flatMap((sums) =>
        footOf(sums).map(
          ([kind, amount]) => [`${t[kind]}, ${sums.currency}`, signed(amount, sums.currency)] as const,
        ),
      )}
    />
  </Panel>
);

/** A person, or who made a payment. */
type Whose = { readonly user_id: number } | { readonly payment_id: number };

function Document({ whose, year, spoken }: { whose: Whose; year: string; spoken: PortalLanguage }) {
  const [language, setLanguage] = useState<PortalLanguage>(spoken);
  const [isPending, setPending] = useState(false);
  const { makeSpelled, spelling } = useSpelling();
  const press = async () => {
    if (isPending) return;
    setPending(true);
    try {
      await makeSpelled(async (spelled) => {
        await saveDownload(receipts.download_statement, { ...whose, year, language, ...spelled });
      });
    } catch (error) {
      toast.error(messageOf(error, t.failed));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Select
        label={t.language}
        value={language}
        data={finishedLanguages.map((each) => ({ value: each, label: languageName(each) }))}
        allowDeselect={false}
        onChange={(chosen) => setLanguage(finishedLanguages.find((each) => each === chosen) ?? spoken)}
      />
      <Button variant="default" aria-busy={isPending} onClick={() => void press()}>
        {isPending ? t.downloading : t.download}
      </Button>
      {spelling}
    </>
  );
}

interface LoadedProps {
  whose: Whose;
  statement: Statement;
  onYear: (year: string) => void;
}

function Loaded({ whose, statement, onYear }: LoadedProps) {
  const { payer, from, to: until, year, years, language, paid_by, paid_by_others, rows, totals } = statement;
  const view = useLocalView(50, [50, 100]);
  return (
    <>
      <PageHeader
        title={t.titleOf({ payer })}
        lead={t.lead({ from: formatDate(from), to: formatDate(until) })}
      />
      <Stack gap="lg">
        <Group gap="sm" align="end">
          <Select
            label={t.year}
            value={year}
            data={years.includes(year) ? years : [year, ...years]}
            allowDeselect={false}
            onChange={(chosen) => onYear(chosen ?? '')}
          />
          <Document key={language} whose={whose} year={year} spoken={language} />
        </Group>
        {paid_by ? (
          <LoneLink href={to(paths.statement, paid_by.user_id)}>
            {t.paidBy({ payer: paid_by.fullname, student: payer })}
          </LoneLink>
        ) : null}
        {paid_by_others.map(({ payment_id, fullname }) => (
          <LoneLink key={payment_id} href={`${to(paths.statement, payment_id)}?of=payment`}>
            {t.paidBy({ payer: fullname, student: payer })}
          </LoneLink>
        ))}
        <DataTable
          label={t.table}
          columns={columns}
          rows={rows}
          rowId={rowId}
          view={view}
          emptyText={t.none({ payer })}
        />
        {totals.length > 0 ? <Totals totals={totals} /> : null}
      </Stack>
    </>
  );
}

const PayerMissing = () => (
  <Missing title={t.missingTitle} text={t.missing} list={paths.payments} listLabel={t.back} />
);

function Statement({ id }: { id: number }) {
  const [year, setYear] = useSearchParam('year', '');
  const [of] = useSearchParam('of', '');
  const whose = of === 'payment' ? { payment_id: id } : { user_id: id };
  const asked = useQuery(query(receipts.get_statement, { ...whose, ...(year && { year }) }));
  const { data, error } = asked;
  if (data) return <Loaded whose={whose} statement={data.data} onYear={setYear} />;
  if (error instanceof ApiError && error.status === 404) return <PayerMissing />;
  return (
    <>
      <PageHeader title={t.title} />
      {error ? (
        <FailedState message={error.message} onRetry={() => void asked.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/**
 * /statement/{id}: what a payer paid in a year of receipts, with the children they pay for. With `of=payment` the id is
 * that of a payment, whose payer may be unknown, such as a donor.
 */
export const StatementPage = ({ id }: IdsOf<'statement'>) =>
  id === null ? <PayerMissing /> : <Statement key={id} id={id} />;
