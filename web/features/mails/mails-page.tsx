import { lazy, Suspense } from 'react';
import { session } from '#web/lib/session.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DeliveryLog } from './delivery-log.tsx';

const t = mailsTexts;

const MailPreviews = lazy(async () => ({ default: (await import('./previews.tsx')).MailPreviews }));

/** /mails: what became of the mails, and what they say. The section leads to both. */
export function MailsPage() {
  const [tab] = useSearchParam('tab');
  return (
    <>
      <PageHeader title={t.title} lead={session.role === 'admin' ? t.lead : t.ownLead} />
      {tab === 'previews' ? (
        <Suspense fallback={<LoadingState />}>
          <MailPreviews />
        </Suspense>
      ) : (
        <DeliveryLog />
      )}
    </>
  );
}
