import { accounts, type EmailDecision } from '@gurukul/contract/accounts';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { AccountCard, OtherWay } from './account-card.tsx';
import { readMailedLink } from './mailed-link.ts';

const t = accountsTexts.newEmail;

interface EmailAnswer {
  readonly secret: string;
  readonly email: string;
  readonly decision: EmailDecision;
}

/** The mail to the old address has a secret of its own kind. */
function askedBy(fragment: string): EmailAnswer | null {
  const link = readMailedLink(fragment);
  if (link === null) return null;
  return {
    secret: link.grant,
    email: link.email,
    decision: link.grant.startsWith('r_') ? 'refused' : 'confirmed',
  };
}

function Question({ secret, email, decision }: EmailAnswer) {
  const decide = useAttempt(accounts.decide_email_change);
  const [isDone, setDone] = useState(false);
  const [fault, setFault] = useState('');
  const isConfirming = decision === 'confirmed';

  const press = async () => {
    if (decide.isPending) return;
    setFault('');
    try {
      const answer = await decide.run({ secret, decision });
      if (answer.message === 'failed') return setFault(failureIn(answer));
      // The session of this browser ended too.
      if (isConfirming) session.clear();
      setDone(true);
    } catch (error) {
      setFault(refusalOf(error));
    }
  };

  if (isDone) {
    return (
      <output>
        <Notice>{t[decision]}</Notice>
      </output>
    );
  }
  return (
    <>
      <p>{isConfirming ? t.confirmLead({ email }) : t.refuseLead({ email })}</p>
      {fault ? <Fault>{fault}</Fault> : null}
      <PlainButton isWide aria-busy={decide.isPending} onClick={() => void press()}>
        {decide.isPending ? t.busy : isConfirming ? t.confirm : t.refuse}
      </PlainButton>
    </>
  );
}

/** /newemail, from a mail: nothing changes before the button is pressed. Also for people who are signed in. */
export function NewEmailPage() {
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  const asked = askedBy(fragment);
  return (
    <AccountCard title={t.title}>
      {asked ? <Question key={asked.secret} {...asked} /> : <Notice>{t.over}</Notice>}
      <OtherWay>
        <AppLink href={paths.login}>{t.toLogin}</AppLink>
      </OtherWay>
    </AccountCard>
  );
}
