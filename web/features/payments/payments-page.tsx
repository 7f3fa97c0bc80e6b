import { payments, type PaymentRow } from '@gurukul/contract/payments';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PaymentList } from './payment-list.tsx';
import { RecordButton } from './record-button.tsx';
import { UploadLink } from './upload-link.tsx';
import { useAskedPayments } from './use-asked-payments.ts';
import { officeClock } from './paid-when.ts';

interface PaymentsProps extends ComponentProps<typeof PaymentList> {
  t: typeof paymentsTexts.all;
}

const Payments = ({ t, ...list }: PaymentsProps) => (
  <>
    <PageHeader
      title={t.title}
      lead={`${t.lead} ${paymentsTexts.clock({ zone: officeClock() })}`}
      actions={
        <>
          <RecordButton />
          <UploadLink />
        </>
      }
    />
    <PaymentList {...list} />
  </>
);

const hrefOf = ({ id }: PaymentRow) => to(paths.singlePayment, id);

/** /payments: every payment of the provider, for the account admin. */
export function PaymentsPage() {
  const asked = useAskedPayments(pageSizes.payments);
  const list = useQuery({
    ...query(payments.get_payment_details, { ...asked.filter, ...asked.page }),
    placeholderData: keepPreviousData,
  });
  return <Payments t={paymentsTexts.all} asked={asked} list={list} hrefOf={hrefOf} />;
}

const ownHrefOf = ({ id }: PaymentRow) => to(paths.ownPayment, id);

/** /payment: the payments for the courses of a course admin. */
export function OwnPaymentsPage() {
  const asked = useAskedPayments({ size: 10 });
  const list = useQuery({
    ...query(payments.get_payment_details_course_admin, {
      ...asked.filter,
      uid: session.uid,
      ...asked.page,
    }),
    placeholderData: keepPreviousData,
  });
  return <Payments t={paymentsTexts.own} asked={asked} list={list} hrefOf={ownHrefOf} />;
}
