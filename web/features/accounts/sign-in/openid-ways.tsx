import type { SwitchRole } from '@gurukul/contract/accounts';
import { openid } from '@gurukul/contract/openid';
import { useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { carryPlace } from '#web/lib/address/left-behind.ts';
import type { Provider } from '#web/lib/provider.ts';
import { openidTexts } from '#web/texts/openid.ts';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import classes from './openid-ways.module.css';

const t = openidTexts;

interface OpenidWaysProps {
  services: NonNullable<Provider['openid']>;
  /** The role select of the sign-in page. */
  flag: '' | SwitchRole;
  /** Where somebody who has just signed out can also sign out of their service. */
  signOutUrl: string | undefined;
}

/** The services by which people may sign in, below the form for the password. */
export function OpenidWays({ services, flag, signOutUrl }: OpenidWaysProps) {
  const begin = useAttempt(openid.begin);
  const [leavingFor, setLeavingFor] = useState('');
  const [fault, setFault] = useState('');

  const leave = async (name: string) => {
    if (leavingFor) return;
    setLeavingFor(name);
    setFault('');
    try {
      const answer = await begin.run({ service: name, flag });
      // The button stays busy: the browser is about to leave.
      if (answer.message === 'success') {
        carryPlace();
        return globalThis.location.assign(answer.location);
      }
      setFault(failureIn(answer, t.failed));
    } catch (error) {
      setFault(refusalOf(error, t.failed));
    }
    setLeavingFor('');
  };

  return (
    <div className={classes.ways}>
      {signOutUrl ? (
        <Notice>
          <p className={classes.still}>{t.stillThere}</p>
          <a href={signOutUrl}>{t.signOutThere}</a>
        </Notice>
      ) : null}
      {services.length > 0 ? <p className={classes.or}>{t.or}</p> : null}
      {fault ? <Fault>{fault}</Fault> : null}
      {services.map(({ name, label }) => (
        <PlainButton
          key={name}
          variant="default"
          isWide
          aria-busy={leavingFor === name}
          onClick={() => void leave(name)}
        >
          {leavingFor === name ? t.leaving({ service: label }) : t.with({ service: label })}
        </PlainButton>
      ))}
    </div>
  );
}
