import {
  ledger,
  waiverReasons,
  type CreditUse,
  type Ledger,
  type LedgerCharge,
  type WaiverReason,
} from '@gurukul/contract/ledger';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { readTypedAmount } from '#web/features/payments/read-amount.ts';
import { formatMoney } from '#web/lib/format/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = ledgerTexts;

/** What a dialog is about. */
export type LedgerTask =
  | { readonly kind: 'waive'; readonly of: Ledger }
  | { readonly kind: 'credit'; readonly of: Ledger; readonly uses: readonly CreditUse[] }
  | { readonly kind: 'cancel'; readonly of: Ledger; readonly charge: LedgerCharge };

interface OfStudent {
  studentId: number;
  name: string;
  onDone: () => void;
}

/** Runs an action, says so with Undo and closes, or shows why it was refused. */
function useLedgerAction(onDone: () => void) {
  const [error, setError] = useState('');
  const run = async (action: () => Promise<readonly [answer: object, text: string]>, what: string) => {
    setError('');
    try {
      const [answer, text] = await action();
      tellDone(answer, text, { kind: 'changed', what });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return { error, setError, run };
}

function WaiveForm({ of, studentId, name, onDone }: OfStudent & { of: Ledger }) {
  const { course_id, currency, open } = of;
  const action = useAction(ledger.waive);
  const { error, setError, run } = useLedgerAction(onDone);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<WaiverReason>('discount');
  const [sponsor, setSponsor] = useState('');
  const [note, setNote] = useState('');
  const save = async () => {
    const read = amount.trim() === '' ? null : readTypedAmount(amount, currency);
    if (read !== null && read.problem !== null) return setError(read.problem);
    return run(async () => {
      const answer = await action.run({
        user_id: studentId,
        course_id,
        currency,
        ...(read && { amount: read.amount }),
        reason,
        sponsor,
        note,
      });
      return [answer, t.waive.done({ amount: formatMoney(answer.data.waived, currency) })];
    }, name);
  };
  return (
    <FormShell
      onSubmit={() => void save()}
      submitLabel={t.waive.submit}
      isPending={action.isPending}
      error={error}
    >
      <TextInput
        label={t.waive.amount}
        description={t.waive.all({ amount: formatMoney(open, currency) })}
        inputMode="decimal"
        data-autofocus
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <NativeSelect
        label={t.waive.reason}
        value={reason}
        data={waiverReasons.map((value) => ({ value, label: t.reasons[value] }))}
        onChange={(event) =>
          setReason(waiverReasons.find((known) => known === event.currentTarget.value) ?? 'discount')
        }
      />
      {reason === 'sponsored' ? (
        <TextInput
          label={t.waive.sponsor}
          value={sponsor}
          maxLength={200}
          onChange={(event) => setSponsor(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        label={t.waive.note}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormShell>
  );
}

const smaller = (a: string, b: string) => (Number(a) < Number(b) ? a : b);

function CreditForm({
  of,
  uses,
  studentId,
  name,
  onDone,
}: OfStudent & { of: Ledger; uses: readonly CreditUse[] }) {
  const { course_id, currency, credit } = of;
  const targets = uses.filter((use) => use.currency === currency);
  const action = useAction(ledger.use_credit);
  const { error, setError, run } = useLedgerAction(onDone);
  const [place, setPlace] = useState(0);
  const target = targets[place];
  const [typed, setTyped] = useState<string | null>(null);
  if (target === undefined) return <Text>{t.credit.none}</Text>;
  const amount = typed ?? smaller(credit, target.open);
  const save = async () => {
    const read = readTypedAmount(amount, currency);
    if (read.problem !== null) return setError(read.problem);
    return run(async () => {
      const to = { user_id: target.user_id, course_id: target.course_id };
      const answer = await action.run({ user_id: studentId, course_id, currency, to, amount: read.amount });
      return [answer, t.credit.done({ amount: formatMoney(read.amount, currency) })];
    }, name);
  };
  return (
    <FormShell
      onSubmit={() => void save()}
      submitLabel={t.credit.submit}
      isPending={action.isPending}
      error={error}
    >
      <Text>{t.credit.has({ amount: formatMoney(credit, currency) })}</Text>
      <NativeSelect
        label={t.credit.for}
        data-autofocus
        value={String(place)}
        data={targets.map((use, index) => ({
          value: String(index),
          label: t.credit.target({
            name: use.fullname,
            course: use.course_name,
            open: formatMoney(use.open, currency),
          }),
        }))}
        onChange={(event) => {
          setPlace(Number(event.currentTarget.value));
          setTyped(null);
        }}
      />
      <TextInput
        label={t.credit.amount}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormShell>
  );
}

function CancelForm({ charge, name, onDone }: OfStudent & { charge: LedgerCharge }) {
  const action = useAction(ledger.cancel_charge);
  const { error, run } = useLedgerAction(onDone);
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const save = async () => {
    setTried(true);
    if (reason.trim() === '') return;
    await run(
      async () => [await action.run({ charge_id: charge.charge_id, reason: reason.trim() }), t.cancel.done],
      name,
    );
  };
  return (
    <FormShell
      onSubmit={() => void save()}
      ends
      leave={t.cancel.back}
      submitLabel={t.cancel.submit}
      isPending={action.isPending}
      error={error}
    >
      <TextInput
        label={t.cancel.reason}
        required
        data-autofocus
        value={reason}
        maxLength={200}
        error={hasTried && reason.trim() === '' ? t.cancel.reasonMissing : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormShell>
  );
}

const titleOf = (task: LedgerTask) => {
  const { course_name } = task.of;
  if (task.kind === 'waive') return t.waive.title({ course: course_name });
  if (task.kind === 'credit') return t.credit.title({ course: course_name });
  return t.cancel.title({
    part: t.part({ part: String(task.charge.part), parts: String(task.charge.parts) }),
  });
};

interface LedgerDialogProps extends OfStudent {
  task: LedgerTask;
  isOpen: boolean;
}

/** Waives, uses credit, or cancels a charge. */
export function LedgerDialog({ task, isOpen, ...ofStudent }: LedgerDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={ofStudent.onDone} title={titleOf(task)}>
      {task.kind === 'waive' ? <WaiveForm of={task.of} {...ofStudent} /> : null}
      {task.kind === 'credit' ? <CreditForm of={task.of} uses={task.uses} {...ofStudent} /> : null}
      {task.kind === 'cancel' ? <CancelForm charge={task.charge} {...ofStudent} /> : null}
    </Dialog>
  );
}
