import type { ReactNode } from 'react';
import { useProvider } from '#web/lib/provider.ts';
import { canSeal } from '#web/lib/browser/seal.ts';
import { texts } from '#web/texts/texts.ts';
import { Fault } from '#web/ui/feedback/notice.tsx';
import classes from './account-card.module.css';

interface AccountCardProps {
  /** Names the browser tab. */
  title: string;
  /** What stands on the card, where that is not the title. */
  heading?: string;
  lead?: ReactNode;
  /** Where somebody is in a task of several steps. */
  step?: string;
  children: ReactNode;
}

/** The card in the middle of the pages outside. */
export function AccountCard({ title, heading = title, lead, step, children }: AccountCardProps) {
  const { name } = useProvider();
  return (
    <div className={classes.card}>
      <title>{`${title} · ${name}`}</title>
      <div>
        {step ? <p className={classes.step}>{step}</p> : null}
        <h1 className={classes.heading}>{heading}</h1>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {canSeal() ? null : <Fault>{texts.errors.httpsNeeded}</Fault>}
      {children}
    </div>
  );
}

/** The way to a neighbouring page, below what the card is for. */
export const OtherWay = ({ children }: { children: ReactNode }) => (
  <p className={classes.other}>{children}</p>
);
