import { payments, type PaymentDetail, type RefundRow } from '@gurukul/contract/payments';
import { Button } from '@mantine/core';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatMoney } from '#web/lib/format/format.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './payment-parts.module.css';
import { paidWhen } from './paid-when.ts';

const t = paymentByHandTexts;

function Refund({ payment, refund }: { payment: PaymentDetail; refund: RefundRow }) {
  const { id, share_id, reversed_at, refunded_at, kind, reason, by, refund_id } = refund;
  const action = useAction(payments.reverse_refund);
  const amount = formatMoney(refund.amount, payment.currency);
  const share = payment.shares.find((one) => one.share_id === share_id);
  const reverse = async () => {
    if (!(await confirm(t.reverse.question({ amount }), { action: t.reverse.action }))) return;
    try {
      const answer = await action.run({ refund_id: id });
      tellDone(answer, t.reverse.done({ amount }), { kind: 'changed', what: payment.full_name });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const facts = [paidWhen(refunded_at), t.refund.kinds[kind], share?.fullname, refund_id, by];
  return (
    <li>
      <span className={classes.about}>
        <span>{reversed_at === null ? <strong>{amount}</strong> : <del>{amount}</del>}</span>
        <span>{reason}</span>
        <span className={classes.soft}>
          {[...facts, reversed_at && paymentsTexts.single.reversed({ day: paidWhen(reversed_at) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {reversed_at === null && payment.status === 'success' ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${t.reverse.label}${t.reverse.of({ amount })}`}
          loading={action.isPending}
          onClick={() => void reverse()}
        >
          {t.reverse.label}
        </Button>
      ) : null}
    </li>
  );
}

/** What went back of a payment, oldest first. */
export const PaymentRefunds = ({ payment }: { payment: PaymentDetail }) => (
  <ul className={classes.lines}>
    {payment.refunds.map((refund) => (
      <Refund key={refund.id} payment={payment} refund={refund} />
    ))}
  </ul>
);
