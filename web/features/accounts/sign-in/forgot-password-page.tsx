import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { AccountCard, OtherWay } from './account-card.tsx';
import { ForgotCodeStep } from './forgot-code-step.tsx';
import { ForgotEmailStep } from './forgot-email-step.tsx';
import { ForgotPasswordStep } from './forgot-password-step.tsx';
import { readMailedLink } from './mailed-link.ts';
import type { CodeMail } from './use-code-mail.ts';

const t = accountsTexts.forgot;

/** Challenge and grant live here alone: leaving the page loses them. */
type Step =
  | { readonly name: 'email'; readonly email: string }
  | ({ readonly name: 'code' } & CodeMail)
  | { readonly name: 'password'; readonly email: string; readonly grant: string };

const start: Step = { name: 'email', email: '' };
const steps = ['email', 'code', 'password'] as const;

const stepOf = (fragment: string): Step => {
  const link = readMailedLink(fragment);
  return link ? { name: 'password', ...link } : start;
};

/** The step, which a mailed link in the address can open directly. The link is removed from there at once. */
function useSteps() {
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  const navigate = useNavigate();
  const [known, setKnown] = useState(fragment);
  const [step, setStep] = useState(() => stepOf(fragment));
  if (fragment !== known) {
    setKnown(fragment);
    if (fragment) setStep(stepOf(fragment));
  }
  useEffect(() => {
    if (fragment) void navigate({ to: paths.forgotPassword, hash: '', replace: true });
  }, [fragment, navigate]);
  return [step, setStep] as const;
}

function leadOf(step: Step): string {
  if (step.name === 'email') return t.emailStep.lead;
  if (step.name === 'code') return t.codeStep.lead({ email: step.email });
  return step.email ? t.passwordStep.leadOf({ email: step.email }) : t.passwordStep.lead;
}

export function ForgotPasswordPage() {
  const [step, setStep] = useSteps();
  return (
    <AccountCard
      title={t.title}
      lead={leadOf(step)}
      step={t.stepOf({ step: steps.indexOf(step.name) + 1, steps: steps.length })}
    >
      {step.name === 'email' ? (
        <ForgotEmailStep email={step.email} onSent={(sent) => setStep({ name: 'code', ...sent })} />
      ) : null}
      {step.name === 'code' ? (
        <ForgotCodeStep
          {...step}
          onSent={(sent) => setStep({ name: 'code', ...sent })}
          onVerified={(grant) => setStep({ name: 'password', email: step.email, grant })}
          onOtherEmail={() => setStep({ name: 'email', email: step.email })}
        />
      ) : null}
      {step.name === 'password' ? (
        <ForgotPasswordStep
          email={step.email}
          grant={step.grant}
          onStartAgain={(email) => setStep({ name: 'email', email })}
        />
      ) : null}
      <OtherWay>
        <AppLink href={paths.login}>{t.back}</AppLink>
      </OtherWay>
    </AccountCard>
  );
}
