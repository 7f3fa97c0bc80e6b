import {
  longestProviderName,
  productName,
  provider,
  type ProviderSettings,
} from '@gurukul/contract/provider';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { siteOriginOf } from '@gurukul/contract/shared/site-origin';
import { allSpoken } from '@gurukul/contract/shared/person/spoken-languages';
import { Button, Checkbox, MultiSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { nameOfCode } from '#web/lib/format/spoken-languages.ts';
import { query } from '#web/calls/client.ts';
import { refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { fresh, useFresh } from '#web/calls/use-fresh.ts';
import { useImageUpload } from '#web/calls/use-image-upload.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { asInput } from '#web/lib/settings-input.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { timeZones } from '#web/lib/format/time-zones.ts';
import { paths } from '#web/paths.ts';
import { approvalsTexts } from '#web/texts/approvals.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { providerTexts } from '#web/texts/provider.ts';
import { texts } from '#web/texts/texts.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SectionNav } from '#web/ui/section-nav.tsx';
import { settingsSections } from './settings-sections.ts';
import { LanguagesField } from './languages-field.tsx';
import { AccentField } from './accent-field.tsx';
import { CatalogueFields } from './catalogue-fields.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import { ChildrenFields } from './children-fields.tsx';
import { FactorFields } from './factor-fields.tsx';
import { Preview } from './preview.tsx';
import { ReceiptFields } from './receipt-fields.tsx';
import classes from './settings-page.module.css';
import { showSettings } from './show-settings.ts';
import { TestMail } from './test-mail.tsx';

const MentionsPanel = lazy(async () => ({
  default: (await import('#web/features/privacy/mentions-panel.tsx')).MentionsPanel,
}));
const RetentionPanel = lazy(async () => ({
  default: (await import('#web/features/privacy/retention-panel.tsx')).RetentionPanel,
}));

const QuestionsPanel = lazy(async () => ({
  default: (await import('#web/features/questions/questions-panel.tsx')).QuestionsPanel,
}));

const TermsPanel = lazy(async () => ({
  default: (await import('#web/features/privacy/terms-panel.tsx')).TermsPanel,
}));

const PayPanel = lazy(async () => ({
  default: (await import('./pay-panel.tsx')).PayPanel,
}));

const BackupsPanel = lazy(async () => ({
  default: (await import('./backups-panel.tsx')).BackupsPanel,
}));

const t = providerTexts;

interface SavedSettings extends ProviderSettings {
  readonly version: number;
}

type Upload = ReturnType<typeof useImageUpload>;

function useSaving(image: Upload, signed: Upload, onSaved: () => void) {
  const save = useAction(provider.save_settings);
  const [isPending, setPending] = useState(false);
  const [isOvertaken, setOvertaken] = useState(false);

  const submit = async (fields: ProviderSettings, version: number | undefined) => {
    setPending(true);
    setOvertaken(false);
    try {
      const logo = (await image.arriving()) ?? fields.logo;
      const signature = (await signed.arriving()) ?? fields.signature;
      const answer = await save.run({
        ...asInput(fields),
        logo,
        signature,
        version,
      });
      tellDone(answer, t.saved, { kind: 'changed', what: t.title, about: 'settings' });
      onSaved();
    } catch (error) {
      if (refusedWith(error, 'conflict')) setOvertaken(true);
      else toast.error(refusalOf(error));
    } finally {
      setPending(false);
    }
  };

  return { submit, isPending, isOvertaken };
}

interface SettingsFormProps {
  saved: SavedSettings;
  /** Begins the form anew with what is saved. */
  onAgain: () => void;
  /** Reads what is saved, and begins anew with it. */
  onReload: () => Promise<void>;
}

function SettingsForm({ saved, onAgain, onReload }: SettingsFormProps) {
  const [{ version, ...initial }] = useState(saved);
  const image = useImageUpload('provider_logo');
  const signed = useImageUpload('provider_signature');
  const { submit, isPending, isOvertaken } = useSaving(image, signed, onAgain);
  const beginning = useBeginning<ProviderSettings>('provider', initial);
  const form = useForm<ProviderSettings>({
    initialValues: beginning,
    validate: {
      time_zone: (zone) => (zone ? null : t.timeZoneMissing),
      teacher_messages: (count: number | string) => (count === '' ? messagesTexts.setting.hint : null),
      spoken_languages: (codes) => (codes.length > 0 ? null : t.spokenMissing),
      catalogue_sites: (sites) =>
        sites.every((site) => siteOriginOf(site) !== null) ? null : t.catalogue.sitesWrong,
      reply_to: (mailbox) =>
        mailbox.trim() === '' || emailPattern.test(mailbox.trim()) ? null : t.replyToWrong,
    },
  });
  useKeptForm(form, 'provider', initial, { title: t.leaveTitle, text: t.leave });
  const { name, logo, accent } = form.values;
  useEffect(() => {
    // Undone, or saved by somebody else. What was typed here stays.
    if (saved.version !== version && !form.isDirty()) onAgain();
  });

  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void submit(fields, version))}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={isPending}
      isLong
    >
      {isOvertaken ? (
        <SavedMeanwhile onLoad={onReload} onKeep={() => submit(form.getValues(), undefined)} />
      ) : null}
      <Panel title={t.look} anchor="look">
        <Stack>
          <TextInput
            {...form.getInputProps('name')}
            label={t.name}
            description={t.nameHint}
            maxLength={longestProviderName}
            autoComplete="organization"
          />
          <div>
            <UploadField
              label={t.logo}
              value={logo}
              onChange={(location) => form.setFieldValue('logo', location)}
              fallback="/favicon.svg"
              upload={image.begin}
              failureText={t.logoFailed}
              isWhole
            />
            {logo ? (
              <Button mt="xs" variant="default" onClick={() => form.setFieldValue('logo', '')}>
                {t.noLogo}
              </Button>
            ) : null}
          </div>
          <AccentField value={accent} onChange={(chosen) => form.setFieldValue('accent', chosen)} />
          <Preview name={name.trim() || productName} logo={logo} accent={accent} />
          <CatalogueFields form={form} isOpen={saved.catalogue_open} />
        </Stack>
      </Panel>
      <Panel title={t.ways} anchor="languages">
        <Stack>
          <LanguagesField
            label={t.languages}
            description={t.languagesHint}
            value={form.values.languages}
            onChange={(chosen) => form.setFieldValue('languages', chosen)}
            className={classes.language ?? ''}
          />
          <MultiSelect
            {...form.getInputProps('spoken_languages')}
            value={[...form.values.spoken_languages]}
            label={t.spoken}
            description={t.spokenHint}
            data={allSpoken().map((value) => ({ value, label: nameOfCode(value) }))}
            maxValues={40}
            searchable
          />
          <Select
            {...form.getInputProps('time_zone')}
            label={t.timeZone}
            description={t.timeZoneHint}
            data={timeZones}
            nothingFoundMessage={texts.ui.nothingFound}
            searchable
            allowDeselect={false}
          />
        </Stack>
      </Panel>
      <Panel title={t.mails} anchor="mails">
        <FieldRow>
          <TextInput
            {...form.getInputProps('sender_name')}
            label={t.sender}
            description={t.senderHint}
            maxLength={longestProviderName}
            autoComplete="off"
          />
          <TextInput
            {...form.getInputProps('reply_to')}
            label={t.replyTo}
            description={t.replyToHint}
            type="email"
            maxLength={254}
            autoComplete="off"
          />
        </FieldRow>
        <NumberInput
          {...form.getInputProps('teacher_messages')}
          label={messagesTexts.setting.label}
          description={messagesTexts.setting.hint}
          min={0}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          mt="md"
          maw="20rem"
        />
        <Checkbox
          {...form.getInputProps('weekly_cases', { type: 'checkbox' })}
          label={t.weeklyCases}
          description={t.weeklyCasesHint}
          mt="md"
        />
      </Panel>
      <FactorFields form={form} />
      <Panel title={approvalsTexts.setting.title} anchor="people">
        <NumberInput
          label={approvalsTexts.setting.label}
          description={approvalsTexts.setting.hint}
          value={form.values.second_person_above ?? ''}
          onChange={(count) =>
            form.setFieldValue('second_person_above', typeof count === 'number' ? count : null)
          }
          min={0}
          max={100_000}
          clampBehavior="strict"
          allowDecimal={false}
          maw="30rem"
        />
        <ChildrenFields form={form} />
      </Panel>
      <ReceiptFields form={form} />
      <CertificateFields form={form} upload={signed.begin} />
    </FormShell>
  );
}

/** /Settings: the provider's name, logo, colour, languages, clock and mail sender. */
export function SettingsPage() {
  const settings = useQuery({
    ...query(provider.get_settings, {}),
    ...fresh,
  });
  const { found: saved, round, again, reload } = useFresh(settings);
  useEffect(() => {
    if (saved) showSettings(saved);
  }, [saved]);
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={<LoneLink href={paths.setup}>{texts.shell.menu.setup}</LoneLink>}
      />
      {!saved && settings.isError ? (
        <FailedState message={t.failed} onRetry={() => void settings.refetch()} />
      ) : null}
      {!saved && !settings.isError ? <LoadingState /> : null}
      {saved ? (
        <div className={classes.page}>
          <SectionNav label={t.sectionList} selectLabel={t.goTo} ids={settingsSections} names={t.sections} />
          <Stack gap="lg" className={classes.sections}>
            <SettingsForm key={round} saved={saved} onAgain={again} onReload={reload} />
            <TestMail hasServer={settings.data?.has_mail_server ?? true} />
            <Suspense fallback={<LoadingState />}>
              <div id="questions" tabIndex={-1}>
                <QuestionsPanel />
              </div>
              <div id="terms" tabIndex={-1}>
                <TermsPanel settings={saved} />
              </div>
              <div id="pay" tabIndex={-1}>
                <PayPanel />
              </div>
              <div id="retention" tabIndex={-1}>
                <RetentionPanel />
              </div>
              <div id="backups" tabIndex={-1}>
                <BackupsPanel />
              </div>
              <MentionsPanel />
            </Suspense>
            <Text c="dimmed">
              {t.history} <AppLink href={paths.bin}>{t.toBin}</AppLink>
            </Text>
          </Stack>
        </div>
      ) : null}
    </>
  );
}
