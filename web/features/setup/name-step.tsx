import { accounts } from '@gurukul/contract/accounts';
import { longestProviderName, provider, type ProviderSettings } from '@gurukul/contract/provider';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useImageUpload } from '#web/calls/use-image-upload.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { currencyChoices } from '#web/features/provider/currency-choices.ts';
import { LanguagesField } from '#web/features/provider/languages-field.tsx';
import { showSettings } from '#web/features/provider/show-settings.ts';
import { timeZones } from '#web/lib/format/time-zones.ts';
import { asInput } from '#web/lib/settings-input.ts';
import { paths } from '#web/paths.ts';
import { providerTexts } from '#web/texts/provider.ts';
import { setupTexts } from '#web/texts/setup.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';

const t = setupTexts.name;
const p = providerTexts;

type SavedSettings = ProviderSettings & { readonly version: number };

/** The first of the settings, in place. The others stay as they are. */
export function NameStep({ saved, ownName }: { saved: SavedSettings; ownName: string }) {
  const save = useAction(provider.save_settings);
  const rename = useAction(accounts.save_own_name);
  const image = useImageUpload('provider_logo');
  const { name, logo, time_zone, reporting_currency, languages: offered } = saved;
  const form = useForm({
    initialValues: {
      own_name: ownName,
      name,
      logo,
      time_zone,
      reporting_currency: reporting_currency ?? '',
      languages: [...offered],
    },
    // The settings may do without a name, but this step is only done with one.
    validate: {
      own_name: (value) => (value.trim() === '' ? t.ownNameMissing : null),
      name: (value) => (value.trim() === '' ? t.nameMissing : null),
    },
  });
  const submit = async ({ own_name, ...fields }: typeof form.values) => {
    if (save.isPending) return;
    try {
      if (own_name.trim() !== ownName) await rename.run({ name: own_name });
      const { version, ...rest } = saved;
      const wanted = {
        ...asInput(rest),
        ...fields,
        logo: (await image.arriving()) ?? fields.logo,
        reporting_currency: fields.reporting_currency || null,
      };
      const answer = await save.run({ ...wanted, version });
      showSettings(wanted);
      tellDone(answer, p.saved, { kind: 'changed', what: p.title, about: 'settings' });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <form noValidate onSubmit={form.onSubmit((fields) => void submit(fields))}>
      <Stack>
        <TextInput
          {...form.getInputProps('own_name')}
          label={t.ownName}
          description={t.ownNameHint}
          maxLength={120}
          autoComplete="name"
        />
        <TextInput
          {...form.getInputProps('name')}
          label={p.name}
          description={p.nameHint}
          maxLength={longestProviderName}
          autoComplete="organization"
        />
        <UploadField
          label={p.logo}
          value={form.values.logo}
          onChange={(location) => form.setFieldValue('logo', location)}
          fallback="/favicon.svg"
          upload={image.begin}
          failureText={p.logoFailed}
          isWhole
        />
        <FieldRow>
          <Select
            {...form.getInputProps('time_zone')}
            label={p.timeZone}
            data={timeZones}
            nothingFoundMessage={texts.ui.nothingFound}
            searchable
            allowDeselect={false}
          />
          <Select
            label={t.currency}
            data={currencyChoices}
            value={form.values.reporting_currency}
            onChange={(code) => form.setFieldValue('reporting_currency', code ?? '')}
            nothingFoundMessage={texts.ui.nothingFound}
            searchable
            allowDeselect={false}
          />
        </FieldRow>
        <LanguagesField
          label={p.languages}
          value={form.values.languages}
          onChange={(chosen) => form.setFieldValue('languages', chosen)}
        />
        <Group>
          <Button type="submit" aria-busy={save.isPending}>
            {save.isPending ? p.busy : t.submit}
          </Button>
          <LoneLink href={paths.settings}>{t.more}</LoneLink>
        </Group>
      </Stack>
    </form>
  );
}
