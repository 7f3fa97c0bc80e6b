import { Select, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { keyed } from '@gurukul/contract/shared/keyed';
import { personFieldNames } from '@gurukul/contract/shared/person/person';
import type { PersonField } from '@gurukul/contract/shared/person/person';
import { genders } from '@gurukul/contract/shared/person/person-fields';
import { spokenChoices } from '#web/lib/format/spoken-languages.ts';
import { formatTime, formatZone } from '#web/lib/format/format.ts';
import { timeZones } from '#web/lib/format/time-zones.ts';
import { profileTexts } from '#web/texts/profile.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { studentTexts } from '#web/texts/student.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { regionOptions } from '../regions/region-options.ts';

const t = aboutPersonTexts;

type Fact = Exclude<PersonField, 'first_name' | 'last_name' | 'email_id' | 'phone_number'>;
export type PersonFacts = { [F in Fact]: string };

const aboveTheFacts: ReadonlySet<PersonField> = new Set([
  'first_name',
  'last_name',
  'email_id',
  'phone_number',
]);
const facts = personFieldNames.filter((field): field is Fact => !aboveTheFacts.has(field));

export const noFacts = keyed<PersonFacts>(facts, () => '');

/** The facts that have their place in the form. Every other one is a line at its end. */
const placed: ReadonlySet<Fact> = new Set([
  'dob',
  'gender',
  'address',
  'address2',
  'city',
  'state',
  'country',
  'pincode',
  'region',
  'timezone',
  'language',
]);

const unknown = { value: '', label: t.unknown };
const genderOptions = [unknown, ...genders.map((value) => ({ value, label: profileTexts.genders[value] }))];

const mostOffered = 50;

/** What time it is there now, given in milliseconds, and the zone's name. */
export const timeThere = (zone: string, now: number) =>
  studentTexts.header.clock({ time: formatTime(new Date(now).toISOString(), zone), zone: formatZone(zone) });

interface PersonFactsFieldsProps<F extends PersonFacts> {
  form: UseFormReturnType<F>;
  /** Said where no time zone is chosen. */
  zoneHint?: string | undefined;
  /** Said where no language is chosen. */
  languageHint?: string | undefined;
}

/** What one knows about a person beyond name and contacts. */
export function PersonFactsFields<F extends PersonFacts>({
  form,
  zoneHint,
  languageHint,
}: PersonFactsFieldsProps<F>) {
  const now = useNow();
  const line = (name: Fact, maxLength = 100) => (
    <TextInput
      {...form.getInputProps(name)}
      key={name}
      label={t.fields[name]}
      maxLength={maxLength}
      autoComplete="off"
    />
  );
  const oneOf = (
    name: 'region' | 'timezone',
    data: readonly { value: string; label: string }[],
    description?: string,
  ) => {
    const { onChange, error } = form.getInputProps(name);
    const value: string = form.values[name];
    const isOther = value !== '' && !data.some((each) => each.value === value);
    return (
      <Select
        label={t.fields[name]}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        // What is stored stays in sight, also where it is not offered any more.
        data={isOther ? [{ value, label: value }, ...data] : data}
        value={value || null}
        error={error}
        onChange={(chosen) => onChange(chosen ?? '')}
        limit={mostOffered}
        searchable
        clearable
      />
    );
  };
  const zone: string = form.values.timezone;
  return (
    <>
      <FieldRow>
        <DateField
          value={form.values.dob}
          error={form.errors['dob']}
          onChange={form.getInputProps('dob').onChange}
          label={t.fields.dob}
          clearable
        />
        <NativeSelect {...form.getInputProps('gender')} label={t.fields.gender} data={genderOptions} />
      </FieldRow>
      <FieldRow>
        {line('address', 300)}
        {line('address2', 300)}
      </FieldRow>
      <FieldRow>
        {line('city', 100)}
        {line('state', 100)}
      </FieldRow>
      <FieldRow>
        {line('country', 100)}
        {line('pincode', 12)}
      </FieldRow>
      <FieldRow>
        {oneOf('region', regionOptions)}
        {oneOf('timezone', timeZones, zone === '' ? zoneHint : timeThere(zone, now))}
      </FieldRow>
      <FieldRow>
        <NativeSelect
          {...form.getInputProps('language')}
          label={t.fields.language}
          description={form.values.language === '' ? languageHint : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[unknown, ...spokenChoices(form.values.language ?? '')]}
        />
        {facts.filter((fact) => !placed.has(fact)).map((fact) => line(fact))}
      </FieldRow>
    </>
  );
}
