import { accounts, registrationRoles, type RegistrationRole } from '@gurukul/contract/accounts';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { draftOf, keepDraft, onKeepDrafts } from '#web/lib/address/left-behind.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { texts } from '#web/texts/texts.ts';
import { checkOnLeave } from '#web/ui/form/check-on-leave.ts';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AccountCard, OtherWay } from './account-card.tsx';
import { signUpRules, type SignUpFields } from './sign-up-form.ts';

const t = accountsTexts.signUp;

const roleChoices = [
  { value: '', label: t.chooseRole },
  ...registrationRoles.map((role) => ({ value: role, label: accountsTexts.roles[role] })),
];

interface Invitation {
  email_id: string;
  role: RegistrationRole;
}

function useSignUp(hash: string) {
  const navigate = useNavigate();
  const registration = useSealedAction(accounts.registration);

  const signUp = async ({ password, cpassword, role, ...fields }: SignUpFields) => {
    if (!role) return;
    try {
      const answer = await registration.run(async (seal) => ({
        ...fields,
        role,
        password: await seal(password),
        cpassword: await seal(cpassword),
        phone_number: null,
        hash_id: hash || null,
      }));
      if (answer.message === 'failed') {
        toast.error(t.refused({ error: failureIn(answer, '') }));
        return;
      }
      toast.success(t.done);
      await navigate({ to: paths.login, replace: true, state: { email: fields.email_id } });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };

  return { signUp, isPending: registration.isPending };
}

interface SignUpFormProps {
  hash: string;
  /** Null: the form is blank, and the server says why it cannot be used. */
  invitation: Invitation | null;
}

function SignUpForm({ hash, invitation }: SignUpFormProps) {
  const { signUp, isPending } = useSignUp(hash);
  // What was typed before the language changed. A password is never stored.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this form put it there
  const [typed] = useState(() => draftOf(hash) as Partial<SignUpFields> | undefined);
  const form = useForm<SignUpFields>({
    initialValues: {
      first_name: '',
      last_name: '',
      email_id: invitation?.email_id ?? '',
      password: '',
      cpassword: '',
      role: invitation?.role ?? '',
      ...typed,
    },
    validate: signUpRules,
    ...checkOnLeave<SignUpFields>(),
    transformValues: (fields) => ({
      ...fields,
      first_name: fields.first_name.trim(),
      last_name: fields.last_name.trim(),
      email_id: fields.email_id.trim(),
    }),
  });
  useEffect(() =>
    onKeepDrafts(() => {
      const { first_name, last_name, email_id, role } = form.getValues();
      keepDraft(hash, { first_name, last_name, email_id, role });
    }),
  );
  const isLocked = invitation !== null;
  const password = form.getInputProps('password');

  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void signUp(fields))}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={isPending}
      isWide
    >
      <FieldRow>
        <TextField
          {...form.getInputProps('first_name')}
          label={t.firstName}
          autoComplete="given-name"
          maxLength={100}
          required
        />
        <TextField
          {...form.getInputProps('last_name')}
          label={t.lastName}
          autoComplete="family-name"
          maxLength={100}
          required
        />
      </FieldRow>
      <TextField
        {...form.getInputProps('email_id')}
        label={t.email}
        description={isLocked ? t.fromInvitation : undefined}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        readOnly={isLocked}
        required
      />
      <PasswordField
        {...password}
        onBlur={(event) => {
          password.onBlur?.(event);
          if (form.values.cpassword) form.validateField('cpassword');
        }}
        label={t.password}
        description={t.passwordHint}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...form.getInputProps('cpassword')}
        label={t.confirm}
        autoComplete="new-password"
        required
      />
      {invitation ? (
        <TextField
          label={t.role}
          description={t.fromInvitation}
          value={accountsTexts.roles[invitation.role]}
          readOnly
          required
        />
      ) : (
        <SelectField {...form.getInputProps('role')} label={t.role} choices={roleChoices} required />
      )}
    </FormShell>
  );
}

/** What stands above the form when there is no invitation to fill it from. */
function Hint({ hash, isFailed, onRetry }: { hash: string; isFailed: boolean; onRetry: () => void }) {
  if (isFailed) {
    return (
      <Fault>
        <p>{t.lookUpFailed}</p>
        <PlainButton variant="default" onClick={onRetry}>
          {texts.ui.retry}
        </PlainButton>
      </Fault>
    );
  }
  return <Notice>{hash ? t.noLongerValid : t.needed}</Notice>;
}

export function SignUpPage() {
  // Everything after /signup/, slashes included.
  const { _splat: hash = '' }: { _splat?: string } = useParams({ strict: false });
  const lookUp = useQuery(
    {
      ...query(accounts.getinviting, { hash_id: hash }),
      enabled: hash !== '',
      // It is used up by signing up; the form keeps what it was filled from.
      staleTime: Infinity,
    },
    queryClient,
  );
  const answer = lookUp.data;
  const invitation = answer?.message === 'success' ? answer : null;
  return (
    <AccountCard title={t.title} lead={t.lead}>
      {lookUp.isLoading ? (
        <LoadingState label={t.lookingUp} />
      ) : (
        <>
          {invitation ? null : (
            <Hint hash={hash} isFailed={lookUp.isError} onRetry={() => void lookUp.refetch()} />
          )}
          <SignUpForm key={invitation?.email_id ?? ''} hash={hash} invitation={invitation} />
        </>
      )}
      <OtherWay>
        {t.known} <AppLink href={paths.login}>{t.toLogin}</AppLink>
      </OtherWay>
    </AccountCard>
  );
}
