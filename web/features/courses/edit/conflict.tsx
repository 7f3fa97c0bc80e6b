import { Button, Group, Table, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { formatDate, formatMoney } from '#web/lib/format/format.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { isChanged } from './changes.ts';
import type { Draft } from './draft.ts';
import type { LoadedCourse } from './loader.tsx';
import type { Compared } from './merge.ts';
import { linesOf } from './plain.ts';
import type { useRounds } from './round.ts';

const t = coursesTexts.edit;
const words = t.conflict;

type Rounds = ReturnType<typeof useRounds>;

/** Takes the focus when it appears: it asks for a decision. */
function Asking({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Notice title={title}>{children}</Notice>
    </div>
  );
}

/** Somebody saved in between: which version goes on is the person's choice, and neither is thrown away. */
export function ConflictQuestion({ rounds }: { rounds: Rounds }) {
  const [isPending, setPending] = useState(false);
  const act = (action: () => Promise<void>) => async () => {
    if (isPending) return;
    setPending(true);
    try {
      await action();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Asking title={words.title}>
      <Text mb="sm">{words.text}</Text>
      <Group gap="sm">
        <Button variant="default" aria-disabled={isPending} onClick={() => void act(rounds.loadNewer)()}>
          {words.load}
        </Button>
        <Button variant="default" aria-disabled={isPending} onClick={() => void act(rounds.keepMine)()}>
          {words.keep}
        </Button>
      </Group>
    </Asking>
  );
}

function PutAside({ rounds }: { rounds: Rounds }) {
  const { base, store } = rounds.round;
  const back = async () => {
    if (isChanged(base, store.get()) && !(await confirm(t.leave))) return;
    rounds.backToMine();
  };
  return (
    <Asking title={words.loadedTitle}>
      <Text mb="sm">{words.loadedText}</Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => void back()}>
          {words.back}
        </Button>
        <Button variant="subtle" onClick={rounds.dropMine}>
          {words.drop}
        </Button>
      </Group>
    </Asking>
  );
}

const labels: Readonly<Record<Compared, string>> = {
  course_name: coursesTexts.add.name,
  course_duration: coursesTexts.add.duration,
  start_date: coursesTexts.add.startDate,
  course_image: coursesTexts.add.image,
  type: t.type.label,
  description: coursesTexts.add.description,
  what_we_learn: t.whatTheyLearn,
  note: t.note,
  prices: t.sections.prices,
  glimpses: t.sections.glimpses,
  topics: t.sections.curriculum,
};

const priceText = ({ country_name, currency_code, price_value }: Draft['prices'][number]) =>
  `${country_name} ${price_value === '' ? currency_code : formatMoney(price_value, currency_code)}`.trim();

const listText = (rows: readonly string[]) => [words.rows({ count: rows.length }), ...rows].join('\n');

/** What one side says, as plain text. */
function wordsOf(draft: Draft, field: Compared, { types }: LoadedCourse): string {
  switch (field) {
    case 'course_duration':
      return coursesTexts.durations[draft.course_duration];
    case 'start_date':
      return formatDate(draft.start_date);
    case 'type':
      return types.find(({ id }) => String(id) === draft.type)?.type ?? t.type.none;
    case 'description':
    case 'what_we_learn':
    case 'note':
      return linesOf(draft[field]);
    case 'prices':
      return listText(draft.prices.map(priceText));
    case 'glimpses':
      return listText(draft.glimpses.map(({ name }) => name));
    case 'topics':
      return listText(
        Object.entries(draft.topics).flatMap(([week, rows]) =>
          rows.map(({ name }) => `${t.week({ number: Number(week) })}: ${name}`),
        ),
      );
    case 'course_name':
    case 'course_image':
    default:
      return draft[field];
  }
}

interface ComparisonProps {
  rounds: Rounds;
  compared: readonly Compared[];
}

function Comparison({ rounds, compared }: ComparisonProps) {
  const { base, store, loaded } = rounds.round;
  const [mine] = useState(store.get);
  const cell = (draft: Draft, field: Compared) => (
    <Table.Td style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', verticalAlign: 'top' }}>
      {wordsOf(draft, field, loaded) || words.empty}
    </Table.Td>
  );
  return (
    <Asking title={words.keptTitle}>
      <Text mb="sm">{compared.length > 0 ? words.keptText : words.same}</Text>
      {compared.length > 0 ? (
        <Table mb="sm" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.field}</Table.Th>
              <Table.Th>{words.newer}</Table.Th>
              <Table.Th>{words.mine}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {compared.map((field) => (
              <Table.Tr key={field}>
                <Table.Th scope="row" style={{ verticalAlign: 'top' }}>
                  {labels[field]}
                </Table.Th>
                {cell(base, field)}
                {cell(mine, field)}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
      <Button variant="default" onClick={rounds.closeComparison}>
        {words.close}
      </Button>
    </Asking>
  );
}

/** What there is to know about a round that followed a conflict. */
export function RoundNotice({ rounds }: { rounds: Rounds }) {
  const { aside, compared } = rounds.round;
  if (aside) return <PutAside rounds={rounds} />;
  return compared ? <Comparison rounds={rounds} compared={compared} /> : null;
}
