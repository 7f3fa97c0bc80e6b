import { namedLike } from '@gurukul/contract/shared/person/sound';
import { continuations, continuationStates } from '@gurukul/contract/continuations';
import type { CourseRow } from '@gurukul/contract/courses';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { ClassMenu } from '#web/features/classes/class-menu.tsx';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { continuationsTexts } from '#web/texts/continuations.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { Level } from './level.tsx';

const t = continuationsTexts;

type Kept = CallOutput<typeof continuations.get_continuations>['data'];
type KeptRow = Kept['students'][number];

const loadDialog = async () => (await import('./term-dialog.tsx')).TermDialog;

const stateText = ({ state }: KeptRow) => t.states[state];

/** For who tells the office: only while the place waits. */
function Answer({ row, courseId }: { row: KeptRow; courseId: number }) {
  const { continuation_id, fullname: name, state } = row;
  const action = useAction(continuations.answer);
  if (state !== 'waiting') return null;
  const say = (keep: boolean, class_id: number | null = null) => {
    if (action.isPending) return;
    action
      .run({ continuation_id, keep, class_id })
      .then((answer) => tellDone(answer, t.answered({ name }), { kind: 'decided', what: name }))
      .catch((error: unknown) => toast.error(messageOf(error)));
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        size="xs"
        variant="light"
        aria-label={t.keepOf({ name })}
        onClick={() => {
          say(true);
        }}
      >
        {t.keep}
      </ActionButton>
      <ClassMenu
        courseId={courseId}
        classId={row.class_id}
        label={t.otherClassOf({ name })}
        onChoose={(classId) => {
          say(true, classId);
        }}
      >
        {t.otherClass}
      </ClassMenu>
      <ActionButton
        size="xs"
        variant="default"
        aria-label={t.giveBackOf({ name })}
        onClick={() => {
          say(false);
        }}
      >
        {t.giveBack}
      </ActionButton>
    </Group>
  );
}

const columns: readonly Column<KeptRow>[] = [
  {
    id: 'fullname',
    header: t.student,
    value: ({ fullname }) => fullname,
    cell: ({ student_id, fullname }) => (
      <ThingLink to="student" id={student_id}>
        {fullname}
      </ThingLink>
    ),
  },
  { id: 'class', header: t.class, value: ({ class_name }) => class_name ?? '', onPhone: 'line' },
  { id: 'state', header: t.state, value: stateText, onPhone: 'end' },
];
const rowId = ({ continuation_id }: KeptRow) => String(continuation_id);
const choices: readonly Choice<KeptRow>[] = [
  {
    key: 'state',
    label: t.state,
    of: (row) => [stateText(row)],
    values: continuationStates.map((state) => t.states[state]),
  },
];

/** What the teachers said; who asks for another time stands first. */
function Teachers({ teachers }: Pick<Kept, 'teachers'>) {
  if (teachers.length === 0) return null;
  const sorted = teachers.toSorted((one, other) => Number(other.words !== '') - Number(one.words !== ''));
  return (
    <>
      <h3>{t.teachers}</h3>
      <ul>
        {sorted.map(({ asked_id, fullname, class_name, answer, words }) => (
          <li key={asked_id}>
            {t.teacher({ name: fullname, group: class_name, said: t.answers[answer ?? 'asked'] })}
            {words ? ` (${words})` : ''}
          </li>
        ))}
      </ul>
    </>
  );
}

function Places({ list, courseId }: { list: Kept; courseId: number }) {
  const view = useTableSearch(pageSizes.mails, '', 'term-');
  const chosen = useChoices(list.students, choices, 'term-');
  const [first] = list.students;
  const answersOf = (row: KeptRow) => <Answer row={row} courseId={courseId} />;
  const isLike = namedLike(view.q);
  const count = (state: KeptRow['state']) => list.students.filter((one) => one.state === state).length;
  return (
    <>
      <Teachers teachers={list.teachers} />
      {first ? (
        <Text mb="sm">
          {t.counts({
            kept: count('kept'),
            declined: count('declined'),
            expired: count('expired'),
            waiting: count('waiting'),
            day: formatDate(first.until),
          })}
        </Text>
      ) : null}
      <DataTable
        label={t.table}
        columns={columns}
        rows={chosen.rows?.filter(({ fullname }) => isLike(fullname))}
        search={
          <SearchBox
            label={t.search}
            placeholder={t.student}
            value={view.q}
            onChange={(q) => view.setQuery(q)}
          />
        }
        filters={chosen.filters}
        rowId={rowId}
        rowActions={answersOf}
        view={view}
        {...(view.q !== '' || chosen.chosen.length > 0
          ? { emptyAction: <ShowAll filters={['term-q', ...chosen.chosen]} /> }
          : { emptyText: t.noPlaces })}
      />
    </>
  );
}

/** The next run of a course, and who has a place kept in this one. */
export function TermTab({ course }: { course: CourseRow }) {
  const [isOpen, setOpen] = useState(false);
  const { part: TermDialog, prepare, want } = useOnFirstUse(loadDialog);
  const list = useQuery(query(continuations.get_continuations, { course_id: course.course_id })).data?.data;
  const open = async ([known]: Kept['next']) => {
    const isWanted =
      known === undefined ||
      (await confirm(t.another({ name: known.course_name, day: formatDate(known.start_date) })));
    if (isWanted && (await want())) setOpen(true);
  };
  return (
    <Stack>
      {list ? (
        <Group>
          <Button
            leftSection={<IconCalendarPlus aria-hidden size={18} />}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => void open(list.next)}
          >
            {t.begin}
          </Button>
        </Group>
      ) : null}
      {list ? (
        <Panel title={t.places}>
          {list.students.length + list.teachers.length > 0 ? (
            <Places list={list} courseId={course.course_id} />
          ) : (
            t.noPlaces
          )}
        </Panel>
      ) : null}
      {list ? <Level key={list.level.after?.course_id} course={course} level={list.level} /> : null}
      {TermDialog ? (
        <TermDialog
          key={String(isOpen)}
          course={course}
          isAnother={list !== undefined && list.next.length > 0}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Stack>
  );
}
