import { longestLabel, openid, serviceNamePattern, type OpenidService } from '@gurukul/contract/openid';
import { isIssuer } from '@gurukul/contract/shared/issuer';
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { CopyField } from '#web/features/intake/copy-field.tsx';
import { openidServicesTexts } from '#web/texts/openid-services.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';

const t = openidServicesTexts.form;

interface Fields {
  label: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  domains: string;
  is_enabled: boolean;
}

const empty: Fields = {
  label: '',
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  domains: '',
  is_enabled: true,
};

const fieldsOf = ({ label, name, issuer, client_id, domains, is_enabled }: OpenidService): Fields => ({
  ...empty,
  label,
  name,
  issuer,
  client_id,
  domains: domains.join(', '),
  is_enabled,
});

/** A short name from the one on the button, until somebody writes their own. */
const shortOf = (label: string) =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);

const domainsIn = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '');

interface ServiceFormProps {
  /** Null: a new one. */
  service: OpenidService | null;
  returnTo: string;
  onDone: () => void;
}

/** A service, as it is registered there. */
export function ServiceForm({ service, returnTo, onDone }: ServiceFormProps) {
  const save = useSealedAction(openid.save_service);
  const client = useQueryClient();
  const [failure, setFailure] = useState('');
  const isNew = service === null;
  const form = useForm<Fields>({
    initialValues: service === null ? empty : fieldsOf(service),
    validate: {
      label: (label) => (label.trim() ? null : t.labelMissing),
      name: (name) => (serviceNamePattern.test(name.trim()) ? null : t.nameWrong),
      issuer: (issuer) => (isIssuer(issuer.trim()) ? null : t.issuerWrong),
      client_id: (id) => (id.trim() ? null : t.clientIdMissing),
      client_secret: (secret) => (secret.trim() || !isNew ? null : t.secretMissing),
    },
  });
  const { name } = form.values;

  const changeLabel = (label: string) => {
    if (isNew && name === shortOf(form.values.label)) form.setFieldValue('name', shortOf(label));
    form.setFieldValue('label', label);
  };

  const submit = async ({ client_secret: secret, domains, ...fields }: Fields) => {
    setFailure('');
    try {
      await save.run(async (seal) => ({
        ...fields,
        service_id: service?.service_id ?? null,
        version: service?.version,
        domains: domainsIn(domains),
        client_secret: secret.trim() ? await seal(secret.trim()) : '',
      }));
      toast.success(openidServicesTexts.saved);
      await client.invalidateQueries({ queryKey: [openid.get_services.path] });
      onDone();
    } catch (error) {
      setFailure(refusalOf(error, t.failed));
    }
  };

  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void submit(fields))}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={save.isPending}
      error={failure}
    >
      <TextInput
        {...form.getInputProps('label')}
        onChange={(event) => changeLabel(event.currentTarget.value)}
        label={t.label}
        description={t.labelHint}
        maxLength={longestLabel}
        autoComplete="off"
        data-autofocus
        required
      />
      <TextInput
        {...form.getInputProps('name')}
        label={t.name}
        description={t.nameHint}
        maxLength={40}
        autoComplete="off"
        readOnly={!isNew}
        required
      />
      {serviceNamePattern.test(name) ? (
        <CopyField label={t.returnTo} description={t.returnToHint} value={`${returnTo}${name}`} />
      ) : null}
      <TextInput
        {...form.getInputProps('issuer')}
        label={t.issuer}
        description={t.issuerHint}
        type="url"
        maxLength={300}
        autoComplete="off"
        readOnly={!isNew}
        required
      />
      <TextInput
        {...form.getInputProps('client_id')}
        label={t.clientId}
        maxLength={300}
        autoComplete="off"
        required
      />
      <PasswordField
        {...form.getInputProps('client_secret')}
        label={t.secret}
        description={isNew ? t.secretHint : t.secretStays}
        maxLength={500}
        autoComplete="off"
        required={isNew}
      />
      <TextInput
        {...form.getInputProps('domains')}
        label={t.domains}
        description={t.domainsHint}
        maxLength={2000}
        autoComplete="off"
      />
      <Checkbox {...form.getInputProps('is_enabled', { type: 'checkbox' })} label={t.enabled} />
    </FormShell>
  );
}
