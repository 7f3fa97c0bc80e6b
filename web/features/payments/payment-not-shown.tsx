import { ApiError } from '#web/calls/errors.ts';
import type { Path } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { texts } from '#web/texts/texts.ts';
import { Missing } from '#web/ui/feedback/missing.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';

const t = paymentsTexts.single;

/** No payment of this number, or one of somebody else's course. */
export const PaymentMissing = ({ list }: { list: Path }) => (
  <Missing title={t.missingTitle} text={t.missing} list={list} listLabel={t.back} />
);

interface PaymentNotShownProps {
  list: Path;
  error: Error | null;
  onRetry: () => void;
}

/** In place of a payment: on its way, failed, or none there. */
export function PaymentNotShown({ list, error, onRetry }: PaymentNotShownProps) {
  if (error instanceof ApiError && error.status === 404) return <PaymentMissing list={list} />;
  const isFinal = error instanceof ApiError && error.isFinal;
  return (
    <>
      <PageHeader title={t.title} />
      {error === null ? <LoadingState /> : null}
      {isFinal ? <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} /> : null}
      {error !== null && !isFinal ? <FailedState message={error.message} onRetry={onRetry} /> : null}
    </>
  );
}
