import {
  ledger,
  type CreditUse,
  type Ledger,
  type LedgerCharge,
  type LedgerWaiver,
} from '@gurukul/contract/ledger';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { RecordButton } from '#web/features/payments/record-button.tsx';
import { formatDate, formatList, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { officeZone } from '#web/lib/provider.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { valueText } from '#web/texts/values.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink, linkTo } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { ChargeButton } from './charge-button.tsx';
import type { LedgerTask } from './ledger-dialogs.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './ledger.module.css';

const t = ledgerTexts;

const loadDialog = async () => (await import('./ledger-dialogs.tsx')).LedgerDialog;

const paymentHref = (id: number) => to(session.role === 'admin' ? paths.singlePayment : paths.ownPayment, id);

interface LinesProps {
  title: string;
  children: readonly ReactNode[];
}

const Lines = ({ title, children }: LinesProps) =>
  children.length === 0 ? null : (
    <>
      <h3 className={classes.part}>{title}</h3>
      <ul className={lines.lines}>{children}</ul>
    </>
  );

const Settled = ({ of }: { of: Ledger }) =>
  of.charges.length === 0 ? (
    <StatusBadge tone="calm">{t.nothingCharged}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t.settled}</StatusBadge>
  );

/** What is open, or is credit, in large; and the sums that it follows from. */
function Balance({ of }: { of: Ledger }) {
  const { currency, open, credit } = of;
  const isOpen = !isNothing(open);
  return (
    <>
      <p className={classes.balance}>
        {isOpen ? (
          <>
            <span>{t.openNow}</span> <span className={classes.large}>{formatMoney(open, currency)}</span>
          </>
        ) : null}
        {isNothing(credit) ? null : (
          <>
            <span>{t.creditNow}</span> <span className={classes.large}>{formatMoney(credit, currency)}</span>
          </>
        )}
        {!isOpen && isNothing(credit) ? <Settled of={of} /> : null}
        {of.is_enrolled ? null : <StatusBadge tone="calm">{t.left}</StatusBadge>}
      </p>
      <ul className={classes.sums}>
        {(['due', 'overdue', 'later', 'charged', 'waived', 'received', 'refunded'] as const)
          .filter((sum) => !isNothing(of[sum]))
          .map((sum) => (
            <li key={sum}>
              {t.sums[sum]} <b>{formatMoney(of[sum], currency)}</b>
            </li>
          ))}
      </ul>
    </>
  );
}

const partOf = ({ part, parts }: LedgerCharge) =>
  t.part({ part: formatNumber(part), parts: formatNumber(parts) });

/** Where a charge stands. */
function stateOf(charge: LedgerCharge, currency: string) {
  const { canceled_at, cancel_reason, due_on, open, amount, waived, state } = charge;
  if (canceled_at !== null) {
    return (
      <span className={classes.soft}>
        {cancel_reason === null
          ? t.canceledByLeaving
          : t.canceledWith({ reason: valueText('payment', cancel_reason) })}
      </span>
    );
  }
  if (state === null) {
    if (waived === amount) return <StatusBadge tone="calm">{t.waivedPart}</StatusBadge>;
    return (
      <StatusBadge tone="good">
        {isNothing(waived) ? t.paid : t.paidAndWaived({ amount: formatMoney(waived, currency) })}
      </StatusBadge>
    );
  }
  const words = { overdue: t.overdue({ day: formatDate(due_on) }), due: t.dueToday, later: t.owing.notDue };
  return (
    <StatusBadge tone={state === 'overdue' ? 'bad' : 'warn'}>
      {`${words[state]} · ${t.stillOpen({ amount: formatMoney(open, currency) })}`}
    </StatusBadge>
  );
}

interface OneLedgerProps {
  of: Ledger;
  uses: readonly CreditUse[];
  studentId: number;
  name: string;
  open: (task: LedgerTask) => void;
}

function OneLedger({ of, uses, studentId, name, open }: OneLedgerProps) {
  const { course_id, course_name, currency } = of;
  const cancel = useAction(ledger.cancel_waiver);
  const money = (amount: string) => formatMoney(amount, currency);
  const cancelWaiver = async ({ waiver_id, amount }: LedgerWaiver) => {
    const action = t.actions.cancelWaiverOf({ amount: money(amount) });
    if (!(await confirm(t.cancel.waiverQuestion, { action }))) return;
    try {
      const answer = await cancel.run({ waiver_id });
      tellDone(answer, t.cancel.waiverDone, { kind: 'changed', what: name });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const isCharged = of.charges.some(({ canceled_at }) => canceled_at === null);
  return (
    <Panel
      title={`${course_name} · ${currency}`}
      actions={
        <Group gap="xs">
          {of.is_enrolled && !isCharged ? (
            <ChargeButton label={t.actions.charge} target={{ course_id, user_ids: [studentId], name }} />
          ) : null}
          {of.can.waive ? (
            <Button variant="default" onClick={() => open({ kind: 'waive', of })}>
              {t.actions.waive}
            </Button>
          ) : null}
          {of.can.use_credit ? (
            <Button variant="default" onClick={() => open({ kind: 'credit', of, uses })}>
              {t.actions.credit}
            </Button>
          ) : null}
        </Group>
      }
    >
      <Balance of={of} />
      <Lines title={t.charges}>
        {of.charges.map((charge) => (
          <li key={charge.charge_id}>
            <span className={classes.about}>
              <strong>{partOf(charge)}</strong>
              <span className={classes.soft}>{t.due({ day: formatDate(charge.due_on) })}</span>
              <span className={charge.canceled_at === null ? classes.amount : classes.off}>
                {money(charge.amount)}
              </span>
              {stateOf(charge, currency)}
            </span>
            {charge.canceled_at === null ? (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t.actions.cancelChargeOf({ part: partOf(charge) })}
                onClick={() => open({ kind: 'cancel', of, charge })}
              >
                {t.actions.cancelCharge}
              </Button>
            ) : null}
          </li>
        ))}
      </Lines>
      <Lines title={t.waivers}>
        {of.waivers.map((waiver) => (
          <li key={waiver.waiver_id}>
            <span className={classes.about}>
              <strong className={classes.amount}>{money(waiver.amount)}</strong>
              <span>{t.reasons[waiver.reason]}</span>
              <span className={classes.soft}>
                {[
                  t.covers({
                    parts: formatList(waiver.covers.map((part) => formatNumber(part))),
                    count: waiver.covers.length,
                  }),
                  waiver.sponsor && t.sponsoredBy({ sponsor: waiver.sponsor }),
                  waiver.note,
                  formatDate(waiver.created_at, officeZone()),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {/* It ends with its refund. */}
            {waiver.reason === 'refunded' ? null : (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t.actions.cancelWaiverOf({ amount: money(waiver.amount) })}
                onClick={() => void cancelWaiver(waiver)}
              >
                {t.actions.cancelWaiver}
              </Button>
            )}
          </li>
        ))}
      </Lines>
      <Lines title={t.payments}>
        {of.payments.map((payment) => (
          <li key={`${payment.id} ${payment.amount}`}>
            <span className={classes.about}>
              <AppLink href={paymentHref(payment.id)}>
                <span className={classes.amount}>{money(payment.amount)}</span>
              </AppLink>
              <span className={classes.soft}>
                {[
                  formatDate(payment.paid_at, officeZone()),
                  payment.is_share && t.share,
                  payment.receipt !== null && t.receipt({ number: payment.receipt }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </Lines>
      <Lines title={t.refunds}>
        {of.refunds.map((refund) => (
          <li key={refund.id}>
            <span className={classes.about}>
              <AppLink href={paymentHref(refund.of)}>
                <span className={classes.amount}>{money(refund.amount)}</span>
              </AppLink>
              <span className={classes.soft}>
                {[
                  formatDate(refund.refunded_at, officeZone()),
                  refund.kind === 'dispute' && t.dispute,
                  refund.reason,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </Lines>
    </Panel>
  );
}

interface StudentLedgerProps {
  studentId: number;
  name: string;
  /** The present courses. */
  courses: readonly { readonly course_id: number; readonly course_name: string }[];
}

/** What a student owes and has paid, per course and currency. */
export function StudentLedger({ studentId, name, courses }: StudentLedgerProps) {
  const read = useQuery(query(ledger.get_ledger, { user_id: studentId }));
  const [task, setTask] = useState<LedgerTask | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { part: LedgerDialog, want } = useOnFirstUse(loadDialog);
  if (read.error && !read.data)
    return <FailedState message={read.error.message} onRetry={() => void read.refetch()} />;
  if (!read.data) return <LoadingState />;
  const { ledgers, uses, undecided } = read.data.data;
  const open = async (next: LedgerTask) => {
    setTask(next);
    if (await want()) setOpen(true);
  };
  const uncharged = courses.filter(({ course_id }) => !ledgers.some((one) => one.course_id === course_id));
  return (
    <>
      <Group mb="md" gap="xs">
        <RecordButton student={{ id: studentId, fullname: name }} />
        {uncharged.map(({ course_id, course_name }) => (
          <ChargeButton
            key={course_id}
            label={t.actions.chargeFor({ course: course_name })}
            target={{ course_id, user_ids: [studentId], name }}
          />
        ))}
        {session.role === 'admin' ? (
          <Button variant="default" renderRoot={linkTo(to(paths.statement, studentId))}>
            {t.actions.statement}
          </Button>
        ) : null}
      </Group>
      {undecided > 0 ? <Text mb="sm">{t.undecided({ count: undecided })}</Text> : null}
      {ledgers.length === 0 ? <Text mb="md">{t.none}</Text> : null}
      {ledgers.map((one) => (
        <OneLedger
          key={`${one.course_id} ${one.currency}`}
          of={one}
          uses={uses}
          studentId={studentId}
          name={name}
          open={(next) => void open(next)}
        />
      ))}
      {LedgerDialog && task ? (
        <LedgerDialog
          key={`${isOpen} ${task.kind}`}
          task={task}
          studentId={studentId}
          name={name}
          isOpen={isOpen}
          onDone={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
