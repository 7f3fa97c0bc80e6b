import { payments, type PaymentDetail } from '@gurukul/contract/payments';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '#web/calls/client.ts';
import { formatMoney } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, to, type IdsOf, type Path, type RouteOfOne } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { officeClock, paidWhen } from './paid-when.ts';
import { MoneyStatus } from './money-status.tsx';
import { ReceiptCard } from '#web/features/receipts/receipt-card.tsx';
import { PaymentActions } from './payment-actions.tsx';
import classes from './payment-parts.module.css';
import { PaymentMissing, PaymentNotShown } from './payment-not-shown.tsx';
import { PaymentSteps } from './payment-steps.tsx';

const t = paymentsTexts;

const PaymentRefunds = lazy(async () => ({
  default: (await import('./payment-refunds.tsx')).PaymentRefunds,
}));

const linkTo = (other: PaymentDetail['corrects'], { one }: Places) =>
  other && (
    <Anchor component={AppLink} href={to(one, other.id)}>
      {other.payment_id}
    </Anchor>
  );

/** Only what is known: most payments come from files and services. */
const factsByHand = (payment: PaymentDetail, places: Places): Fact[] =>
  (
    [
      [t.single.voidReason, payment.void_reason],
      [t.single.correctedBy, linkTo(payment.corrected_by, places)],
      [t.single.corrects, linkTo(payment.corrects, places)],
      [t.single.refunded, isNothing(payment.refunded) ? '' : formatMoney(payment.refunded, payment.currency)],
      [t.single.left, isNothing(payment.refunded) ? '' : formatMoney(payment.left, payment.currency)],
      [t.columns.method, payment.method && t.methods[payment.method]],
      [t.single.receivedBy, payment.received_by],
      [t.single.note, payment.note],
    ] as const
  ).filter(([, value]) => value);

const factsOf = (payment: PaymentDetail, places: Places): Fact[] => [
  [t.columns.amount, formatMoney(payment.amount, payment.currency)],
  [t.columns.status, <MoneyStatus key="status" status={payment.status} />],
  [t.columns.date, paidWhen(payment.created_at)],
  [
    t.columns.course,
    payment.kind === 'donation'
      ? t.donationOf({ campaign: payment.campaign || 'none' })
      : payment.course_name,
  ],
  ...factsByHand(payment, places),
  [t.columns.name, payment.full_name],
  [t.columns.email, payment.email_id ? <EmailText key="email" address={payment.email_id} /> : ''],
  [t.columns.phone, payment.phone_number],
  [t.columns.paymentId, payment.payment_id],
];

interface Places {
  /** Where all payments are listed. */
  readonly list: Path;
  /** One of them. */
  readonly one: (typeof paths)['singlePayment' | 'ownPayment'];
  /** A student's page. */
  readonly student: RouteOfOne;
}

function Student({ student, places }: { student: PaymentDetail['student']; places: Places }) {
  if (student === null) return <Text>{t.single.noStudent}</Text>;
  const { id, fullname, email_id, phone_number } = student;
  const facts: Fact[] = [
    [
      t.columns.name,
      <Anchor key="name" component={AppLink} href={to(places.student, id)}>
        {fullname}
      </Anchor>,
    ],
    [t.columns.email, <EmailText key="email" address={email_id} />],
    [t.columns.phone, phone_number],
  ];
  return <DescriptionList facts={facts} />;
}

/** Of one payment for several. */
const Shares = ({ payment, places }: { payment: PaymentDetail; places: Places }) => (
  <ul className={classes.lines}>
    {payment.shares.map(({ share_id, user_id, fullname, course_name, amount, refunded }) => (
      <li key={share_id}>
        <span className={classes.about}>
          <Anchor component={AppLink} href={to(places.student, user_id)}>
            {fullname}
          </Anchor>
          <span className={classes.soft}>{course_name}</span>
        </span>
        <span className={classes.amount}>
          {formatMoney(amount, payment.currency)}
          {isNothing(refunded) ? null : (
            <span className={classes.soft}>
              {t.wentBack({ amount: formatMoney(refunded, payment.currency) })}
            </span>
          )}
        </span>
      </li>
    ))}
  </ul>
);

const ForWhom = ({ payment, places }: { payment: PaymentDetail; places: Places }) =>
  payment.shares.length > 0 ? (
    <Panel title={t.single.forWhom}>
      <Shares payment={payment} places={places} />
    </Panel>
  ) : (
    <Panel title={t.single.student}>
      <Student student={payment.student} places={places} />
    </Panel>
  );

function LoadedPayment({ id, places }: { id: number; places: Places }) {
  const single = useQuery(query(payments.get_single_payment, { id }));
  if (!single.data) {
    return <PaymentNotShown list={places.list} error={single.error} onRetry={() => void single.refetch()} />;
  }
  const { data: payment } = single.data;
  return (
    <>
      <PageHeader
        title={t.single.titleOf({ paymentId: payment.payment_id })}
        lead={t.single.lead({ payer: payment.full_name, zone: officeClock() })}
        actions={<PaymentActions payment={payment} />}
      />
      <Panel title={t.single.facts}>
        <DescriptionList facts={factsOf(payment, places)} />
      </Panel>
      <ReceiptCard payment={payment} />
      <ForWhom payment={payment} places={places} />
      {payment.refunds.length > 0 ? (
        <Panel title={t.single.refunds}>
          <Suspense fallback={<LoadingState />}>
            <PaymentRefunds payment={payment} />
          </Suspense>
        </Panel>
      ) : null}
      <Panel title={t.single.origin}>
        <PaymentSteps steps={payment.steps} />
      </Panel>
    </>
  );
}

const AnyPayment = ({ id, places }: { id: number | null; places: Places }) =>
  id === null ? <PaymentMissing list={places.list} /> : <LoadedPayment id={id} places={places} />;

/** A payment beside a list: what was paid, and for whom. */
export function PaymentPeek({ id }: { id: number }) {
  const { data, error } = useQuery(query(payments.get_single_payment, { id }));
  if (!data) return error ? <FailedState message={error.message} /> : <LoadingState />;
  const places = session.role === 'admin' ? adminPlaces : ownPlaces;
  return (
    <>
      <Title order={2}>{formatMoney(data.data.amount, data.data.currency)}</Title>
      <DescriptionList facts={factsOf(data.data, places)} />
      <ForWhom payment={data.data} places={places} />
    </>
  );
}

const adminPlaces: Places = { list: paths.payments, one: paths.singlePayment, student: paths.student };
const ownPlaces: Places = { list: paths.payment, one: paths.ownPayment, student: paths.singleStudent };

/** /payments/{id} */
export const SinglePaymentPage = ({ id }: IdsOf<'singlePayment'>) => (
  <AnyPayment id={id} places={adminPlaces} />
);

/** /payment/{id} */
export const OwnPaymentPage = ({ id }: IdsOf<'ownPayment'>) => <AnyPayment id={id} places={ownPlaces} />;
