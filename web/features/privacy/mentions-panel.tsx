import { privacy } from '@gurukul/contract/privacy';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { privacyTexts } from '#web/texts/privacy.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { choicesOf, Mentions, type MentionChoices } from './mentions.tsx';

const t = privacyTexts.mentions;

/** Texts that name erased people and wait for a decision. Nothing where none do. */
export function MentionsPanel() {
  const [chosen, setChosen] = useState<Readonly<Record<number, MentionChoices>>>({});
  const read = useQuery(query(privacy.get_mentions, {}));
  const decide = useAction(privacy.decide_mentions);
  const people = read.data?.data.people;
  if (!people) {
    return read.isError ? <FailedState message={t.failed} onRetry={() => void read.refetch()} /> : null;
  }
  if (people.length === 0) return null;
  const save = async (id: number) => {
    try {
      await decide.run({ user_id: id, choices: choicesOf(chosen[id] ?? {}) });
      setChosen({ ...chosen, [id]: {} });
      toast.success(t.saved);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Panel title={t.title}>
      <Text mb="md">{t.lead}</Text>
      <Stack gap="lg">
        {people.map(({ user_id: id, erased_at: at, groups }) => (
          <section key={id}>
            <Title order={3} size="h4" mb="xs">
              {t.erasedOn({ id: String(id), day: formatDate(at) })}
            </Title>
            <Mentions
              groups={groups}
              chosen={chosen[id] ?? {}}
              onChoose={(now) => setChosen({ ...chosen, [id]: now })}
            />
            <Group mt="md">
              <Button
                disabled={Object.keys(chosen[id] ?? {}).length === 0}
                loading={decide.isPending}
                onClick={() => void save(id)}
              >
                {t.save}
              </Button>
            </Group>
          </section>
        ))}
      </Stack>
    </Panel>
  );
}
