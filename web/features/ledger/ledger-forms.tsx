import {
  ledger,
  mostParts,
  waiverReasons,
  type ChargePlan,
  type CreditUse,
  type Ledger,
  type LedgerCharge,
  type WaiverReason,
} from '@gurukul/contract/ledger';
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatMoney, formatNumber, today } from '#web/lib/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = ledgerTexts;

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

const closeButton = { 'aria-label': texts.ui.close };

/** Runs a deed once at a time. Its refusal stands in the form. */
function useDeed(onDone: () => void) {
  const [error, setError] = useState('');
  const run = async (deed: () => Promise<void>) => {
    setError('');
    try {
      await deed();
      onDone();
    } catch (refused) {
      setError(messageOf(refused, texts.errors.wentWrong));
    }
  };
  return { error, run };
}

interface WaiveProps {
  userId: number;
  one: Ledger;
}

function WaiveForm({ userId, one, onDone }: WaiveProps & { onDone: () => void }) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<WaiverReason>('exempted');
  const [sponsor, setSponsor] = useState('');
  const [note, setNote] = useState('');
  const act = useAction(ledger.waive);
  const { error, run } = useDeed(onDone);
  const submit = async () => {
    const { course_id, currency, course_name } = one;
    const given = amount.trim();
    const answer = await act.run({
      user_id: userId,
      course_id,
      currency,
      reason,
      sponsor,
      note,
      ...(given === '' ? {} : { amount: given }),
    });
    tellDone(answer, t.waive.done(formatMoney(answer.data.waived, currency)), {
      kind: 'changed',
      what: course_name,
    });
  };
  return (
    <FormShell
      onSubmit={() => void run(submit)}
      submitLabel={t.waive.submit}
      isPending={act.isPending}
      error={error}
    >
      <NativeSelect
        label={t.waive.reason}
        value={reason}
        data={waiverReasons.map((value) => ({ value, label: t.reasons[value] }))}
        onChange={(event) =>
          setReason(waiverReasons.find((one) => one === event.currentTarget.value) ?? 'exempted')
        }
        data-autofocus
      />
      <TextInput
        label={t.waive.amount}
        description={t.waive.all(formatMoney(one.open, one.currency))}
        inputMode="decimal"
        maxLength={14}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      {reason === 'sponsored' ? (
        <TextInput
          label={t.waive.sponsor}
          maxLength={200}
          value={sponsor}
          onChange={(event) => setSponsor(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        label={t.waive.note}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormShell>
  );
}

export const WaiveDialog = ({ isOpen, onClose, one, userId }: DialogProps & WaiveProps) => (
  <Dialog
    opened={isOpen}
    onClose={onClose}
    title={t.waive.title(one.course_name)}
    closeButtonProps={closeButton}
  >
    <WaiveForm userId={userId} one={one} onDone={onClose} />
  </Dialog>
);

const partOf = ({ part, parts }: LedgerCharge) => t.part(formatNumber(part), formatNumber(parts));

function CancelForm({ charge, onDone }: { charge: LedgerCharge; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const act = useAction(ledger.cancel_charge);
  const { error, run } = useDeed(onDone);
  const isMissing = reason.trim() === '';
  const submit = () => {
    setTried(true);
    if (isMissing) return;
    void run(async () => {
      const answer = await act.run({ charge_id: charge.charge_id, reason });
      tellDone(answer, t.cancel.done, { kind: 'changed', what: partOf(charge) });
    });
  };
  return (
    <FormShell onSubmit={submit} submitLabel={t.cancel.submit} isPending={act.isPending} error={error}>
      <TextInput
        label={t.cancel.reason}
        required
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={hasTried && isMissing ? t.cancel.reasonMissing : null}
        data-autofocus
      />
    </FormShell>
  );
}

export const CancelDialog = ({ isOpen, onClose, charge }: DialogProps & { charge: LedgerCharge | null }) => (
  <Dialog
    opened={isOpen}
    onClose={onClose}
    title={charge ? t.cancel.title(partOf(charge)) : ''}
    closeButtonProps={closeButton}
  >
    {charge ? <CancelForm charge={charge} onDone={onClose} /> : null}
  </Dialog>
);

/** Who is charged: a course, a class, or some students of a course. */
interface Charged {
  readonly course_id: number;
  readonly class_id?: number;
  readonly user_ids?: number[];
}

const namesOf = ({ names, count }: { readonly names: readonly string[]; readonly count: number }) =>
  count > names.length ? t.charge.names(names.join(', ')) : names.join(', ');

const who = (count: number) => t.charge.students(formatNumber(count), count === 1);

/** What the charging would do: who pays how much, and who stays as they are, with the reason. */
const Plan = ({ plan }: { plan: ChargePlan }) => (
  <Stack gap={4}>
    {plan.groups.map((group) => (
      <Text key={`${group.currency} ${group.total}`}>
        {t.charge.group(
          who(group.count),
          group.parts.length,
          formatMoney(group.total, group.currency),
          formatMoney(group.parts[0]?.amount ?? group.total, group.currency),
        )}
      </Text>
    ))}
    {plan.charged === 0 ? <Text>{t.charge.nobody}</Text> : null}
    {plan.waived.count > 0 ? <Text>{t.charge.waived(who(plan.waived.count))}</Text> : null}
    {plan.stays.map((stay) => (
      <Text key={stay.reason} c="dimmed">
        {t.charge.stay(who(stay.count), t.charge.stays[stay.reason], namesOf(stay))}
      </Text>
    ))}
  </Stack>
);

function ChargeForm({ of, onDone }: { of: Charged; onDone: () => void }) {
  const [count, setCount] = useState(1);
  const [first, setFirst] = useState(today());
  const act = useAction(ledger.add_charges);
  const { error, run } = useDeed(onDone);
  const wish = { ...of, parts: { count, first_due_on: first } };
  const preview = useQuery({
    ...query(ledger.add_charges, { ...wish, preview: true }),
    enabled: first !== '',
  });
  const plan = preview.data?.data;
  const submit = () => {
    if (!plan || plan.charged === 0) return;
    void run(async () => {
      const answer = await act.run({ ...wish, digest: plan.digest });
      const text = t.charge.done(who(answer.data.charged));
      tellDone(answer, text, { kind: 'changed', what: who(answer.data.charged) });
    });
  };
  return (
    <FormShell
      onSubmit={submit}
      submitLabel={t.charge.submit(who(plan?.charged ?? 0))}
      isPending={act.isPending}
      error={error || (preview.error ? messageOf(preview.error, texts.errors.wentWrong) : '')}
    >
      <NativeSelect
        label={t.charge.parts}
        value={String(count)}
        data={Array.from({ length: mostParts }, (_, index) => ({
          value: String(index + 1),
          label: index === 0 ? t.charge.inOne : t.charge.inParts(index + 1),
        }))}
        onChange={(event) => setCount(Number(event.currentTarget.value))}
        data-autofocus
      />
      <TextInput
        type="date"
        label={t.charge.first}
        required
        value={first}
        onChange={(event) => setFirst(event.currentTarget.value)}
      />
      <div aria-live="polite">{plan ? <Plan plan={plan} /> : <Text>{t.charge.checking}</Text>}</div>
    </FormShell>
  );
}

export const ChargeDialog = ({
  isOpen,
  onClose,
  name,
  of,
}: DialogProps & { name: string; of: Charged | null }) => (
  <Dialog opened={isOpen} onClose={onClose} title={t.charge.title(name)} closeButtonProps={closeButton}>
    {of ? <ChargeForm of={of} onDone={onClose} /> : null}
  </Dialog>
);

interface CreditProps {
  userId: number;
  one: Ledger;
  uses: readonly CreditUse[];
}

const keyOf = ({ user_id, course_id }: CreditUse) => `${user_id} ${course_id}`;

function CreditForm({ userId, one, uses, onDone }: CreditProps & { onDone: () => void }) {
  const [chosen, setChosen] = useState(uses[0] ? keyOf(uses[0]) : '');
  const [amount, setAmount] = useState(one.credit);
  const act = useAction(ledger.use_credit);
  const { error, run } = useDeed(onDone);
  const to = uses.find((use) => keyOf(use) === chosen);
  const submit = async () => {
    if (!to) return;
    const { course_id, currency } = one;
    const target = { user_id: to.user_id, course_id: to.course_id };
    const answer = await act.run({ user_id: userId, course_id, currency, to: target, amount });
    tellDone(answer, t.credit.done(formatMoney(amount, currency)), { kind: 'changed', what: to.course_name });
  };
  return (
    <FormShell
      onSubmit={() => void run(submit)}
      submitLabel={t.credit.submit}
      isPending={act.isPending}
      error={error}
    >
      <Text>{uses.length === 0 ? t.credit.none : t.credit.has(formatMoney(one.credit, one.currency))}</Text>
      <NativeSelect
        label={t.credit.for}
        value={chosen}
        data={uses.map((use) => ({
          value: keyOf(use),
          label: t.credit.target(use.fullname, use.course_name, formatMoney(use.open, use.currency)),
        }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t.credit.amount}
        inputMode="decimal"
        maxLength={14}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
    </FormShell>
  );
}

export const CreditDialog = ({ isOpen, onClose, ...props }: DialogProps & CreditProps) => (
  <Dialog
    opened={isOpen}
    onClose={onClose}
    title={t.credit.title(props.one.course_name)}
    closeButtonProps={closeButton}
  >
    <CreditForm {...props} onDone={onClose} />
  </Dialog>
);
