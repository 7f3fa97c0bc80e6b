import { accounts, type OpenSession } from '@gurukul/contract/accounts';
import { Button, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { sessionsTexts } from '#web/texts/sessions.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { nameOf } from './session-name.ts';
import classes from './sessions-panel.module.css';

const t = sessionsTexts;

const load = async () => (await import('./end-sessions.tsx')).EndDialog;

const pockets: ReadonlySet<string> = new Set(['Android', 'iOS']);

interface SessionRowProps {
  row: OpenSession;
  onEnd: () => void;
}

function SessionRow({ row, onEnd }: SessionRowProps) {
  const Icon = pockets.has(row.system) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.session}>
      <Icon aria-hidden size={24} stroke={1.5} className={classes.icon} />
      <div className={classes.words}>
        <Text fw={600} component="span">
          {nameOf(row)}
        </Text>
        {row.is_this ? <StatusBadge tone="good">{t.thisOne}</StatusBadge> : null}
        <Text size="sm" c="dimmed">
          {[
            t.lastUsed({ moment: formatDateTime(row.last_seen_at) }),
            t.since({ moment: formatDateTime(row.started_at) }),
          ].join(' · ')}
        </Text>
        {row.from ? (
          <Text size="sm" c="dimmed">
            {t.from({ address: row.from })}
          </Text>
        ) : null}
      </div>
      {row.is_this ? null : (
        <Button variant="default" aria-label={t.signOutOf({ browser: nameOf(row) })} onClick={onEnd}>
          {t.signOut}
        </Button>
      )}
    </li>
  );
}

const linkFailure = (error: unknown) => refusalOf(error, t.link.failed);

/** An account admin helps a person who cannot sign in. */
function SendLink({ uid, name }: { uid: number; name: string }) {
  const send = useAction(accounts.send_reset_link);
  return (
    <div>
      <AskedButton
        label={t.link.send}
        busyLabel={t.link.busy}
        name={name}
        question={t.link.question({ name })}
        action={() => send.run({ uid })}
        isPending={send.isPending}
        done={t.link.sent}
        failureOf={linkFailure}
        revertedText=""
      />
    </div>
  );
}

interface SessionsPanelProps {
  uid: number;
  /** Of a colleague; absent for the own sessions. */
  name?: string;
}

/** The sessions of a person, and a way to end them. */
export function SessionsPanel({ uid, name }: SessionsPanelProps) {
  const open = useQuery(query(accounts.get_sessions, { uid }));
  // What is to be ended: one session, or null for all others.
  const [ending, setEnding] = useState<OpenSession | 'others' | null>(null);
  // The button that was pressed goes with its session: the focus has to go elsewhere.
  const [isDone, setDone] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const rows = open.data?.data ?? [];
  const isOwn = name === undefined;
  const others = rows.filter((row) => !row.is_this);
  const allLabel = isOwn ? t.signOutOthers : t.signOutAll;

  const { part: EndDialog, prepare, want } = useOnFirstUse(load);
  const ask = async (what: OpenSession | 'others') => {
    setDone(false);
    if (await want()) setEnding(what);
  };
  const finish = () => {
    setDone(true);
    setEnding(null);
    void open.refetch();
  };

  return (
    <Panel title={isOwn ? t.title : t.titleOf({ name })}>
      <Stack>
        <Text c="dimmed">{isOwn ? t.lead : t.leadOf}</Text>
        {open.isPending ? <LoadingState /> : null}
        {!open.data && open.isError ? (
          <FailedState message={open.error.message} onRetry={() => void open.refetch()} />
        ) : null}
        {open.data && rows.length === 0 ? <Text c="dimmed">{t.none}</Text> : null}
        <ul
          ref={list}
          tabIndex={-1}
          className={classes.list}
          aria-label={isOwn ? t.title : t.titleOf({ name })}
          hidden={rows.length === 0}
        >
          {rows.map((row) => (
            <SessionRow key={row.session_id} row={row} onEnd={() => void ask(row)} />
          ))}
        </ul>
        {others.length > 1 || (others.length > 0 && isOwn) ? (
          <div>
            <Button variant="light" color="red" onPointerEnter={prepare} onClick={() => void ask('others')}>
              {allLabel}
            </Button>
          </div>
        ) : null}
        {name === undefined ? null : <SendLink uid={uid} name={name} />}
        {open.data && isOwn && others.length === 0 ? <Text c="dimmed">{t.noOthers}</Text> : null}
      </Stack>
      {EndDialog ? (
        <EndDialog
          uid={uid}
          ending={ending}
          allLabel={allLabel}
          returnFocus={!isDone}
          onExited={() => {
            if (isDone) list.current?.focus();
          }}
          onDone={finish}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </Panel>
  );
}
