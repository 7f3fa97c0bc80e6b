import {
  checkouts,
  mostPayCurrencies,
  payEvents,
  payServiceNames,
  type ConnectedPayService,
  type PayService,
} from '@gurukul/contract/checkouts';
import { isHookSecret, leastHookSecret } from '@gurukul/contract/shared/money/hook-secret';
import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { CopyField } from '#web/features/intake/copy-field.tsx';
import { providerTexts } from '#web/texts/provider.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { currencyChoices } from './currency-choices.ts';

const t = providerTexts.pay;
const razorpayHookHint = t.razorpayHookSecretHint({ least: leastHookSecret });

const keyPattern = /^rzp_(?:test|live)_[A-Za-z0-9]{6,40}$/;
const secretPatterns = { razorpay: /^[\x21-\x7e]+$/, stripe: /^[sr]k_(?:test|live)_[\x21-\x7e]+$/ } as const;

interface PayFormProps {
  service: PayService;
  /** Null: it is not connected yet. */
  connected: ConnectedPayService | null;
  /** Where the service sends its messages. */
  hook: string;
  onDone: () => void;
}

/** The keys of a payment service, and what it serves. */
export function PayForm({ service, connected, hook, onDone }: PayFormProps) {
  const save = useSealedAction(checkouts.save_pay_service);
  const client = useQueryClient();
  const [failure, setFailure] = useState('');
  const isRazorpay = service === 'razorpay';
  const isKnown = connected !== null;
  const form = useForm({
    initialValues: {
      key_id: connected?.key_id ?? '',
      secret: '',
      webhook_secret: '',
      is_on: connected?.is_on ?? true,
      currencies: connected?.currencies ?? ['INR'],
    },
    validate: {
      key_id: (key) => (!isRazorpay || keyPattern.test(key.trim()) ? null : t.keyWrong),
      secret: (key) =>
        (isKnown && key === '') || secretPatterns[service].test(key.trim()) ? null : t.secretWrong,
      webhook_secret: (key) =>
        (isKnown && key === '') || isHookSecret(service, key.trim())
          ? null
          : isRazorpay
            ? razorpayHookHint
            : t.hookWrong,
    },
  });

  const submit = async ({ secret, webhook_secret: hookSecret, ...fields }: typeof form.values) => {
    setFailure('');
    try {
      await save.run(async (seal) => ({
        service,
        ...fields,
        secret: secret.trim() ? await seal(secret.trim()) : '',
        webhook_secret: hookSecret.trim() ? await seal(hookSecret.trim()) : '',
        version: connected?.version,
      }));
      toast.success(t.saved);
      await client.invalidateQueries({ queryKey: [checkouts.get_pay_services.path] });
      onDone();
    } catch (error) {
      setFailure(refusalOf(error, t.failedToSave));
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
      {isRazorpay ? (
        <TextInput
          {...form.getInputProps('key_id')}
          label={t.keyId}
          description={t.keyIdHint}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          required
        />
      ) : null}
      <PasswordField
        {...form.getInputProps('secret')}
        label={isRazorpay ? t.secret : t.stripeSecret}
        description={isKnown ? t.stays : isRazorpay ? t.secretHint : t.stripeSecretHint}
        maxLength={300}
        autoComplete="off"
        required={!isKnown}
      />
      <CopyField
        label={t.hook}
        description={t.hookHint({
          service: payServiceNames[service],
          events: payEvents[service].join(', '),
        })}
        value={hook}
      />
      <PasswordField
        {...form.getInputProps('webhook_secret')}
        label={t.hookSecret}
        description={isKnown ? t.stays : isRazorpay ? razorpayHookHint : t.stripeHookSecretHint}
        maxLength={300}
        autoComplete="off"
        required={!isKnown}
      />
      {isRazorpay ? (
        <MultiSelect
          {...form.getInputProps('currencies')}
          label={t.currencies}
          description={t.currenciesHint}
          data={currencyChoices.slice(1)}
          maxValues={mostPayCurrencies}
          nothingFoundMessage={texts.ui.nothingFound}
          searchable
        />
      ) : null}
      <Checkbox {...form.getInputProps('is_on', { type: 'checkbox' })} label={t.on} description={t.onHint} />
    </FormShell>
  );
}
