import { openid } from '@gurukul/contract/openid';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { takeCarriedPlace } from '#web/lib/address/left-behind.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { useProvider } from '#web/lib/provider.ts';
import { session } from '#web/lib/session.ts';
import { dashboardOf, paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { openidTexts } from '#web/texts/openid.ts';
import { AccountCard } from './account-card.tsx';
import { SecondStep, type Entered, type SecondStepNeeded } from './second-step.tsx';

const t = openidTexts;

/** /openid/{service}: what the service put into the address becomes a session, or a sentence on the sign-in page. */
export function OpenidReturnPage() {
  const { service = '' } = useParams({ strict: false });
  const [{ state = '', code, iss, error }] = useSearchState();
  const finish = useAttempt(openid.finish);
  const navigate = useNavigate();
  const router = useRouter();
  const { openid: services = [] } = useProvider();
  const isBegun = useRef(false);
  const [asked, setAsked] = useState<SecondStepNeeded | null>(null);

  const show = async (answer: Entered) => {
    if (!isPortalRole(answer.role)) return accountsTexts.login.noAccess;
    session.start(answer);
    const place = takeCarriedPlace();
    if (place) router.history.replace(place);
    else await navigate({ to: dashboardOf(answer.role), replace: true });
    return '';
  };

  const backToSignIn = (fault = '') => navigate({ to: paths.login, replace: true, state: { fault } });

  const enter = async (): Promise<string> => {
    try {
      const answer = await finish.run({ service, state, code, iss, error });
      if (answer.message === 'failed') return failureIn(answer, accountsTexts.login.noAccess);
      if (answer.message === 'success') return await show(answer);
      setAsked(answer);
      return '';
    } catch (refusal) {
      return refusalOf(refusal, t.failed);
    }
  };

  useEffect(() => {
    // Once: the answer of a service counts once.
    if (isBegun.current) return;
    isBegun.current = true;
    void enter().then((fault) => (fault ? backToSignIn(fault) : undefined));
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  if (asked) {
    const entered = async (answer: Entered) => {
      const fault = await show(answer);
      if (fault) await backToSignIn(fault);
    };
    return <SecondStep asked={asked} onEntered={entered} onBack={() => void backToSignIn()} />;
  }
  const label = services.find(({ name }) => name === service)?.label ?? service;
  return (
    <AccountCard title={t.title}>
      <output>{t.back({ service: label })}</output>
    </AccountCard>
  );
}
