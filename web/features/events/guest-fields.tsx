import { finishedLanguages, type PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { eventsTexts } from '#web/texts/events.ts';
import { languageName } from '#web/texts/language.ts';

const t = eventsTexts.people;

export interface PeopleFields {
  event_id: string;
  kind: 'student' | 'guest';
  email_id: string;
  /** Of a guest, as what follows. */
  fullname: string;
  phone_number: string;
  language: PortalLanguage;
}

export const blankPeople: PeopleFields = {
  event_id: '',
  kind: 'student',
  email_id: '',
  fullname: '',
  phone_number: '',
  language: 'en',
};

export const guestOf = ({ fullname, email_id, phone_number, language }: PeopleFields) => ({
  fullname: fullname.trim(),
  email_id: email_id.trim(),
  phone_number: phone_number.trim(),
  language,
});

interface FieldsProps {
  form: UseFormReturnType<PeopleFields>;
}

/** Who comes: a student, or a guest with a name. */
export const WhoFields = ({ form }: FieldsProps) => (
  <>
    <Radio.Group {...form.getInputProps('kind')} label={t.kind}>
      <Group mt="xs">
        <Radio value="student" label={t.student} />
        <Radio value="guest" label={t.guest} />
      </Group>
    </Radio.Group>
    {form.values.kind === 'guest' ? (
      <TextInput
        {...form.getInputProps('fullname')}
        name="fullname"
        label={t.name}
        maxLength={200}
        autoComplete="off"
        required
      />
    ) : null}
  </>
);

/** How else a guest is reached. */
export const GuestFields = ({ form }: FieldsProps) => (
  <>
    <TextInput
      {...form.getInputProps('phone_number')}
      label={t.phone}
      description={t.phoneHint}
      type="tel"
      maxLength={40}
      autoComplete="off"
    />
    <NativeSelect
      {...form.getInputProps('language')}
      label={t.language}
      data={finishedLanguages.map((each) => ({ value: each, label: languageName(each) }))}
    />
  </>
);
