import { payments, type PaymentRow } from '@gurukul/contract/payments';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PaymentList } from './payment-list.tsx';
import { RecordButton } from './record-button.tsx';
import { UploadLink } from './upload-link.tsx';
import { useAskedPayments } from './use-asked-payments.ts';
import { officeClock } from './paid-when.ts';

const t = paymentsTexts.own;

const hrefOf = ({ id }: PaymentRow) => to(paths.ownPayment, id);

/** /payment: the payments for the courses of a course admin. */
export function OwnPaymentsPage() {
  const asked = useAskedPayments({ size: 10 });
  const filter = { ...asked.filter, uid: session.uid };
  const list = useQuery({
    ...query(payments.get_payment_details_course_admin, { ...filter, ...asked.page }),
    placeholderData: keepPreviousData,
  });
  return (
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
      <PaymentList asked={asked} list={list} hrefOf={hrefOf} />
    </>
  );
}
