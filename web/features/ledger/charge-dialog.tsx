import { ledger, mostParts, type ChargePlan } from '@gurukul/contract/ledger';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { firstNames } from '#web/lib/first-names.ts';
import { readTypedAmount } from '#web/features/payments/read-amount.ts';
import { formatMoney } from '#web/lib/format/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';

const t = ledgerTexts.charge;

type Input = CallInput<typeof ledger.add_charges>;

/** Whom to charge: students of a course, of a class of it, or all of them. */
export interface ChargeTarget {
  readonly course_id: number;
  readonly class_id?: number | null;
  readonly user_ids?: readonly number[];
  /** The course, the class or the student. */
  readonly name: string;
}

const counts = Array.from({ length: mostParts }, (_, index) => index + 1);

export const studentCount = (count: number) => t.students({ count });

function Plan({ plan }: { plan: ChargePlan }) {
  return (
    <output>
      {plan.charged === 0 ? <Text fw={600}>{t.nobody}</Text> : null}
      {plan.groups.map(({ count, currency, total, parts }) => (
        <Text fw={600} key={`${currency} ${total} ${count}`}>
          {t.group({
            who: studentCount(count),
            count,
            parts: parts.length,
            total: formatMoney(total, currency),
            amount: formatMoney(parts[0]?.amount ?? '0', currency),
          })}
        </Text>
      ))}
      {plan.waived.count > 0 ? <Text>{t.waived({ who: studentCount(plan.waived.count) })}</Text> : null}
      <ul>
        {plan.stays.map((stay) => (
          <li key={stay.reason}>
            {t.stay({ who: studentCount(stay.count), why: t.stays[stay.reason], names: firstNames(stay) })}
          </li>
        ))}
      </ul>
    </output>
  );
}

interface Part {
  readonly due_on: string;
  readonly amount: string;
}

interface OwnPartsProps {
  parts: readonly Part[];
  onChange: (parts: readonly Part[]) => void;
}

/** Days and amounts that somebody sets. */
const OwnParts = ({ parts, onChange }: OwnPartsProps) => {
  const change = (index: number, part: Partial<Part>) =>
    onChange(parts.map((one, place) => (place === index ? { ...one, ...part } : one)));
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part is its place
    <FieldRow key={index}>
      <DateField
        label={t.dueOn({ part: index + 1 })}
        value={part.due_on}
        onChange={(due_on) => change(index, { due_on })}
      />
      <TextInput
        label={t.amount({ part: index + 1 })}
        inputMode="decimal"
        value={part.amount}
        onChange={(event) => change(index, { amount: event.currentTarget.value })}
      />
    </FieldRow>
  ));
};

interface Wish {
  readonly count: number;
  readonly first: string;
  /** Null: the price in equal parts. */
  readonly own: readonly Part[] | null;
  readonly currency: string;
  readonly knowing: boolean;
}

/** What is asked of the server; null while something is missing. */
function inputOf({ course_id, class_id, user_ids }: ChargeTarget, wish: Wish): Input | null {
  const { count, first, own, currency, knowing } = wish;
  const target = { course_id, class_id: class_id ?? null, ...(user_ids && { user_ids: [...user_ids] }) };
  if (own === null) return first === '' ? null : { ...target, parts: { count, first_due_on: first } };
  const parts = own.flatMap(({ due_on, amount }) => {
    const read = readTypedAmount(amount, currency);
    return due_on === '' || read.problem !== null ? [] : [{ due_on, amount: read.amount }];
  });
  if (parts.length < own.length || !/^[A-Z]{3}$/.test(currency)) return null;
  return { ...target, currency, parts, ...(knowing && { knowing }) };
}

interface ChargeDialogProps {
  target: ChargeTarget;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks in how many parts, shows who is charged how much and who is not for which reason, and charges exactly that. */
export function ChargeDialog({ target, isOpen, onClose }: ChargeDialogProps) {
  const [wish, setWish] = useState<Wish>({ count: 1, first: '', own: null, currency: '', knowing: false });
  const action = useAction(ledger.add_charges);
  const input = inputOf(target, wish);
  const asked = input ?? nothing;
  const { problem, read, ...check } = useChecked(
    query(ledger.add_charges, { ...asked, preview: true }),
    isOpen && input !== null,
  );
  const { plan, carryOut } = check;
  const charged = plan?.charged ?? 0;

  const setOwn = (isOwn: boolean) => {
    const group = plan?.groups[0];
    const parts = group?.parts ?? counts.slice(0, wish.count).map(() => ({ due_on: wish.first, amount: '' }));
    setWish({ ...wish, own: isOwn ? parts : null, currency: group?.currency ?? wish.currency });
  };
  const setCount = (count: number) => {
    const own =
      wish.own && counts.slice(0, count).map((_, index) => wish.own?.[index] ?? { due_on: '', amount: '' });
    setWish({ ...wish, count, own });
  };
  const save = () =>
    carryOut(async ({ digest }) => {
      if (!input) return;
      const answer = await action.run({ ...input, digest });
      const done = t.done({ who: studentCount(answer.data.charged) });
      tellDone(answer, done, { kind: 'changed', what: target.name });
      onClose();
    });
  const hasNoPrice = refusedWith(read.error, 'currency_without_price') !== undefined;

  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title({ name: target.name })}
      check={{ ...check, problem: hasNoPrice ? t.currencyAsked : problem }}
      checkingLabel={t.checking}
      fields={
        <>
          <NativeSelect
            label={t.parts}
            data-autofocus
            value={String(wish.count)}
            data={counts.map((count) => ({
              value: String(count),
              label: count === 1 ? t.inOne : t.inParts({ count }),
            }))}
            onChange={(event) => setCount(Number(event.currentTarget.value))}
          />
          {wish.own === null ? (
            <DateField label={t.first} value={wish.first} onChange={(first) => setWish({ ...wish, first })} />
          ) : null}
          <Checkbox
            label={t.own}
            checked={wish.own !== null}
            onChange={(event) => setOwn(event.currentTarget.checked)}
          />
          {wish.own ? (
            <>
              <TextInput
                label={t.currency}
                value={wish.currency}
                maxLength={3}
                onChange={(event) => setWish({ ...wish, currency: event.currentTarget.value.toUpperCase() })}
              />
              <OwnParts parts={wish.own} onChange={(own) => setWish({ ...wish, own })} />
              <Checkbox
                label={t.knowing}
                checked={wish.knowing}
                onChange={(event) => setWish({ ...wish, knowing: event.currentTarget.checked })}
              />
            </>
          ) : null}
        </>
      }
      submitLabel={charged > 0 ? t.submit({ who: studentCount(charged) }) : ledgerTexts.actions.charge}
      isReady={charged > 0}
      isPending={action.isPending}
      isForm
      onSubmit={save}
    >
      {(shown) => <Plan plan={shown} />}
    </CheckedDialog>
  );
}

const nothing: Input = { course_id: null, class_id: null, parts: { count: 1, first_due_on: '' } };
