import {
  accounts,
  defaultProfileImage,
  genders,
  profileRegions,
  type Profile,
} from '@gurukul/contract/accounts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useImageUpload } from '#web/calls/use-image-upload.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { today } from '#web/lib/format/format.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { profileTexts } from '#web/texts/profile.ts';
import { texts } from '#web/texts/texts.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RichTextEditor } from '#web/ui/form/rich-text-editor.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import classes from './edit-profile-page.module.css';
import { fieldsOf, findFault, requestOf, type ProfileFields } from './profile-form.ts';
import { Cancel } from '#web/ui/feedback/dialog-foot.tsx';

const t = profileTexts.edit;
const { fields } = profileTexts;

const none = { value: '', label: t.choose };
const genderChoices = [none, ...genders.map((value) => ({ value, label: profileTexts.genders[value] }))];
const regionChoices = [none, ...profileRegions.map((value) => ({ value, label: countryName(value) }))];

const tellFault = (fields: ProfileFields) => toast.warning(findFault(fields)?.text ?? '');

function useSaving(image: ReturnType<typeof useImageUpload>) {
  const navigate = useNavigate();
  const update = useAction(accounts.update_profile);
  const [isPending, setPending] = useState(false);
  const [isOvertaken, setOvertaken] = useState(false);

  const save = async (fields: ProfileFields, version: string | undefined) => {
    setPending(true);
    setOvertaken(false);
    try {
      const request = requestOf({ ...fields, image: (await image.arriving()) ?? fields.image }, session.uid);
      if (!request) return;
      await update.run({ ...request, version });
      toast.success(t.done);
      await navigate({ to: paths.profile, ignoreBlocker: true });
    } catch (error) {
      if (refusedWith(error, 'conflict')) return setOvertaken(true);
      toast.error(refusalOf(error));
    } finally {
      setPending(false);
    }
  };

  return { save, isPending, isOvertaken };
}

function ProfileForm({ person, onReload }: { person: Profile; onReload: () => Promise<void> }) {
  const image = useImageUpload('profile_image');
  const { save, isPending, isOvertaken } = useSaving(image);
  const [version] = useState(person.version);
  const [initial] = useState(() => fieldsOf(person));
  const beginning = useBeginning('profile', initial);
  const form = useForm<ProfileFields>({
    initialValues: beginning,
    validate: (fields) => {
      const fault = findFault(fields);
      return fault ? { [fault.field]: fault.text } : {};
    },
  });
  useKeptForm(form, 'profile', initial, { title: t.leaveTitle, text: t.leave });

  return (
    <FormShell
      onSubmit={form.onSubmit(
        (fields) => void save(fields, version),
        (_, fields) => tellFault(fields),
      )}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={isPending}
      actions={<Cancel href={paths.profile} />}
    >
      {isOvertaken ? (
        <SavedMeanwhile onLoad={onReload} onKeep={() => save(form.getValues(), undefined)} />
      ) : null}
      <UploadField
        label={t.image}
        value={form.values.image}
        onChange={(location) => form.setFieldValue('image', location)}
        fallback={defaultProfileImage}
        upload={image.begin}
        failureText={texts.uploads.profileImage}
      />
      <TextInput
        label={fields.email_id}
        description={t.emailFixed}
        value={person.email_id}
        variant="filled"
        readOnly
      />
      <FieldRow>
        <TextInput
          {...form.getInputProps('first_name')}
          label={fields.first_name}
          autoComplete="given-name"
          maxLength={100}
          required
        />
        <TextInput
          {...form.getInputProps('last_name')}
          label={fields.last_name}
          autoComplete="family-name"
          maxLength={100}
          required
        />
      </FieldRow>
      <FieldRow>
        <NativeSelect {...form.getInputProps('gender')} label={fields.gender} data={genderChoices} required />
        <TextInput
          {...form.getInputProps('phone_number')}
          label={fields.phone_number}
          type="tel"
          autoComplete="tel-national"
          maxLength={20}
          required
        />
      </FieldRow>
      <RichTextEditor
        label={t.description}
        initial={beginning.description}
        onChange={(html) => form.setFieldValue('description', html)}
        error={form.errors['description']}
        required
      />
      <FieldRow>
        <TextInput
          {...form.getInputProps('city')}
          label={fields.city}
          autoComplete="address-level2"
          maxLength={100}
          required
        />
        <TextInput
          {...form.getInputProps('state')}
          label={fields.state}
          autoComplete="address-level1"
          maxLength={100}
          required
        />
      </FieldRow>
      <FieldRow>
        <NativeSelect {...form.getInputProps('region')} label={fields.region} data={regionChoices} required />
        <DateField
          label={fields.dob}
          value={form.values.dob}
          onChange={(day) => form.setFieldValue('dob', day)}
          error={form.errors['dob']}
          max={today()}
          required
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          {...form.getInputProps('address')}
          label={fields.address}
          autoComplete="street-address"
          maxLength={300}
          required
        />
        <TextInput
          {...form.getInputProps('pincode')}
          label={fields.pincode}
          autoComplete="postal-code"
          maxLength={20}
          required
        />
      </FieldRow>
    </FormShell>
  );
}

export function EditProfilePage() {
  const profile = useQuery({
    ...query(accounts.get_user_details, { uid: Number(session.uid) }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  // What is edited has just come from the server, not from a visit before.
  const person = profile.isFetchedAfterMount ? profile.data?.data[0] : undefined;
  const [round, setRound] = useState(0);
  const reload = async () => {
    const { isError, error } = await profile.refetch();
    if (isError) toast.error(refusalOf(error));
    else setRound(round + 1);
  };
  return (
    <div className={classes.page}>
      <PageHeader title={t.title} lead={t.lead} />
      {!person && profile.isError ? (
        <FailedState message={profile.error.message} onRetry={() => void profile.refetch()} />
      ) : null}
      {!person && !profile.isError ? <LoadingState /> : null}
      {person ? (
        <Panel>
          <ProfileForm key={round} person={person} onReload={reload} />
        </Panel>
      ) : null}
    </div>
  );
}
