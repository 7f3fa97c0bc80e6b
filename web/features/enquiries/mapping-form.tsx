import { enquiries, type QueryMapping, type QueryType } from '@gurukul/contract/enquiries';
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { ApiError, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useDraft, useKeepDraft, useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { enquiriesTexts } from '#web/texts/enquiries.ts';
import rowClasses from '#web/ui/form/edit-rows.module.css';
import { toast } from '#web/ui/feedback/toast.tsx';
import { changesOf, draftsOf, emptyMapping, onTopOf, withoutType, wrongEmails } from './mapping-draft.ts';
import type { MappingDraft } from './mapping-draft.ts';
import { MappingRow } from './mapping-row.tsx';
import classes from './query-emails.module.css';

const t = enquiriesTexts.mappings;

interface MappingFormProps {
  types: readonly QueryType[];
  stored: readonly QueryMapping[];
  /** Reads the list again; resolves with it. */
  reload: () => Promise<readonly QueryMapping[]>;
}

/** The stored list when typing began, and the present entries; null while nothing was touched. */
type Typing = { readonly base: readonly QueryMapping[]; readonly rows: readonly MappingDraft[] } | null;

export function MappingForm({ types, stored, reload }: MappingFormProps) {
  const [typing, setTyping] = useState<Typing>(useDraft<NonNullable<Typing>>('mailboxes'));
  const [untouched] = useState(emptyMapping);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [untyped, setUntyped] = useState<ReadonlySet<string>>(new Set());
  const [news, setNews] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const action = useAction(enquiries.submit);

  const base = typing?.base ?? stored;
  const rows = typing?.rows ?? (stored.length > 0 ? draftsOf(stored) : [untouched]);
  const changes = changesOf(base, rows);
  useKeepDraft('mailboxes', () => typing);
  // A row without a type cannot be submitted, but leaving the page would lose it too.
  useLeaveGuard(() => changes.length > 0 || withoutType(rows).size > 0, t.leave);

  const change = (to: readonly MappingDraft[]) => setTyping({ base, rows: to });
  const focusRow = (key: string, field: 'select' | 'input') =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${key}"] ${field}`)?.focus(),
    );

  const add = () => {
    const last = rows.at(-1);
    if (last && last.email.trim() === '') {
      toast.warning(t.fillDetails);
      focusRow(last.key, 'input');
      return;
    }
    const row = emptyMapping();
    change([...rows, row]);
    focusRow(row.key, 'select');
  };

  const remove = (key: string, name: string) => {
    change(rows.filter((row) => row.key !== key));
    setNews(t.removed({ name }));
    adder.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (action.isPending) return;
    const faults = wrongEmails(rows);
    setWrong(faults);
    const [first] = faults;
    if (first !== undefined) {
      toast.warning(t.wrongEmail);
      focusRow(first, 'input');
      return;
    }
    const unheard = withoutType(rows);
    setUntyped(unheard);
    const [firstUntyped] = unheard;
    if (firstUntyped !== undefined) {
      toast.warning(t.typeMissing);
      focusRow(firstUntyped, 'select');
      return;
    }
    if (changes.length === 0) {
      toast.info(t.nothing);
      return;
    }
    try {
      const answer = await action.run(changes);
      setTyping(null);
      tellDone(answer, t.saved, { kind: 'mappings', what: '' });
    } catch (error) {
      toast.error(t.failed);
      if (refusedWith(error, 'conflict') || (error instanceof ApiError && error.status === 404))
        await rebase();
    }
  };

  const rebase = async () => {
    const now = await reload();
    setTyping({ base: now, rows: onTopOf(base, now, rows) });
    toast.warning(t.overtaken);
  };

  return (
    <form noValidate className={classes.list} onSubmit={(event) => void submit(event)}>
      <div className={classes.heads} aria-hidden>
        <span>{t.type}</span>
        <span>{t.email}</span>
      </div>
      <ul ref={list} className={rowClasses.rows} aria-label={t.rows}>
        {rows.map((row, index) => (
          <MappingRow
            key={row.key}
            draft={row}
            number={index + 1}
            types={types}
            isWrong={wrong.has(row.key)}
            isUntyped={untyped.has(row.key) && row.type === ''}
            canRemove={rows.length > 1}
            onChange={(fields) =>
              change(rows.map((each) => (each.key === row.key ? { ...each, ...fields } : each)))
            }
            onRemove={(name) => remove(row.key, name)}
          />
        ))}
      </ul>
      <Group gap="sm" className={classes.foot}>
        <Button ref={adder} variant="light" leftSection={<IconPlus aria-hidden size={18} />} onClick={add}>
          {t.add}
        </Button>
        <Button
          type="submit"
          variant="default"
          aria-disabled={action.isPending}
          data-busy={action.isPending || undefined}
        >
          {action.isPending ? t.busy : t.submit}
        </Button>
        {changes.length > 0 ? (
          <Text c="dimmed" size="sm">
            {t.pending({ count: changes.length })}
          </Text>
        ) : null}
      </Group>
      <VisuallyHidden>
        <output>{news}</output>
      </VisuallyHidden>
    </form>
  );
}
