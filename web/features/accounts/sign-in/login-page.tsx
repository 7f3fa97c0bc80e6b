import { accounts } from '@gurukul/contract/accounts';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { useForm } from '@mantine/form';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { send } from '#web/calls/client.ts';
import { useProvider } from '#web/lib/provider.ts';
import { remembered } from '#web/lib/browser/remembered.ts';
import { draftOf, keepDraft, onKeepDrafts } from '#web/lib/address/left-behind.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { checkOnLeave } from '#web/ui/form/check-on-leave.ts';
import { CheckField, SelectField, TextField } from '#web/ui/form/field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { canUsePasskeys } from '../../passkeys/can-use-passkeys.ts';
import { AccountCard, OtherWay } from './account-card.tsx';
import classes from './login-page.module.css';
import { SecondStep, type SecondStepNeeded } from './second-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { useSignIn, type SignInFields } from './use-sign-in.ts';

const t = accountsTexts.login;

// Only where there is a service: the first visit of all others does not load it.
const OpenidWays = lazy(async () => ({
  default: (await import('./openid-ways.tsx')).OpenidWays,
}));

const roleChoices = [
  { value: '', label: t.roles.none },
  { value: 'courseadmin', label: t.roles.courseadmin },
  { value: 'teacher', label: t.roles.teacher },
];

const reasons: Readonly<Record<string, string>> = t.reasons;

const dot = '•';
/** The placeholder in the password field while a cookie replaces the password. The eye shows it too. */
const sentinel = dot.repeat(8);

/** The text typed into the field while it showed the placeholder. */
const withoutSentinel = (text: string) => text.replaceAll(dot, '');

/** What was typed before the language changed. A password is never stored. */
const draftKey = 'sign-in';

export function LoginPage() {
  const [search] = useSearchState();
  const { email: newcomer = '', fault, signOutUrl } = useLocation({ select: ({ state }) => state });
  const { openid = [] } = useProvider();
  const field = useFirstFocus();
  const { signIn, signInByPasskey, enter, prepare, isPending, isByPasskeyPending } = useSignIn();
  const [asked, setAsked] = useState<SecondStepNeeded | null>(null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this page put it there
  const [typed] = useState(() => draftOf(draftKey) as Partial<SignInFields> | undefined);
  const email = typed?.email_id ?? (newcomer || remembered.email);
  const [isByCookie, setByCookie] = useState(remembered.email !== '' && email === remembered.email);
  const form = useForm<SignInFields>({
    initialValues: {
      email_id: email,
      password: isByCookie ? sentinel : '',
      flag: typed?.flag ?? '',
      remember: isByCookie,
    },
    validate: {
      email_id: (value) => (emailPattern.test(value.trim()) ? null : t.mailNotValid),
      password: (value) => (value ? null : t.passwordRequired),
    },
    ...checkOnLeave<SignInFields>(),
  });

  useEffect(() =>
    onKeepDrafts(() => {
      const { email_id, flag } = form.getValues();
      keepDraft(draftKey, { email_id, flag });
    }),
  );

  /** From here on the field holds a password, or nothing. */
  const typePassword = (text: string) => {
    setByCookie(false);
    form.setFieldValue('password', isByCookie ? withoutSentinel(text) : text);
  };

  const changeEmail = (text: string) => {
    form.setFieldValue('email_id', text);
    // The cookie belongs to the remembered address alone.
    if (isByCookie) typePassword('');
  };

  const changeRemember = (isOn: boolean) => {
    form.setFieldValue('remember', isOn);
    if (isOn) return;
    if (isByCookie) typePassword('');
    remembered.forget();
    // If this does not arrive, the next sign-in forgets as well.
    void send(accounts.forget_browser, {}, { keepalive: true }).catch(() => undefined);
  };

  const submit = async (fields: SignInFields) => {
    const outcome = await signIn(fields, isByCookie);
    if (typeof outcome === 'object') {
      setAsked(outcome);
      return;
    }
    if (outcome !== 'refused' || !isByCookie) return;
    remembered.forget();
    typePassword('');
    form.getInputNode('password')?.focus();
  };

  if (asked) {
    const { remember, email_id: email } = form.values;
    return (
      <SecondStep
        asked={asked}
        onEntered={async (answer) => void (await enter(answer, remember ? email.trim() : ''))}
        onBack={() => setAsked(null)}
      />
    );
  }

  const reason = reasons[search['reason'] ?? ''];
  return (
    <AccountCard title={t.title} heading={t.welcome} lead={t.lead}>
      {reason ? <Notice>{reason}</Notice> : null}
      {fault ? <Fault>{fault}</Fault> : null}
      <FormShell
        onSubmit={form.onSubmit((fields) => void submit(fields))}
        submitLabel={t.signIn}
        busyLabel={t.busy}
        isPending={isPending}
        isWide
      >
        <TextField
          {...form.getInputProps('email_id')}
          onChange={(event) => changeEmail(event.currentTarget.value)}
          {...(newcomer ? {} : { ref: field })}
          label={t.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          isLarge
          required
        />
        <PasswordField
          {...form.getInputProps('password')}
          onChange={(event) => typePassword(event.currentTarget.value)}
          {...(newcomer ? { ref: field } : {})}
          onFocus={() => void prepare().catch(() => undefined)}
          label={t.password}
          autoComplete="current-password"
          maxLength={100}
          isLarge
          required
        />
        <SelectField {...form.getInputProps('flag')} label={t.role} choices={roleChoices} isLarge />
        <div className={classes.row}>
          <CheckField
            checked={form.values.remember}
            onChange={(event) => changeRemember(event.currentTarget.checked)}
            label={t.rememberMe}
          />
          <AppLink href={paths.forgotPassword}>{t.forgotPassword}</AppLink>
        </div>
      </FormShell>
      {openid.length > 0 || signOutUrl ? (
        <Suspense>
          <OpenidWays services={openid} flag={form.values.flag} signOutUrl={signOutUrl} />
        </Suspense>
      ) : null}
      {canUsePasskeys() ? (
        <PlainButton
          variant="default"
          isWide
          aria-busy={isByPasskeyPending}
          // Leaving the email field shows what is wrong with it, and the button would move away under the press.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            if (!isByPasskeyPending) void signInByPasskey(form.values.flag);
          }}
        >
          {t.byPasskey}
        </PlainButton>
      ) : null}
      <OtherWay>
        {t.newHere} <AppLink href={paths.signup}>{t.signUp}</AppLink>
      </OtherWay>
    </AccountCard>
  );
}
