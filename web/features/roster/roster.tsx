import {
  paymentFilters,
  rosterSorts,
  students,
  type PaymentFilter,
  type RosterRow,
} from '@gurukul/contract/students';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query, send } from '#web/calls/client.ts';
import { MiniStrip } from '#web/features/attendance/mini-strip.tsx';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { dialled } from '#web/lib/format/phone.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { valueText } from '#web/texts/values.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import classes from './roster.module.css';
import { PaymentBadge } from './payment-badge.tsx';
import { registrationTones } from './status-tones.ts';

const t = classPageTexts.roster;

/** The students of a course, or of one of its classes. */
export interface RosterOf {
  readonly course_id: number;
  /** Null: of all its classes. */
  readonly class_id: number | null;
}

const name: Column<RosterRow> = { id: 'fullname', header: t.name, value: ({ fullname }) => fullname };

const shareText = ({ present, recorded }: RosterRow) =>
  recorded === 0 ? t.noMarks : t.share({ present, recorded });

const attendanceOn = (dates: readonly string[]): Column<RosterRow> => ({
  id: 'attendance',
  header: t.attendance,
  value: shareText,
  cell: (row) => (
    <span className={classes.attendance}>
      {row.recorded > 0 ? <MiniStrip marks={row.marks} dates={dates} /> : null}
      {shareText(row)}
    </span>
  ),
  // The second line of a phone has no room for the strip.
  plain: shareText,
});

const group: Column<RosterRow> = {
  id: 'class_name',
  header: t.class,
  value: ({ class_name }) => class_name,
  cell: ({ class_id, class_name }) =>
    class_id === null || class_name === null ? (
      <StatusBadge tone="warn">{t.noClass}</StatusBadge>
    ) : (
      <ThingLink to="class" id={class_id}>
        {class_name}
      </ThingLink>
    ),
  sortable: false,
};

const contact: Column<RosterRow> = {
  id: 'contact',
  header: t.contact,
  value: ({ email_id, phone_number }) => [email_id, phone_number].filter(Boolean).join(', '),
  cell: ({ email_id, phone_number }) => (
    <span className={classes.contact}>
      {email_id ? (
        <a href={`mailto:${encodeURI(email_id)}`}>
          <EmailText address={email_id} />
        </a>
      ) : null}
      {phone_number ? <a href={`tel:${dialled(phone_number)}`}>{phone_number}</a> : null}
    </span>
  ),
  sortable: false,
};

const registration: Column<RosterRow> = {
  id: 'registration_status',
  header: t.registration,
  value: ({ registration_status: status, level_missing: isEarly }) =>
    [valueText('registration', status), isEarly && t.levelMissing].filter(Boolean).join(', '),
  cell: ({ registration_status: status, level_missing: isEarly }) => (
    <>
      <StatusBadge tone={registrationTones[status]}>{valueText('registration', status)}</StatusBadge>
      {isEarly ? <StatusBadge tone="warn">{t.levelMissing}</StatusBadge> : null}
    </>
  ),
  sortable: false,
};

const paymentText = ({ payment_status: status }: RosterRow) =>
  status ? valueText('payment', status) : t.noPayment;

const payment: Column<RosterRow> = {
  id: 'payment_status',
  header: t.payment,
  value: paymentText,
  cell: (row) =>
    row.payment_status ? (
      <PaymentBadge status={row.payment_status} isByHand={row.payment_by_hand} />
    ) : (
      <StatusBadge tone="warn">{t.noPayment}</StatusBadge>
    ),
  sortable: false,
};

const pageMax = 100;

/** All rows of the filter, for an export. */
async function fetchAll(
  asked: RosterOf & { payment: PaymentFilter | null; search: string | null; sort: Sort },
) {
  const rows: RosterRow[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total_count } = await send(students.get_roster, { ...asked, page, pageSize: pageMax });
    rows.push(...data);
    if (data.length === 0 || rows.length >= total_count) return rows;
  }
}

const sorts = rosterSorts.flatMap((column) => [column, `-${column}`] as const);
type Sort = (typeof sorts)[number] | '';

interface RosterProps {
  of: RosterOf;
  /** Of the class or course. */
  name: string;
  /** Separates its part of the address from other tables of the page. */
  prefix: string;
  /** With the payment status, and filtered by it; for the office. */
  isMoney?: boolean;
  /** Beside its export. */
  tools?: ReactNode;
}

/** One page of the roster that the address asks for. */
export function useRoster({ of, prefix, isMoney = false }: Omit<RosterProps, 'name'>) {
  const view = useTableSearch(pageSizes.students, '', prefix);
  const [search] = useSearchState();
  const paidAs = isMoney
    ? (paymentFilters.find((known) => known === search[`${prefix}payment`]) ?? null)
    : null;
  const sort: Sort = sorts.find((known) => known === view.sort) ?? '';
  const asked = { ...of, payment: paidAs, search: searchText(view.q, 100) || null, sort };
  const list = useQuery({
    ...query(students.get_roster, { ...asked, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  return { view, asked, list };
}

/** The students of a class or course with their attendance; sorted by it, the lowest comes first. */
export function RosterTable({
  of,
  name: shownName,
  isMoney = false,
  tools,
  view,
  asked,
  list,
}: Omit<RosterProps, 'prefix'> & ReturnType<typeof useRoster>) {
  const { data } = list;
  const isLoading = useLastPage(view, {
    rows: data?.data,
    total: data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  const columns = [
    name,
    ...(isMoney ? [payment] : [attendanceOn(data?.dates ?? [])]),
    ...(of.class_id === null ? [group] : []),
    contact,
    registration,
  ];
  return (
    <DataTable
      search={
        <SearchBox
          label={t.search}
          placeholder={t.searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
      }
      label={t.table({ name: shownName })}
      columns={columns}
      rows={data?.data}
      rowId={({ student_id }) => String(student_id)}
      rowHref={({ student_id }) => thingAddress('student', student_id)}
      view={view}
      total={data?.total_count}
      isLoading={isLoading}
      canExport
      fetchRows={() => fetchAll(asked)}
      tools={tools}
      query={list}
      emptyText={of.class_id === null ? t.emptyCourse : t.empty}
    />
  );
}

/** The tab of the students. */
export function Roster(props: RosterProps) {
  const roster = useRoster(props);
  return <RosterTable {...props} {...roster} />;
}
