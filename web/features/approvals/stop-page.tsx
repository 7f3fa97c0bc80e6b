import { approvals } from '@gurukul/contract/approvals';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { AccountCard } from '#web/features/accounts/sign-in/account-card.tsx';
import { readMailedLink } from '#web/features/accounts/sign-in/mailed-link.ts';
import { approvalsTexts } from '#web/texts/approvals.ts';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';

const t = approvalsTexts.byLink;

function Question({ secret }: { secret: string }) {
  const stop = useAttempt(approvals.stop_by_link);
  const [isDone, setDone] = useState(false);
  const [fault, setFault] = useState('');
  const press = async () => {
    if (stop.isPending) return;
    setFault('');
    try {
      const answer = await stop.run({ secret });
      if (answer.message === 'failed') setFault(failureIn(answer));
      else setDone(true);
    } catch (error) {
      setFault(refusalOf(error));
    }
  };
  if (isDone) {
    return (
      <output>
        <Notice>{t.done}</Notice>
      </output>
    );
  }
  return (
    <>
      <p>{t.lead}</p>
      {fault ? <Fault>{fault}</Fault> : null}
      <PlainButton isWide aria-busy={stop.isPending} onClick={() => void press()}>
        {stop.isPending ? approvalsTexts.busy : t.button}
      </PlainButton>
    </>
  );
}

/** /stop, from a mail: nothing changes before the button is pressed. Also for people who are signed in. */
export function StopPage() {
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  const secret = readMailedLink(fragment)?.grant;
  return (
    <AccountCard title={t.title}>
      {secret === undefined ? <Notice>{t.over}</Notice> : <Question key={secret} secret={secret} />}
    </AccountCard>
  );
}
