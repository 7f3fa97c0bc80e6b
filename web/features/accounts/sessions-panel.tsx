import { accounts, type OpenSession } from '@gurukul/contract/accounts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { sessionsTexts } from '#web/texts/sessions.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AlsoEnded, useAlsoEnded } from './also-ended.tsx';
import classes from './sessions-panel.module.css';

const t = sessionsTexts;

const pockets: ReadonlySet<string> = new Set(['Android', 'iOS']);

const nameOf = ({ browser, system }: OpenSession) =>
  browser && system ? t.on(browser, system) : browser || system || t.unknown;

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
          {[t.lastUsed(formatDateTime(row.last_seen_at)), t.since(formatDateTime(row.started_at))].join(
            ' · ',
          )}
        </Text>
        {row.from ? (
          <Text size="sm" c="dimmed">
            {t.from(row.from)}
          </Text>
        ) : null}
      </div>
      {row.is_this ? null : (
        <Button variant="default" aria-label={t.signOutOf(nameOf(row))} onClick={onEnd}>
          {t.signOut}
        </Button>
      )}
    </li>
  );
}

interface EndFormProps {
  uid: number;
  /** null: all but this one. */
  sessionId: number | null;
  label: string;
  onDone: () => void;
  onCancel: () => void;
}

function EndForm({ uid, sessionId, label, onDone, onCancel }: EndFormProps) {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const end = useSealedAction(accounts.end_sessions);
  const also = useAlsoEnded(uid);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (end.isPending) return;
    setFailure('');
    try {
      const answer = await end.run(async (seal) => ({
        uid,
        session_id: sessionId,
        password: await seal(password),
        ...(sessionId === null ? also.input : {}),
      }));
      if (answer.message === 'failed') {
        setFailure(failureIn(answer));
        field.current?.select();
        return;
      }
      toast.success(t.done);
      onDone();
    } catch (error) {
      setFailure(refusalOf(error, texts.errors.wentWrong));
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {failure ? (
          <Alert role="alert" color="red" variant="light">
            {failure}
          </Alert>
        ) : null}
        <Text c="dimmed">{t.why}</Text>
        <PasswordField
          ref={field}
          label={t.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
          required
        />
        {sessionId === null ? <AlsoEnded chosen={also} /> : null}
        <Group gap="sm">
          <ActionButton
            type="submit"
            disabledReason={password ? '' : t.missing}
            remedy={{ label: t.password, follow: () => field.current?.focus() }}
            aria-busy={end.isPending}
          >
            {end.isPending ? t.busy : label}
          </ActionButton>
          <Button variant="default" aria-disabled={end.isPending} onClick={onCancel}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
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
        question={t.link.question(name)}
        deed={() => send.run({ uid })}
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

  const ask = (what: OpenSession | 'others') => {
    setDone(false);
    setEnding(what);
  };
  const finish = () => {
    setDone(true);
    setEnding(null);
    void open.refetch();
  };

  return (
    <Panel title={isOwn ? t.title : t.titleOf(name)}>
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
          aria-label={isOwn ? t.title : t.titleOf(name)}
          hidden={rows.length === 0}
        >
          {rows.map((row) => (
            <SessionRow key={row.session_id} row={row} onEnd={() => ask(row)} />
          ))}
        </ul>
        {others.length > 1 || (others.length > 0 && isOwn) ? (
          <div>
            <Button variant="light" color="red" onClick={() => ask('others')}>
              {allLabel}
            </Button>
          </div>
        ) : null}
        {name === undefined ? null : <SendLink uid={uid} name={name} />}
        {open.data && isOwn && others.length === 0 ? <Text c="dimmed">{t.noOthers}</Text> : null}
      </Stack>
      <Dialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        returnFocus={!isDone}
        onExitTransitionEnd={() => {
          if (isDone) list.current?.focus();
        }}
        title={ending === null || ending === 'others' ? allLabel : t.signOutOf(nameOf(ending))}
        closeButtonProps={{ 'aria-label': texts.ui.close }}
      >
        {ending === null ? null : (
          <EndForm
            uid={uid}
            sessionId={ending === 'others' ? null : ending.session_id}
            label={ending === 'others' ? allLabel : t.signOut}
            onDone={finish}
            onCancel={() => setEnding(null)}
          />
        )}
      </Dialog>
    </Panel>
  );
}
