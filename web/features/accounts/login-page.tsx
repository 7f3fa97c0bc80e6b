import { accounts } from '@gurukul/contract/accounts';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { isPortalRole } from '@gurukul/contract/shared/roles';
import { Alert, Anchor, Button, NativeSelect, TextInput, Title, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '#web/api/use-action.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/table-search.ts';
import { dashboardOf, paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import classes from './login-page.module.css';

const t = texts.login;

const roleChoices = [
  { value: '', label: t.roles.none },
  { value: 'courseadmin', label: t.roles.courseadmin },
  { value: 'teacher', label: t.roles.teacher },
];

type Choice = '' | 'courseadmin' | 'teacher';

interface Fields {
  email_id: string;
  password: string;
  flag: Choice;
}

const reasons: Readonly<Record<string, string>> = t.reasons;

function useSignIn() {
  const login = useAction(accounts.login);
  const client = useQueryClient();
  const navigate = useNavigate();

  const signIn = async (fields: Fields) => {
    const answer = await login.run(fields).catch(() => null);
    if (!answer) return toast.error(t.invalidCredentials);
    if (answer.message === 'failed' || !isPortalRole(answer.role)) return toast.error(t.noAccess);
    session.start(answer);
    client.clear();
    await navigate({ to: dashboardOf(answer.role), replace: true });
  };

  return { signIn, isPending: login.isPending };
}

export function LoginPage() {
  const [search] = useSearchState();
  const { signIn, isPending } = useSignIn();
  const form = useForm<Fields>({
    mode: 'uncontrolled',
    initialValues: { email_id: '', password: '', flag: '' },
    validate: {
      email_id: (value) => (emailPattern.test(value.trim()) ? null : t.mailNotValid),
      password: (value) => (value ? null : t.passwordRequired),
    },
    validateInputOnBlur: ['email_id'],
    onSubmitPreventDefault: 'always',
  });
  const reason = reasons[search['reason'] ?? ''];

  return (
    <div className={classes.card}>
      <title>{`${t.title} · ${texts.product}`}</title>
      <div>
        <Title order={1}>{t.welcome}</Title>
        <Text c="dimmed" mt={4}>
          {t.lead}
        </Text>
      </div>
      {reason ? (
        <Alert variant="light" color="orange">
          {reason}
        </Alert>
      ) : null}
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit(
          (fields) => void signIn(fields),
          (errors) => form.getInputNode(errors['email_id'] ? 'email_id' : 'password')?.focus(),
        )}
      >
        <TextInput
          {...form.getInputProps('email_id')}
          key={form.key('email_id')}
          label={t.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          size="md"
          required
        />
        <PasswordField
          {...form.getInputProps('password')}
          key={form.key('password')}
          label={t.password}
          autoComplete="current-password"
          size="md"
          required
        />
        <NativeSelect
          {...form.getInputProps('flag')}
          key={form.key('flag')}
          label={t.role}
          data={roleChoices}
          size="md"
        />
        <Anchor component={AppLink} href={paths.forgotPassword} className={classes.forgot}>
          {t.forgotPassword}
        </Anchor>
        <Button type="submit" size="md" fullWidth loading={isPending}>
          {t.signIn}
        </Button>
      </form>
      <Text ta="center">
        {t.newHere}{' '}
        <Anchor component={AppLink} href={paths.signup}>
          {t.signUp}
        </Anchor>
      </Text>
    </div>
  );
}
