import { intakeScopes, type IntakeScope } from '@gurukul/contract/shared/calls/intake-scopes';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { intakeTexts } from '#web/texts/intake.ts';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { KeyLimitFields, networksProblem, type KeyLimits } from './key-limits.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';

const t = intakeTexts.create;

export interface NewKeyFields {
  name: string;
  scopes: IntakeScope[];
  limits: KeyLimits;
  password: string;
}

interface NewKeyFormProps {
  onSubmit: (fields: NewKeyFields) => void;
  isPending: boolean;
  error: string;
}

/** Which machine, and what it may hand in. */
export function NewKeyForm({ onSubmit, isPending, error }: NewKeyFormProps) {
  const form = useForm<NewKeyFields>({
    initialValues: { name: '', scopes: [], limits: { networks: '', ends: '' }, password: '' },
    validate: {
      name: (name) => (name.trim() ? null : t.nameMissing),
      scopes: (scopes) => (scopes.length > 0 ? null : t.scopesMissing),
      limits: ({ networks }) => networksProblem(networks),
      password: (password) => (password ? null : t.passwordMissing),
    },
  });
  return (
    <FormShell
      onSubmit={form.onSubmit(onSubmit)}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={isPending}
      error={error}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t.name}
        description={t.nameHint}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        required
      />
      <Checkbox.Group {...form.getInputProps('scopes')} label={t.scopes} description={t.scopesHint} required>
        <Stack gap="sm" mt="sm">
          {intakeScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={intakeTexts.scopes[scope]}
              description={intakeTexts.scopeHints[scope]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <KeyLimitFields
        value={form.values.limits}
        onChange={(limits) => form.setFieldValue('limits', limits)}
        error={form.errors['limits']}
      />
      <PasswordField
        {...form.getInputProps('password')}
        label={t.password}
        description={t.passwordHint}
        autoComplete="current-password"
        required
      />
    </FormShell>
  );
}
