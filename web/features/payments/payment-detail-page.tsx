import { payments, type PaymentDetail } from '@gurukul/contract/payments';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths, to, type IdsOf, type Path, type RouteOfOne } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { paidWhen } from './paid-when.ts';
import { MoneyStatus } from './money-status.tsx';
import { ReceiptCard } from '#web/features/receipts/receipt-card.tsx';
import { PaymentMissing, PaymentNotShown } from './payment-not-shown.tsx';
import { PaymentSteps } from './payment-steps.tsx';

const t = paymentsTexts;

const factsOf = (payment: PaymentDetail): Fact[] => [
  [t.columns.amount, formatMoney(payment.amount, payment.currency)],
  [t.columns.status, <MoneyStatus key="status" status={payment.status} />],
  [t.columns.date, paidWhen(payment.created_at)],
  [t.columns.course, payment.course_name],
  [t.columns.name, payment.full_name],
  [t.columns.email, payment.email_id ? <EmailText key="email" address={payment.email_id} /> : ''],
  [t.columns.phone, payment.phone_number],
  [t.columns.paymentId, payment.payment_id],
];

interface Places {
  /** Where all payments are listed. */
  readonly list: Path;
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

function LoadedPayment({ id, places }: { id: number; places: Places }) {
  const single = useQuery(query(payments.get_single_payment, { id }));
  if (!single.data) {
    return <PaymentNotShown list={places.list} error={single.error} onRetry={() => void single.refetch()} />;
  }
  const { data: payment } = single.data;
  return (
    <>
      <PageHeader title={t.single.titleOf(payment.payment_id)} lead={t.single.lead(payment.full_name)} />
      <Panel title={t.single.facts}>
        <DescriptionList facts={factsOf(payment)} />
      </Panel>
      <Panel title={t.single.student}>
        <Student student={payment.student} places={places} />
      </Panel>
      <ReceiptCard payment={payment} />
      <Panel title={t.single.origin}>
        <PaymentSteps steps={payment.steps} />
      </Panel>
    </>
  );
}

const AnyPayment = ({ id, places }: { id: number | null; places: Places }) =>
  id === null ? <PaymentMissing list={places.list} /> : <LoadedPayment id={id} places={places} />;

const adminPlaces: Places = { list: paths.payments, student: paths.student };
const ownPlaces: Places = { list: paths.payment, student: paths.singleStudent };

/** /payments/{id} */
export const SinglePaymentPage = ({ id }: IdsOf<'singlePayment'>) => (
  <AnyPayment id={id} places={adminPlaces} />
);

/** /payment/{id} */
export const OwnPaymentPage = ({ id }: IdsOf<'ownPayment'>) => <AnyPayment id={id} places={ownPlaces} />;
