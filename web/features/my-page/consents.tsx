import { consentWays, messages, type WhatsAppNumber } from '@gurukul/contract/messages';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './my-page.module.css';

const t = messagesTexts.consents;

function stateOf({ agreed_at, how, recorded_by, ended_at, ended_how }: WhatsAppNumber): string {
  if (agreed_at !== null && how !== null)
    return t.agreed({ day: formatDate(agreed_at), how: t.ways[how], by: recorded_by ?? '' });
  if (ended_at !== null && ended_how !== null)
    return t.ended({ day: formatDate(ended_at), how: t.ends[ended_how] });
  return t.never;
}

function Line({ studentId, row }: { studentId: number; row: WhatsAppNumber }) {
  const { holder_id, holder, number, agreed_at } = row;
  const [how, setHow] = useState<(typeof consentWays)[number]>(consentWays[0]);
  const record = useAction(messages.record_consent);
  const end = useAction(messages.end_consent);
  const of = { user_id: studentId, holder_id, number };
  const press = async () => {
    if (record.isPending || end.isPending) return;
    try {
      await (agreed_at === null ? record.run({ ...of, how }) : end.run(of));
      toast.success(agreed_at === null ? t.recorded : t.done);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <li>
      <Stack gap={2} className={classes.main}>
        <strong dir="auto">{holder}</strong>
        <bdi dir="ltr">{`+${number}`}</bdi>
        <span className={classes.soft}>{stateOf(row)}</span>
      </Stack>
      {agreed_at === null ? (
        <Group gap="xs" align="end">
          <NativeSelect
            size="xs"
            label={t.how}
            aria-label={t.howOf({ name: holder })}
            value={how}
            onChange={({ currentTarget }) =>
              setHow(consentWays.find((each) => each === currentTarget.value) ?? how)
            }
            data={consentWays.map((value) => ({ value, label: t.ways[value] }))}
          />
          <Button size="xs" aria-label={t.recordOf({ name: holder })} onClick={() => void press()}>
            {t.record}
          </Button>
        </Group>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={t.endOf({ name: holder })}
          onClick={() => void press()}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}

/** For the office: who of a student's people agreed to messages by WhatsApp. Nothing where the portal sends none. */
export function Consents({ studentId }: { studentId: number }) {
  const found = useQuery(query(messages.get_consents, { user_id: studentId }));
  const data = found.data?.data;
  if (!data && found.error)
    return <FailedState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (!data?.is_on) return null;
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {data.numbers.length === 0 ? t.none : t.lead}
      </Text>
      <ul className={lines.lines}>
        {data.numbers.map((row) => (
          <Line key={`${row.holder_id} ${row.number}`} studentId={studentId} row={row} />
        ))}
      </ul>
    </Panel>
  );
}
