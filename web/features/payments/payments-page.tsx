import { payments, type PaymentRow } from '@gurukul/contract/payments';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { paths, to } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PaymentList } from './payment-list.tsx';
import { RecordButton } from './record-button.tsx';
import { UploadLink } from './upload-link.tsx';
import { useAskedPayments } from './use-asked-payments.ts';
import { officeClock } from './paid-when.ts';

const t = paymentsTexts.all;

const hrefOf = ({ id }: PaymentRow) => to(paths.singlePayment, id);

/** /payments: every payment of the provider, for the account admin. */
export function PaymentsPage() {
  const asked = useAskedPayments(pageSizes.payments);
  const { filter, page } = asked;
  const list = useQuery({
    ...query(payments.get_payment_details, { ...filter, ...page }),
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
