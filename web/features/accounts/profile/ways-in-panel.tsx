import { access, type WayIn } from '@gurukul/contract/access';
import { Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { sessionsTexts } from '#web/texts/sessions.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './sessions-panel.module.css';

const t = sessionsTexts.ways;

const failureOf = (error: unknown) => refusalOf(error, t.failed);

const nameOf = ({ kind, name, browser, system }: WayIn) => {
  const device = browser && system ? sessionsTexts.on({ browser, system }) : browser || system;
  return [t.kinds[kind], name || device].filter(Boolean).join(': ');
};

function WayRow({ uid, row }: { uid: number; row: WayIn }) {
  const end = useAction(access.end_way_in);
  const { kind, id, made_at, used_at, expires_at } = row;
  const words = [
    used_at === null ? t.never : t.used({ moment: formatDateTime(used_at) }),
    t.made({ moment: formatDateTime(made_at) }),
    ...(expires_at === null ? [] : [t.until({ moment: formatDateTime(expires_at) })]),
  ];
  return (
    <li className={classes.session}>
      <IconKey aria-hidden size={24} stroke={1.5} className={classes.icon} />
      <div className={classes.words}>
        <Text fw={600} component="span">
          {nameOf(row)}
        </Text>
        <Text size="sm" c="dimmed">
          {words.join(' · ')}
        </Text>
      </div>
      <AskedButton
        label={t.end}
        busyLabel={t.busy}
        name={nameOf(row)}
        question={t.question({ what: nameOf(row) })}
        action={() => end.run({ uid, kind, way_id: id })}
        isPending={end.isPending}
        done={t.done}
        failureOf={failureOf}
        revertedText=""
      />
    </li>
  );
}

interface WaysInPanelProps {
  uid: number;
  /** Of a colleague; absent for one's own. */
  name?: string;
}

/** What lets a person in besides their sessions, each with its last use and its end. */
export function WaysInPanel({ uid, name }: WaysInPanelProps) {
  const ways = useQuery(query(access.get_ways_in, { uid }));
  const rows = ways.data?.data ?? [];
  const title = name === undefined ? t.title : t.titleOf({ name });
  return (
    <Panel title={title}>
      <Stack>
        <Text c="dimmed">{t.lead}</Text>
        {ways.isPending ? <LoadingState /> : null}
        {!ways.data && ways.isError ? (
          <FailedState message={ways.error.message} onRetry={() => void ways.refetch()} />
        ) : null}
        {ways.data && rows.length === 0 ? <Text c="dimmed">{t.none}</Text> : null}
        <ul className={classes.list} aria-label={title} hidden={rows.length === 0}>
          {rows.map((row) => (
            <WayRow key={`${row.kind} ${row.id}`} uid={uid} row={row} />
          ))}
        </ul>
      </Stack>
    </Panel>
  );
}
