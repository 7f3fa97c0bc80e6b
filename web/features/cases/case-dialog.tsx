import { cases, caseOutcomes, type CaseOutcome, type CaseWhy } from '@gurukul/contract/cases';
import { Button, Checkbox, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useDraft, useKeepDraft } from '#web/layout/use-leave-guard.ts';
import { formatDate, formatDateTime, today } from '#web/lib/format/format.ts';
import { dialled } from '#web/lib/format/phone.ts';
import { session } from '#web/lib/session.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { casesTexts } from '#web/texts/cases.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { typedKey, type TypedInCase } from './typed-in-case.ts';
import { useCaseActions, type CaseActions, type Line } from './use-case-actions.ts';

const t = casesTexts;
const f = t.fields;

export type CaseTask = 'call' | 'assign' | 'put_off' | 'dismiss' | 'close' | 'details';

interface FormProps {
  actions: CaseActions;
  items: readonly (Line & { readonly case: { readonly id: number } | null })[];
  student: number | null;
  onDone: () => void;
}

/** What somebody types here outlives the end of their session. */
function useTyped(task: CaseTask, items: readonly Line[]) {
  const key = typedKey(items);
  const before = useDraft<TypedInCase>(key);
  const [text, setText] = useState(before?.task === task ? before.text : '');
  useKeepDraft(key, () => (text.trim() === '' ? null : { task, text }));
  return [text, setText] as const;
}

interface SavingProps {
  actions: CaseActions;
  onDone: () => void;
}

/** Saves, and shows what the server refuses. */
function useSaving({ onDone }: SavingProps) {
  const [error, setError] = useState('');
  const save = async (action: () => Promise<unknown>) => {
    setError('');
    try {
      await action();
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return { error, save };
}

interface ShellProps extends SavingProps {
  isRight?: boolean;
  action: () => Promise<unknown>;
  onTried?: () => void;
  children: ReactNode;
}

function Shell({ actions, onDone, isRight = true, action, onTried, children }: ShellProps) {
  const { error, save } = useSaving({ actions, onDone });
  return (
    <FormShell
      onSubmit={() => {
        onTried?.();
        if (isRight) void save(action);
      }}
      submitLabel={t.save}
      busyLabel={t.saving}
      isPending={actions.isPending}
      error={error}
    >
      {children}
    </FormShell>
  );
}

function AssignForm({ actions, items, onDone }: FormProps) {
  const [owner, setOwner] = useState(session.uid);
  const [due, setDue] = useState('');
  const owners = useQuery(query(cases.get_owners, { lines: items.map(({ line }) => line) }));
  if (owners.error)
    return <FailedState message={owners.error.message} onRetry={() => void owners.refetch()} />;
  if (!owners.data) return <LoadingState />;
  return (
    <Shell
      actions={actions}
      onDone={onDone}
      action={() => actions.assign(owner === '' ? null : Number(owner), due === '' ? undefined : due)}
    >
      <SelectField
        label={f.owner}
        value={owner}
        data-autofocus
        onChange={(event) => setOwner(event.currentTarget.value)}
        choices={[
          { value: '', label: f.nobody },
          ...owners.data.data.map(({ user_id, fullname }) => ({ value: String(user_id), label: fullname })),
        ]}
      />
      <DateField label={f.due} value={due} onChange={setDue} min={today()} clearable />
    </Shell>
  );
}

function PutOffForm({ actions, onDone }: FormProps) {
  const [until, setUntil] = useState('');
  const [hasTried, setTried] = useState(false);
  return (
    <Shell
      actions={actions}
      onDone={onDone}
      isRight={until !== ''}
      onTried={() => setTried(true)}
      action={() => actions.putOff(until)}
    >
      <DateField
        label={f.until}
        value={until}
        onChange={setUntil}
        min={today()}
        required
        error={hasTried && until === '' ? t.dayNeeded : undefined}
      />
    </Shell>
  );
}

function DismissForm({ actions, items, onDone }: FormProps) {
  const [reason, setReason] = useTyped('dismiss', items);
  const [hasTried, setTried] = useState(false);
  const isRight = reason.trim() !== '';
  return (
    <Shell
      actions={actions}
      onDone={onDone}
      isRight={isRight}
      onTried={() => setTried(true)}
      action={() => actions.dismiss(reason)}
    >
      <TextInput
        label={f.reason}
        value={reason}
        maxLength={300}
        required
        error={hasTried && !isRight ? t.needed : null}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </Shell>
  );
}

function Outcomes({ actions, onDone, reason }: SavingProps & { reason: string }) {
  const { error, save } = useSaving({ actions, onDone });
  const close = (outcome: CaseOutcome) => () => void save(() => actions.close(outcome, reason));
  return (
    <>
      {error ? <Text c="red">{error}</Text> : null}
      <Group gap="xs">
        {caseOutcomes.map((outcome) => (
          <Button
            key={outcome}
            variant="default"
            aria-busy={actions.isPending || undefined}
            onClick={close(outcome)}
          >
            {t.outcomes[outcome]}
          </Button>
        ))}
      </Group>
    </>
  );
}

const ToStudent = ({ student }: { student: number | null }) =>
  student === null || !session.role ? null : (
    <Text size="sm" c="dimmed">
      {t.leftHint} <AppLink href={thingAddress('student', student, session.role)}>{t.student}</AppLink>
    </Text>
  );

function CloseForm({ actions, items, student, onDone }: FormProps) {
  const [reason, setReason] = useTyped('close', items);
  return (
    <Stack gap="sm">
      <TextInput
        label={f.note}
        value={reason}
        maxLength={300}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Text>{f.outcome}</Text>
      <Outcomes actions={actions} onDone={onDone} reason={reason} />
      <ToStudent student={student} />
      <DialogFoot />
    </Stack>
  );
}

const useCase = (id: number | null | undefined) =>
  useQuery({ ...query(cases.get_case, { case_id: id ?? 0 }), enabled: id !== null && id !== undefined });

/** The number, and what came of the call: the second and the third tap. */
function CallForm(props: FormProps) {
  const found = useCase(props.items[0]?.case?.id);
  if (found.error) return <FailedState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState />;
  const { phone_number } = found.data.data;
  const number = dialled(phone_number ?? '');
  return (
    <Stack gap="sm">
      {number === null ? (
        <Text>{t.noNumber}</Text>
      ) : (
        <Button
          component="a"
          href={`tel:${number}`}
          leftSection={<IconPhone aria-hidden size={18} stroke={1.75} />}
        >
          {phone_number}
        </Button>
      )}
      <Why why={found.data.why} />
      <Text>{t.after}</Text>
      <Outcomes actions={props.actions} onDone={props.onDone} reason="" />
      <ToStudent student={props.student} />
      <DialogFoot />
    </Stack>
  );
}

function Why({ why }: { why: CaseWhy | null }) {
  if (!why) return null;
  const days = why.absences.map(({ date }) => formatDate(date)).join(', ');
  const share = ({ present, held }: CaseWhy['last_weeks']) => t.why.share({ present, held });
  return (
    <Stack gap={0}>
      <Text fw={600}>{t.why.title}</Text>
      <Text>{t.why.absences({ days })}</Text>
      <Text>{t.why.trend({ now: share(why.last_weeks), before: share(why.weeks_before) })}</Text>
    </Stack>
  );
}

function NoteForm({ actions, items }: Pick<FormProps, 'actions' | 'items'>) {
  const [text, setText] = useTyped('details', items);
  const [isPrivate, setPrivate] = useState(false);
  const { error, save } = useSaving({ actions, onDone: () => setText('') });
  return (
    <FormShell
      onSubmit={() => {
        if (text.trim() !== '') void save(() => actions.note(text, isPrivate));
      }}
      submitLabel={t.write}
      busyLabel={t.saving}
      isPending={actions.isPending}
      isPart
      error={error}
    >
      <Textarea
        label={f.note}
        value={text}
        maxLength={2000}
        autosize
        minRows={2}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {session.role === 'teacher' ? null : (
        <Checkbox
          label={f.privateNote}
          checked={isPrivate}
          onChange={(event) => setPrivate(event.currentTarget.checked)}
        />
      )}
    </FormShell>
  );
}

function Details({ actions, items }: FormProps) {
  const found = useCase(items[0]?.case?.id);
  if (found.error) return <FailedState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState />;
  const { why, notes, history } = found.data;
  return (
    <Stack gap="md">
      <Why why={why} />
      <Stack gap="xs">
        <Text fw={600}>{t.notes}</Text>
        <List>
          {notes.map(({ note_id, text, written_by, written_at, is_private }) => (
            <List.Item key={note_id}>
              {text}
              <Text size="sm" c="dimmed">
                {[written_by, formatDateTime(written_at), is_private ? f.privateNote : '']
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </List.Item>
          ))}
        </List>
        <NoteForm actions={actions} items={items} />
      </Stack>
      <Stack gap="xs">
        <Text fw={600}>{t.history}</Text>
        <List>
          {history.map(({ at, by, what }) => (
            <List.Item key={`${at} ${what}`}>
              {`${formatDateTime(at)} · ${by ?? t.byPortal} ${t.events[what]}`}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Stack>
  );
}

const forms: Readonly<Record<CaseTask, (props: FormProps) => ReactNode>> = {
  call: CallForm,
  assign: AssignForm,
  put_off: PutOffForm,
  dismiss: DismissForm,
  close: CloseForm,
  details: Details,
};

interface CaseDialogProps extends Pick<FormProps, 'items' | 'student'> {
  task: CaseTask;
  what: string;
  onClose: () => void;
}

const titleOf = (task: CaseTask, what: string) => {
  if (task === 'call') return t.callTitle({ name: what });
  return `${task === 'put_off' ? t.putOff : t[task]}: ${what}`;
};

/** One action about lines of Today. */
export function CaseDialog({ task, items, what, student, onClose }: CaseDialogProps) {
  const actions = useCaseActions(items, what);
  const Form = forms[task];
  return (
    <Dialog opened onClose={onClose} title={titleOf(task, what)}>
      <Form actions={actions} items={items} student={student} onDone={onClose} />
    </Dialog>
  );
}
