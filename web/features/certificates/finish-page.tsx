import {
  certificates,
  finishedStatuses,
  finishFilters,
  type FinishRow,
} from '@gurukul/contract/certificates';
import { Button, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { CourseMissing } from '#web/features/courses/course-missing.tsx';
import { registrationTones } from '#web/features/roster/status-tones.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate, formatNumber } from '#web/lib/format/format.ts';
import { paths, to, type IdsOf } from '#web/paths.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { valueText } from '#web/texts/values.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import bar from '../selection/selection-bar.module.css';
import { FinishDialog } from './finish-dialog.tsx';
import {
  attendanceWords,
  homeworkWords,
  nameOf,
  portionWords,
  standingTone,
  standingWords,
} from './finish-words.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RulePanel } from './rule-panel.tsx';
import { useDownload } from './use-download.ts';

const t = certificatesTexts.page;

const rowId = ({ student_id }: FinishRow) => String(student_id);

const statusText = ({ registration_status, is_by_hand, finished_on }: FinishRow) =>
  [
    valueText('registration', registration_status),
    is_by_hand ? t.byHand : finished_on === null ? '' : formatDate(finished_on),
  ]
    .filter(Boolean)
    .join(' · ');

const columns: readonly Column<FinishRow>[] = [
  { id: 'fullname', header: t.columns.name, value: nameOf, sortable: false },
  {
    id: 'class_name',
    header: t.columns.class,
    value: ({ class_name, has_left }) => (has_left ? t.left : class_name),
    sortable: false,
    under: 'fullname',
  },
  {
    id: 'attendance',
    header: t.columns.attendance,
    value: attendanceWords,
    sortable: false,
  },
  {
    id: 'homework',
    header: t.columns.homework,
    value: (row) => [homeworkWords(row), portionWords(row)].filter(Boolean).join(' · '),
    sortable: false,
    under: 'attendance',
  },
  {
    id: 'standing',
    header: t.columns.standing,
    value: standingWords,
    cell: (row) => <StatusBadge tone={standingTone(row)}>{standingWords(row)}</StatusBadge>,
    sortable: false,
    onPhone: 'line',
  },
  {
    id: 'status',
    header: t.columns.status,
    value: statusText,
    cell: (row) => (
      <span>
        <StatusBadge tone={registrationTones[row.registration_status]}>
          {valueText('registration', row.registration_status)}
        </StatusBadge>
        {row.is_by_hand || row.finished_on !== null ? (
          <small>{` ${row.is_by_hand ? t.byHand : formatDate(row.finished_on)}`}</small>
        ) : null}
      </span>
    ),
    sortable: false,
  },
  {
    id: 'certificate',
    header: t.columns.certificate,
    value: ({ certificate }) => certificate?.number,
    sortable: false,
  },
];

const hasFinished = ({ registration_status: status }: FinishRow) =>
  finishedStatuses.some((one) => one === status);

/** What is asked above the page. */
type Asked =
  | { readonly kind: 'finish'; readonly students: readonly number[] | null }
  | { readonly kind: 'issue'; readonly rows: readonly FinishRow[] }
  | { readonly kind: 'revoke'; readonly id: number; readonly number: string };

function Loaded({ id }: { id: number }) {
  const view = useTableSearch(pageSizes.students);
  const [search, change] = useSearchState();
  const show = finishFilters.find((one) => one === search['show']) ?? 'all';
  const list = useQuery({
    ...query(certificates.get_finish, {
      course_id: id,
      show,
      search: searchText(view.q, 100),
      page: view.page,
      pageSize: view.size,
    }),
    placeholderData: keepPreviousData,
  });
  // A row that was ticked stays known on other pages.
  const [ticked, setTicked] = useState<ReadonlyMap<string, FinishRow>>(new Map());
  const [asked, setAsked] = useState<Asked | null>(null);
  const save = useDownload();
  const { data } = list;
  const rows = data?.data;
  const isLoading = useLastPage(view, {
    rows,
    total: data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  if (list.error instanceof ApiError && list.error.status === 404) return <CourseMissing />;
  if (data === undefined || rows === undefined) {
    return list.error ? (
      <FailedState message={list.error.message} onRetry={() => void list.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const { course_name: name, counts, can } = data;
  const course = { id, name };
  const known = new Map(rows.map((row) => [rowId(row), row]));
  const chosen = [...ticked].map(([key, row]) => known.get(key) ?? row);
  const held = chosen.flatMap(({ certificate }) => certificate?.certificate_id ?? []);
  const close = () => setAsked(null);
  const done = () => {
    close();
    setTicked(new Map());
  };
  const actionsOf = (row: FinishRow) => {
    const { certificate } = row;
    const issue = () => setAsked({ kind: 'issue', rows: [row] });
    if (certificate === null) {
      return hasFinished(row) && !row.has_left ? (
        <Button size="compact-sm" variant="default" onClick={issue}>
          {t.issueOne}
        </Button>
      ) : null;
    }
    const { certificate_id, number } = certificate;
    return (
      <>
        <Button size="compact-sm" variant="default" onClick={() => void save.press([certificate_id])}>
          {t.download}
        </Button>
        {hasFinished(row) ? (
          <Button size="compact-sm" variant="default" onClick={issue}>
            {t.correct}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          color="red"
          onClick={() => setAsked({ kind: 'revoke', id: certificate_id, number })}
        >
          {t.revoke}
        </Button>
      </>
    );
  };
  return (
    <>
      <PageHeader
        title={t.title({ name })}
        lead={
          <>
            {can.finish ? t.lead : t.leadTeacher}{' '}
            <ThingLink to="course" id={id}>
              {name}
            </ThingLink>
          </>
        }
        actions={
          can.finish && counts.ready > 0 ? (
            <Button onClick={() => setAsked({ kind: 'finish', students: null })}>
              {t.accept({ count: counts.ready })}
            </Button>
          ) : null
        }
      />
      <Stack gap="md">
        <RulePanel
          course={course}
          rule={data.rule}
          asked={data.asked}
          portions={data.portions}
          mayChange={can.finish}
        />
        {counts.no_longer > 0 ? (
          <Notice title={t.noLonger({ count: counts.no_longer })}>
            {t.noLongerHint} <LoneLink href={`${to(paths.finish, id)}?show=no_longer`}>{t.showThem}</LoneLink>
          </Notice>
        ) : null}
        <DataTable
          label={t.table({ name })}
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowHref={({ student_id }) => thingAddress('student', student_id)}
          view={view}
          total={data.total_count}
          isLoading={isLoading}
          search={
            <SearchBox
              label={t.search}
              placeholder={t.search}
              value={view.q}
              onChange={(text) => view.setQuery(text)}
            />
          }
          filters={
            <FilterChip
              label={t.show}
              value={show}
              options={finishFilters.map((value) => ({
                value,
                label: `${t.filters[value]} (${formatNumber(counts[value])})`,
              }))}
              onChange={(next) => change({ show: next === 'all' ? '' : next, page: '' })}
            />
          }
          {...(can.finish && {
            rowActions: actionsOf,
            foldActions: nameOf,
            selection: {
              selected: new Set(ticked.keys()),
              onChange: (keys: ReadonlySet<string>) =>
                setTicked(
                  (before) =>
                    new Map(
                      [...keys].flatMap((key) => {
                        const row = known.get(key) ?? before.get(key);
                        return row === undefined ? [] : [[key, row] as const];
                      }),
                    ),
                ),
              nameOf,
            },
          })}
          query={list}
          emptyText={show === 'all' && view.q === '' ? t.empty : t.emptyFiltered}
        />
      </Stack>
      {chosen.length > 0 ? (
        <section aria-label={t.bar} data-selection-bar className={bar.bar}>
          <output className={bar.count}>{t.selected({ count: formatNumber(chosen.length) })}</output>
          <Group gap="xs">
            <Button
              size="compact-sm"
              onClick={() =>
                setAsked({ kind: 'finish', students: chosen.map(({ student_id }) => student_id) })
              }
            >
              {t.setStatus}
            </Button>
            {chosen.some(hasFinished) ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setAsked({ kind: 'issue', rows: chosen.filter(hasFinished) })}
              >
                {t.issue}
              </Button>
            ) : null}
            {held.length > 0 ? (
              <Button
                size="compact-sm"
                variant="default"
                aria-busy={save.isPending}
                onClick={() => void save.press(held)}
              >
                {t.downloadAll({ count: held.length })}
              </Button>
            ) : null}
          </Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setTicked(new Map())}>
            {t.clear}
          </Button>
        </section>
      ) : null}
      {asked?.kind === 'finish' ? (
        <FinishDialog course={course} students={asked.students} onClose={close} onDone={done} />
      ) : null}
      {asked?.kind === 'issue' ? (
        <IssueDialog courseId={id} rows={asked.rows} onClose={close} onDone={done} />
      ) : null}
      {asked?.kind === 'revoke' ? <RevokeDialog id={asked.id} number={asked.number} onClose={close} /> : null}
    </>
  );
}

/** /finish/{id}: who fulfils the rule of a course, who lacks what, and their certificates. */
export const FinishPage = ({ id }: IdsOf<'finish'>) =>
  id === null ? <CourseMissing /> : <Loaded key={id} id={id} />;
