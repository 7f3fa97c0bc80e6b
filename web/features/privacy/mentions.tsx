import type { MentionChoice, MentionGroup, MentionLine } from '@gurukul/contract/privacy';
import { mentionChoices } from '@gurukul/contract/privacy';
import { Group, List, Mark, NativeSelect, Stack, Text } from '@mantine/core';
import { formatNumber } from '#web/lib/format/format.ts';
import { auditTexts } from '#web/texts/audit.ts';
import { privacyTexts } from '#web/texts/privacy.ts';

const t = privacyTexts.mentions;

/** By `table/column`, for all texts there, or by `table/column/row`. */
export type MentionChoices = Readonly<Record<string, MentionChoice>>;

/** As the calls take them. */
export const choicesOf = (chosen: MentionChoices) =>
  Object.entries(chosen).map(([key, choice]) => {
    const [table = '', column = '', row] = key.split('/');
    return { table, column, row_id: row, choice };
  });

const nameOf = (table: string) => {
  const own: Readonly<Record<string, string>> = t.tables;
  const others: Readonly<Record<string, string>> = auditTexts.undo.referring;
  const name = own[table] ?? others[table] ?? table;
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
};

const options = [
  { value: '', label: t.later },
  ...mentionChoices.map((choice) => ({ value: choice, label: t.choices[choice] })),
];

const wholeLine = { itemWrapper: { display: 'block' }, itemLabel: { display: 'block' } };

interface MentionsProps {
  groups: readonly MentionGroup[];
  chosen: MentionChoices;
  onChoose: (chosen: MentionChoices) => void;
}

/** Texts that name somebody, with a decision about each, or about all of a kind. */
export function Mentions({ groups, chosen, onChoose }: MentionsProps) {
  const choose = (key: string, choice: string) => {
    const { [key]: _, ...others } = chosen;
    const known = mentionChoices.find((each) => each === choice);
    onChoose(known === undefined ? others : { ...others, [key]: known });
  };
  return (
    <Stack gap="md">
      {groups.map(({ table, column, count, lines }) => {
        const ofAll = `${table}/${column}`;
        const title = `${nameOf(table)}: ${formatNumber(count)}`;
        return (
          <div key={ofAll}>
            <Group justify="space-between" align="end">
              <Text fw={600}>{title}</Text>
              {count > 1 ? (
                <NativeSelect
                  aria-label={t.ofAll({ kind: title })}
                  data={[{ value: '', label: t.each }, ...options.slice(1)]}
                  value={chosen[ofAll] ?? ''}
                  onChange={(event) => choose(ofAll, event.currentTarget.value)}
                />
              ) : null}
            </Group>
            <List size="sm" spacing="xs" mt="xs" listStyleType="none" styles={wholeLine}>
              {lines.map((line) => {
                const key = `${ofAll}/${line.row_id}`;
                return (
                  <List.Item key={key}>
                    <Excerpt line={line} />
                    {count > 1 && chosen[ofAll] !== undefined ? null : (
                      <NativeSelect
                        mt={4}
                        aria-label={t.ofThis({ words: line.found || title })}
                        data={options}
                        value={chosen[key] ?? ''}
                        onChange={(event) => choose(key, event.currentTarget.value)}
                      />
                    )}
                  </List.Item>
                );
              })}
            </List>
            {count > lines.length ? (
              <Text size="sm" c="dimmed">
                {t.more({ count: formatNumber(count - lines.length) })}
              </Text>
            ) : null}
          </div>
        );
      })}
    </Stack>
  );
}

const Excerpt = ({ line: { whose, before, found, after } }: { line: MentionLine }) =>
  found === '' ? (
    <Text size="sm">{t.changed}</Text>
  ) : (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {whose === null ? null : <Text span c="dimmed">{`${whose}: `}</Text>}
      {before}
      <Mark>{found}</Mark>
      {after}
    </Text>
  );
