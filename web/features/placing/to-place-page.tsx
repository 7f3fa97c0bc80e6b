import { placing, type PlacingGroup, type UnplacedRow } from '@gurukul/contract/placing';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { ClassMenu } from '#web/features/classes/class-menu.tsx';
import { anotherClassIn } from '#web/features/classes/first-class.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate, formatDateTime, formatList, formatNumber } from '#web/lib/format/format.ts';
import { paths, to } from '#web/paths.ts';
import { placingTexts } from '#web/texts/placing.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { PlaceDialog, type PlacedRow } from './place-dialog.tsx';
import { groupSaid, reasonSaid, wishSaid } from './said-of.ts';

const t = placingTexts;

const proposalSaid = (row: UnplacedRow): string =>
  row.proposal === null ? reasonSaid(row) : `${row.proposal.class_name}: ${reasonSaid(row)}`;

const columns: readonly Column<UnplacedRow>[] = [
  {
    id: 'fullname',
    header: t.columns.student,
    value: (row) => row.fullname,
    cell: ({ student_id: id, fullname: name }) => (
      <ThingLink to="student" id={id}>
        {name}
      </ThingLink>
    ),
  },
  { id: 'course_name', header: t.columns.course, value: (row) => row.course_name, under: 'fullname' },
  { id: 'proposal', header: t.columns.proposal, value: proposalSaid, onPhone: 'line' },
  { id: 'wish', header: t.columns.wish, value: wishSaid, under: 'proposal' },
  {
    id: 'registered_at',
    header: t.columns.at,
    value: (row) => row.registered_at,
    exported: (row) => formatDateTime(row.registered_at),
    cell: (row) => formatDate(row.registered_at),
    width: 130,
  },
];

const choices: readonly Choice<UnplacedRow>[] = [
  { key: 'course', label: t.columns.course, of: (row) => [row.course_name] },
];

const rowId = ({ enrolment_id: id }: UnplacedRow) => String(id);
const nameOf = ({ fullname }: UnplacedRow) => fullname;
const hasProposal = ({ proposal }: UnplacedRow) => proposal !== null;
/** As it is proposed. */
const asProposed = ({ enrolment_id, fullname, proposal }: UnplacedRow): PlacedRow[] =>
  proposal === null ? [] : [{ enrolment_id, fullname, class_id: proposal.class_id, by_hand: false }];
/** Nobody knows when they can come. */
const isUnasked = ({ why }: UnplacedRow) => why === 'no_wish' || why === 'moved' || why === 'no_hours';

function Groups({ groups }: { groups: readonly PlacingGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <Panel title={t.groups}>
      <Stack>
        {groups.map((group) => {
          const { course_id, course_name, class_day, from, zone, language, teachers } = group;
          const [teacher] = teachers;
          const address = anotherClassIn({
            course_id,
            class_day,
            time: from,
            zone,
            language,
            teacher_id: teacher?.user_id,
          });
          return (
            <Group key={`${course_id} ${class_day} ${from} ${language}`} justify="space-between">
              <Text>
                {groupSaid(group)}{' '}
                {teachers.length === 0
                  ? t.nobodyFree
                  : t.free({ teachers: formatList(teachers.map(({ fullname }) => fullname)) })}
              </Text>
              <AppLink
                href={address}
                aria-label={t.openClassOf({ course: course_name, day: texts.ui.days[class_day], from })}
              >
                {t.openClass}
              </AppLink>
            </Group>
          );
        })}
      </Stack>
    </Panel>
  );
}

/** /To Place: who is in a course and in no class, with a class for each that fits. */
export function ToPlacePage() {
  const view = useTableSearch(pageSizes.access);
  const list = useQuery(query(placing.get_proposals, {}));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [placed, setPlaced] = useState<readonly PlacedRow[]>([]);
  const waiting = useChoices(list.data?.data, choices);
  const fitting = (waiting.rows ?? []).filter(hasProposal);
  const picked = fitting.filter((row) => chosen.has(rowId(row)));
  const total = list.data?.total_count ?? 0;
  const shown = list.data?.data.length ?? 0;
  const unasked = [...new Set((waiting.rows ?? []).filter(isUnasked).map((row) => row.student_id))];
  const rowActions = (row: UnplacedRow) => {
    if (row.why === 'level_missing') {
      return (
        <AppLink
          href={`${to(paths.course, row.course_id)}?tab=term`}
          aria-label={t.exceptOf({ name: row.fullname })}
        >
          {t.except}
        </AppLink>
      );
    }
    return hasProposal(row) ? (
      <ActionButton
        size="compact-sm"
        variant="light"
        aria-label={t.placeOne({ name: row.fullname })}
        onClick={() => setPlaced(asProposed(row))}
      >
        {t.place}
      </ActionButton>
    ) : (
      <ClassMenu
        courseId={row.course_id}
        classId={null}
        label={t.byHandOf({ name: row.fullname })}
        onChoose={(class_id) =>
          setPlaced([{ enrolment_id: row.enrolment_id, fullname: row.fullname, class_id, by_hand: true }])
        }
      >
        {t.byHand}
      </ClassMenu>
    );
  };
  const close = () => setPlaced([]);
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      {total > shown ? (
        <Text c="dimmed" mb="sm">
          {t.more({ shown: formatNumber(shown), all: formatNumber(total) })}
        </Text>
      ) : null}
      <Group mb="sm">
        {fitting.length > 1 ? (
          <>
            <ActionButton onClick={() => setPlaced(fitting.flatMap(asProposed))}>
              {t.placeAll({ count: fitting.length })}
            </ActionButton>
            <ActionButton
              variant="default"
              disabledReason={picked.length === 0 ? t.choose : ''}
              onClick={() => setPlaced(picked.flatMap(asProposed))}
            >
              {t.placeChosen({ count: picked.length })}
            </ActionButton>
          </>
        ) : null}
        {unasked.length > 0 ? (
          <WriteButton
            audience={{ user_ids: unasked }}
            whom={t.people({ count: unasked.length })}
            label={t.ask({ count: unasked.length })}
          />
        ) : null}
      </Group>
      <DataTable
        label={t.title}
        columns={columns}
        rows={waiting.rows}
        filters={waiting.filters}
        rowId={rowId}
        rowActions={rowActions}
        {...(fitting.length > 1
          ? { selection: { selected: chosen, onChange: setChosen, nameOf, canSelect: hasProposal } }
          : {})}
        view={view}
        canExport
        {...(waiting.chosen.length > 0
          ? { emptyAction: <ShowAll filters={waiting.chosen} /> }
          : { emptyText: t.none })}
        query={list}
      />
      <Groups groups={list.data?.groups ?? []} />
      <PlaceDialog
        rows={placed}
        onClose={close}
        onPlaced={() => {
          close();
          setChosen(new Set());
        }}
      />
    </>
  );
}
