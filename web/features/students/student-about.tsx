import type { AboutStudent } from '@gurukul/contract/shared/about-person';
import type { CallInput } from '@gurukul/contract/shared/call';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { students } from '@gurukul/contract/students';
import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { PersonFactsFields, type PersonFacts } from '#web/features/people/person-form.tsx';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { newKey, type DraftRow } from '#web/lib/draft-rows.ts';
import { formatDate } from '#web/lib/format.ts';
import type { Address } from '#web/paths.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { texts } from '#web/texts/texts.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './student-tabs.module.css';

const t = aboutPersonTexts.about;
const { fields, check, add, like } = aboutPersonTexts;

interface ContactDraft extends DraftRow {
  readonly kind: 'email' | 'phone';
  readonly value: string;
}

interface GuardianDraft extends DraftRow {
  readonly name: string;
  readonly relation: string;
  readonly email_id: string;
  readonly phone_number: string;
  readonly may_see: boolean;
  readonly pays: boolean;
  readonly canRename: boolean;
}

interface NameDraft extends DraftRow {
  readonly name: string;
}

interface Fields extends PersonFacts {
  first_name: string;
  last_name: string;
  email_id: string;
  phone_number: string;
  contacts: readonly ContactDraft[];
  guardians: readonly GuardianDraft[];
  other_names: readonly NameDraft[];
}

type Form = UseFormReturnType<Fields>;
type Changes = CallInput<typeof students.update_student>;

/** As many as the contract takes. */
const most = { contacts: 20, guardians: 10, other_names: 20 } as const;

const fieldsOf = ({
  user_id: _id,
  version: _version,
  siblings: _siblings,
  contacts,
  guardians,
  other_names: names,
  ...lines
}: AboutStudent): Fields => ({
  ...lines,
  contacts: contacts.map((contact) => ({ key: newKey(), id: null, ...contact })),
  guardians: guardians.map(({ guardian_id: id, can, ...guardian }) => ({
    key: `guardian-${id}`,
    id,
    ...guardian,
    canRename: can.rename,
  })),
  other_names: names.map((name) => ({ key: newKey(), id: null, name })),
});

const trimmed = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** The fields as the call takes them. */
const written = ({ contacts, guardians, other_names: names, ...lines }: Fields) => ({
  ...trimmed(lines),
  contacts: contacts.map(({ kind, value }) => ({ kind, value: value.trim() })),
  guardians: guardians.map(({ key: _key, id, canRename: _canRename, ...guardian }) => ({
    ...(id === null ? {} : { guardian_id: id }),
    ...trimmed(guardian),
  })),
  other_names: names.map(({ name }) => name.trim()),
});

/** Only what is changed is sent: everything else stays as somebody else may just have saved it. */
function changesOf(before: Fields, now: Fields): Partial<Changes> {
  const old = new Map<string, unknown>(Object.entries(written(before)));
  const changed = Object.entries(written(now)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return Object.fromEntries(changed);
}

const isEmail = (text: string) => emailPattern.test(text.trim());

/** What is wrong before the server is asked, by the field's path. */
function faultsOf({ first_name, email_id, contacts, guardians, other_names: names }: Fields) {
  const faults: Record<string, string> = {};
  const expect = (path: string, isGood: boolean, text: string) => {
    if (!isGood) faults[path] = text;
  };
  const emailOrNone = (path: string, text: string) =>
    expect(path, text.trim() === '' || isEmail(text), add.emailWrong);
  expect('first_name', first_name.trim() !== '', add.firstNameMissing);
  emailOrNone('email_id', email_id);
  for (const [index, { kind, value }] of contacts.entries()) {
    const path = `contacts.${index}.value`;
    if (kind === 'email') emailOrNone(path, value);
    expect(path, value.trim() !== '', t.missing);
  }
  for (const [index, guardian] of guardians.entries()) {
    expect(`guardians.${index}.name`, guardian.name.trim() !== '', t.missing);
    emailOrNone(`guardians.${index}.email_id`, guardian.email_id);
  }
  for (const [index, { name }] of names.entries()) {
    expect(`other_names.${index}.name`, name.trim() !== '', t.missing);
  }
  return faults;
}

interface LineProps {
  form: Form;
  path: string;
  label: string;
  type?: 'email' | 'tel' | 'text';
  maxLength: number;
  description?: string;
  required?: boolean;
  readOnly?: boolean;
}

const Line = ({ form, path, ...field }: LineProps) => (
  <TextInput
    {...form.getInputProps(path)}
    autoComplete="off"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...field}
  />
);

function Contacts({ form }: { form: Form }) {
  const rows = form.values.contacts;
  return (
    <Panel title={t.contacts}>
      <EditRows
        rows={rows}
        change={(to) => form.setFieldValue('contacts', to)}
        nameOf={({ value }, index) => value.trim() || t.contact(index + 1)}
        label={t.contacts}
        addLabel={t.addContact}
        makeRow={() => ({ key: newKey(), id: null, kind: 'email' as const, value: '' })}
        emptyText={t.noContacts}
        canAdd={rows.length < most.contacts}
        isOrdered={false}
        renderFields={(row) => {
          const path = `contacts.${rows.indexOf(row)}`;
          return (
            <FieldRow>
              <Line form={form} path={`${path}.value`} label={t.contactValue} maxLength={254} required />
              <NativeSelect
                {...form.getInputProps(`${path}.kind`)}
                label={t.contactKind}
                data={(['email', 'phone'] as const).map((value) => ({ value, label: t.contactKinds[value] }))}
              />
            </FieldRow>
          );
        }}
      />
    </Panel>
  );
}

const newGuardian = (): GuardianDraft => ({
  key: newKey(),
  id: null,
  name: '',
  relation: '',
  email_id: '',
  phone_number: '',
  may_see: true,
  pays: false,
  canRename: true,
});

function Guardians({ form }: { form: Form }) {
  const rows = form.values.guardians;
  return (
    <Panel title={t.guardians}>
      <EditRows
        rows={rows}
        change={(to) => form.setFieldValue('guardians', to)}
        nameOf={({ name }, index) => name.trim() || t.guardian(index + 1)}
        label={t.guardians}
        addLabel={t.addGuardian}
        makeRow={newGuardian}
        emptyText={t.noGuardians}
        canAdd={rows.length < most.guardians}
        isOrdered={false}
        renderFields={(row) => {
          const path = `guardians.${rows.indexOf(row)}`;
          const line = { form, readOnly: !row.canRename };
          return (
            <Stack>
              {row.canRename ? null : <Text c="dimmed">{t.ownPage}</Text>}
              <FieldRow>
                <Line {...line} path={`${path}.name`} label={t.name} maxLength={120} required />
                <Line
                  form={form}
                  path={`${path}.relation`}
                  label={t.relation}
                  description={t.relationHint}
                  maxLength={60}
                />
              </FieldRow>
              <FieldRow>
                <Line
                  {...line}
                  path={`${path}.email_id`}
                  label={fields.email_id}
                  type="email"
                  maxLength={254}
                />
                <Line
                  {...line}
                  path={`${path}.phone_number`}
                  label={fields.phone_number}
                  type="tel"
                  maxLength={40}
                />
              </FieldRow>
              <Group gap="lg">
                <Checkbox {...form.getInputProps(`${path}.may_see`, { type: 'checkbox' })} label={t.maySee} />
                <Checkbox {...form.getInputProps(`${path}.pays`, { type: 'checkbox' })} label={t.pays} />
              </Group>
            </Stack>
          );
        }}
      />
    </Panel>
  );
}

function OtherNames({ form }: { form: Form }) {
  const rows = form.values.other_names;
  return (
    <Panel title={t.otherNames}>
      <Text c="dimmed" mb="sm">
        {t.otherNamesLead}
      </Text>
      <EditRows
        rows={rows}
        change={(to) => form.setFieldValue('other_names', to)}
        nameOf={({ name }, index) => name.trim() || t.otherName(index + 1)}
        label={t.otherNames}
        addLabel={t.addOtherName}
        makeRow={() => ({ key: newKey(), id: null, name: '' })}
        emptyText={t.noOtherNames}
        canAdd={rows.length < most.other_names}
        isOrdered={false}
        renderFields={(row) => (
          <Line
            form={form}
            path={`other_names.${rows.indexOf(row)}.name`}
            label={t.name}
            maxLength={120}
            required
          />
        )}
      />
    </Panel>
  );
}

interface AboutFormProps {
  about: AboutStudent;
  /** Begins the form anew with what is saved. */
  onAgain: () => void;
  /** Reads what is saved, and begins anew with it. */
  onReload: () => Promise<void>;
}

function AboutForm({ about, onAgain, onReload }: AboutFormProps) {
  const [{ version, user_id }] = useState(about);
  const [initial] = useState(() => fieldsOf(about));
  const update = useAction(students.update_student);
  const [isOvertaken, setOvertaken] = useState(false);
  const [refusal, setRefusal] = useState('');
  const key = `about ${user_id}`;
  const beginning = useBeginning(key, initial);
  const form = useForm<Fields>({ initialValues: beginning, validate: faultsOf });
  useKeptForm(form, key, initial, { title: add.discardTitle, text: add.discard });
  useEffect(() => {
    // Undone, or saved by somebody else. What was typed here stays.
    if (about.version !== version && !form.isDirty()) onAgain();
  });

  const save = async (values: Fields, since: string | undefined) => {
    setRefusal('');
    setOvertaken(false);
    try {
      const answer = await update.run({ user_id, version: since, ...changesOf(initial, values) });
      const name = `${values.first_name} ${values.last_name}`.trim();
      tellDone(answer, t.saved(name), { kind: 'changed', what: name });
      onAgain();
    } catch (error) {
      if (refusedWith(error, 'conflict')) return setOvertaken(true);
      const problems = error instanceof ApiError ? error.problems : {};
      form.setErrors(
        Object.fromEntries(
          Object.entries(problems).map(([path, problem]) => [
            path.replace(/^other_names\.\d+$/, '$&.name'),
            problem || check,
          ]),
        ),
      );
      setRefusal(refusalOf(error, texts.errors.wentWrong));
    }
  };

  return (
    <FormShell
      onSubmit={form.onSubmit((values) => void save(values, version))}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={update.isPending}
      isLong
      error={refusal}
    >
      {isOvertaken ? (
        <SavedMeanwhile onLoad={onReload} onKeep={() => save(form.getValues(), undefined)} />
      ) : null}
      <Panel title={t.title}>
        <Stack>
          <FieldRow>
            <Line form={form} path="first_name" label={fields.first_name} maxLength={60} required />
            <Line form={form} path="last_name" label={fields.last_name} maxLength={60} />
          </FieldRow>
          <FieldRow>
            <Line form={form} path="email_id" label={fields.email_id} type="email" maxLength={254} />
            <Line form={form} path="phone_number" label={fields.phone_number} type="tel" maxLength={40} />
          </FieldRow>
          <PersonFactsFields form={form} />
        </Stack>
      </Panel>
      <Contacts form={form} />
      <Guardians form={form} />
      <OtherNames form={form} />
    </FormShell>
  );
}

interface StudentAboutProps {
  studentId: number;
  /** The page of another student, for brothers and sisters. */
  addressOf: (studentId: number) => Address;
}

function Siblings({
  siblings,
  addressOf,
}: Pick<AboutStudent, 'siblings'> & Pick<StudentAboutProps, 'addressOf'>) {
  if (siblings.length === 0) return null;
  return (
    <Panel title={t.siblings}>
      <ul className={classes.lines}>
        {siblings.map(({ user_id, fullname, dob }) => (
          <li key={user_id}>
            <span className={classes.about}>
              <AppLink href={addressOf(user_id)}>{fullname}</AppLink>
              {dob ? <span className={classes.soft}>{like.born(formatDate(dob))}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Everything that the office writes down about a student, in one form. */
export function StudentAbout({ studentId, addressOf }: StudentAboutProps) {
  const read = useQuery({
    ...query(students.get_about, { id: studentId }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  // What is edited has just come from the server, not from a visit before.
  const about = read.isFetchedAfterMount ? read.data?.data : undefined;
  const [round, setRound] = useState(0);
  const again = () => setRound((last) => last + 1);
  const reload = async () => {
    const { isError, error } = await read.refetch();
    if (isError) toast.error(refusalOf(error, texts.errors.wentWrong));
    else again();
  };
  if (!about && read.isError) {
    return <FailedState message={read.error.message} onRetry={() => void read.refetch()} />;
  }
  if (!about) return <LoadingState />;
  return (
    <>
      <AboutForm key={round} about={about} onAgain={again} onReload={reload} />
      <Siblings siblings={about.siblings} addressOf={addressOf} />
    </>
  );
}
