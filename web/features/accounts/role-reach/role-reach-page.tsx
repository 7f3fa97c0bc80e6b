import { accounts } from '@gurukul/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { actionTexts } from '#web/texts/actions.ts';
import { roleReachTexts } from '#web/texts/role-reach.ts';
import { texts } from '#web/texts/texts.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RoleReachActions } from './role-reach-actions.tsx';
import classes from './role-reach.module.css';

const RoleReachCalls = lazy(async () => ({
  default: (await import('./role-reach-calls.tsx')).RoleReachCalls,
}));

const t = roleReachTexts;

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return error instanceof ApiError && error.isFinal ? (
    <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} />
  ) : (
    <FailedState message={error.message} onRetry={onRetry} />
  );
}

/** /Role Reach, for the account admin: who may do what, from the server's own rules. */
export function RoleReachPage() {
  const answer = useQuery(query(accounts.get_role_reach, {}));
  const [search] = useSearchState();
  // An address with filters is a link to the calls.
  const [isOpen, setIsOpen] = useState(() => Object.values(search).some(Boolean));
  const calls = answer.data?.data;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      {answer.error && !calls ? (
        <Failure error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <>
          <RoleReachActions calls={calls} />
          <details
            className={classes.developers}
            open={isOpen}
            onToggle={(event) => setIsOpen(event.currentTarget.open)}
          >
            <summary>
              <h2>{actionTexts.developers}</h2>
              <span>{actionTexts.developersHint}</span>
            </summary>
            {isOpen ? (
              <Suspense fallback={<LoadingState />}>
                <RoleReachCalls calls={calls} />
              </Suspense>
            ) : null}
          </details>
        </>
      )}
    </>
  );
}
