import {
  ledger,
  type CreditUse,
  type Ledger,
  type LedgerCharge,
  type LedgerWaiver,
} from '@gurukul/contract/ledger';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatDate, formatMoney, formatNumber, today } from '#web/lib/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import classes from './ledger.module.css';

const t = ledgerTexts;

const { useCredit: creditLabel } = t.actions;

const loadForms = () => import('./ledger-forms.tsx');

const isSomething = (amount: string) => /[1-9]/.test(amount);

function stateOf(charge: LedgerCharge, currency: string): string {
  if (charge.canceled_at !== null) {
    return charge.cancel_reason === null ? t.canceledByLeaving : t.canceledWith(charge.cancel_reason);
  }
  if (!isSomething(charge.open)) return t.paid;
  const day = formatDate(charge.due_on);
  const due = charge.due_on < today() ? t.overdue(day) : t.due(day);
  return charge.open === charge.amount ? due : `${t.stillOpen(formatMoney(charge.open, currency))}, ${due}`;
}

type Deed =
  | { readonly kind: 'waive' }
  | { readonly kind: 'credit' }
  | { readonly kind: 'cancel'; readonly charge: LedgerCharge };

function CancelWaiver({ waiver, amount }: { waiver: LedgerWaiver; amount: string }) {
  const act = useAction(ledger.cancel_waiver);
  const press = async () => {
    if (act.isPending) return;
    try {
      const answer = await act.run({ waiver_id: waiver.waiver_id });
      tellDone(answer, t.cancel.waiverDone, { kind: 'changed', what: amount });
    } catch (error) {
      toast.error(messageOf(error, texts.errors.wentWrong));
    }
  };
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      aria-label={t.actions.cancelWaiverOf(amount)}
      onClick={() => void press()}
    >
      {t.actions.cancelWaiver}
    </ActionButton>
  );
}

interface LinesProps {
  one: Ledger;
  onCancel: (charge: LedgerCharge) => void;
}

/** Charges, waivers, payments and refunds, each with its day and amount. */
function Lines({ one, onCancel }: LinesProps) {
  const money = (amount: string) => formatMoney(amount, one.currency);
  return (
    <ul className={classes.lines}>
      {one.charges.map((charge) => {
        const part = t.part(formatNumber(charge.part), formatNumber(charge.parts));
        return (
          <li key={`charge ${charge.charge_id}`}>
            <span>
              {part}: <b>{money(charge.amount)}</b>{' '}
              <span className={classes.soft}>{stateOf(charge, one.currency)}</span>
            </span>
            {charge.canceled_at === null && one.can.waive ? (
              <ActionButton
                size="compact-xs"
                variant="default"
                aria-label={t.actions.cancelChargeOf(part)}
                onClick={() => onCancel(charge)}
              >
                {t.actions.cancelCharge}
              </ActionButton>
            ) : null}
          </li>
        );
      })}
      {one.waivers.map((waiver) => (
        <li key={`waiver ${waiver.waiver_id}`}>
          <span>
            {t.reasons[waiver.reason]}: <b>{money(waiver.amount)}</b>{' '}
            <span className={classes.soft}>
              {waiver.sponsor === '' ? waiver.note : t.sponsoredBy(waiver.sponsor)}
            </span>
          </span>
          {one.can.waive ? (
            <CancelWaiver waiver={waiver} amount={money(waiver.amount)} />
          ) : (
            <span className={classes.soft}>{formatDate(waiver.created_at)}</span>
          )}
        </li>
      ))}
      {one.payments.map((payment) => (
        <li key={`payment ${payment.id} ${payment.amount}`}>
          <span>
            {payment.payment_id}: <b>{money(payment.amount)}</b>{' '}
            <span className={classes.soft}>
              {[payment.is_share ? t.share : '', payment.receipt ? t.receipt(payment.receipt) : '']
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          <span className={classes.soft}>{formatDate(payment.paid_at)}</span>
        </li>
      ))}
      {one.refunds.map((refund) => (
        <li key={`refund ${refund.id}`}>
          <span>
            {refund.kind === 'dispute' ? t.dispute : t.sums.refunded}:{' '}
            <b>{`\u2212${money(refund.amount)}`}</b> <span className={classes.soft}>{refund.reason}</span>
          </span>
          <span className={classes.soft}>{formatDate(refund.refunded_at)}</span>
        </li>
      ))}
    </ul>
  );
}

interface OneLedgerProps {
  userId: number;
  uses: readonly CreditUse[];
  one: Ledger;
}

function OneLedger({ userId, one, uses }: OneLedgerProps) {
  const { part, prepare, want } = useOnFirstUse(loadForms);
  const [deed, setDeed] = useState<Deed | null>(null);
  const open = async (next: Deed) => {
    if (await want()) setDeed(next);
  };
  const close = () => setDeed(null);
  const fitting = uses.filter(
    (use) => use.currency === one.currency && !(use.user_id === userId && use.course_id === one.course_id),
  );
  const shown = isSomething(one.open)
    ? `${t.openNow}: ${formatMoney(one.open, one.currency)}`
    : isSomething(one.credit)
      ? `${t.creditNow}: ${formatMoney(one.credit, one.currency)}`
      : t.settled;
  const sums = (['charged', 'waived', 'received', 'refunded'] as const).filter((sum) =>
    isSomething(one[sum]),
  );
  return (
    <Panel title={one.is_enrolled ? one.course_name : `${one.course_name}. ${t.left}`}>
      <div className={classes.sums}>
        <span className={classes.large}>{shown}</span>
        <span className={classes.soft}>
          {sums.map((sum) => `${t.sums[sum]} ${formatMoney(one[sum], one.currency)}`).join(', ')}
        </span>
      </div>
      <Lines one={one} onCancel={(charge) => void open({ kind: 'cancel', charge })} />
      {one.can.waive && isSomething(one.open) ? (
        <Group mt="xs">
          <ActionButton
            size="xs"
            variant="default"
            onPointerEnter={prepare}
            onClick={() => void open({ kind: 'waive' })}
          >
            {t.actions.waive}
          </ActionButton>
        </Group>
      ) : null}
      {one.can.use_credit && isSomething(one.credit) && fitting.length > 0 ? (
        <Group mt="xs">
          <ActionButton size="xs" variant="default" onClick={() => void open({ kind: 'credit' })}>
            {creditLabel}
          </ActionButton>
        </Group>
      ) : null}
      {part ? (
        <>
          <part.CreditDialog
            isOpen={deed?.kind === 'credit'}
            onClose={close}
            userId={userId}
            one={one}
            uses={fitting}
          />
          <part.WaiveDialog isOpen={deed?.kind === 'waive'} onClose={close} userId={userId} one={one} />
          <part.CancelDialog
            isOpen={deed?.kind === 'cancel'}
            onClose={close}
            charge={deed?.kind === 'cancel' ? deed.charge : null}
          />
        </>
      ) : null}
    </Panel>
  );
}

interface StudentLedgerProps {
  userId: number;
  name: string;
  /** The courses that the student is in now. */
  courses: readonly { readonly course_id: number; readonly course_name: string }[];
}

/** What a student owes and has paid, per course and currency. */
export function StudentLedger({ userId, name, courses }: StudentLedgerProps) {
  const asked = useQuery(query(ledger.get_ledger, { user_id: userId }));
  const { part, prepare, want } = useOnFirstUse(loadForms);
  const [course, setCourse] = useState<number | null>(null);
  if (!asked.data) {
    return asked.error ? (
      <FailedState message={asked.error.message} onRetry={() => void asked.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const { ledgers, undecided, uses } = asked.data.data;
  const uncharged = courses.filter(
    ({ course_id }) =>
      !ledgers.some(
        (one) => one.course_id === course_id && one.charges.some((each) => each.canceled_at === null),
      ),
  );
  const charge = async (id: number) => {
    if (await want()) setCourse(id);
  };
  return (
    <section aria-label={t.ofStudent(name)}>
      {ledgers.map((one) => (
        <OneLedger key={`${one.course_id} ${one.currency}`} userId={userId} one={one} uses={uses} />
      ))}
      {ledgers.length === 0 ? <Text mb="sm">{t.none}</Text> : null}
      {undecided > 0 ? (
        <Text c="dimmed" mb="sm">
          {t.undecided(formatNumber(undecided), undecided === 1)}
        </Text>
      ) : null}
      {uncharged.length > 0 ? (
        <Group mb="md">
          {uncharged.map(({ course_id, course_name }) => (
            <ActionButton
              key={course_id}
              variant="default"
              onPointerEnter={prepare}
              onClick={() => void charge(course_id)}
            >
              {t.actions.chargeFor(course_name)}
            </ActionButton>
          ))}
        </Group>
      ) : null}
      {part ? (
        <part.ChargeDialog
          isOpen={course !== null}
          onClose={() => setCourse(null)}
          name={name}
          of={course === null ? null : { course_id: course, user_ids: [userId] }}
        />
      ) : null}
    </section>
  );
}
