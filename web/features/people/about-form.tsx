import type { Contact } from '@gurukul/contract/shared/person/about-person';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { ApiError, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useFresh } from '#web/calls/use-fresh.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { newKey, type DraftRow } from '#web/lib/draft-rows.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = aboutPersonTexts.about;
const { check, add } = aboutPersonTexts;

interface ContactDraft extends DraftRow, Contact {}

/** What the forms about a student and about a colleague have in common. */
export interface AboutFields {
  first_name: string;
  last_name: string;
  contacts: readonly ContactDraft[];
}

/** As many as the contract takes. */
const mostContacts = 20;

export const draftsOf = (contacts: readonly Contact[]): ContactDraft[] =>
  contacts.map((contact) => ({ key: newKey(), id: null, ...contact }));

export const trimmed = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** The fields as the calls take them. */
export const written = ({ contacts, ...lines }: AboutFields) => ({
  ...trimmed(lines),
  contacts: contacts.map(({ kind, value }) => ({ kind, value: value.trim() })),
});

/** Only what is changed is sent: everything else stays as somebody else may just have saved it. */
export function changesOf(before: object, now: object) {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return Object.fromEntries(changed);
}

/** What is wrong before the server is asked, by the field's path, and ways to add more. */
export function faultsIn({ first_name, contacts }: AboutFields) {
  const faults: Record<string, string> = {};
  const expect = (path: string, isGood: boolean, text: string) => {
    if (!isGood) faults[path] = text;
  };
  const emailOrNone = (path: string, text: string) =>
    expect(path, text.trim() === '' || emailPattern.test(text.trim()), add.emailWrong);
  expect('first_name', first_name.trim() !== '', add.firstNameMissing);
  for (const [index, { kind, value }] of contacts.entries()) {
    const path = `contacts.${index}.value`;
    if (kind === 'email') emailOrNone(path, value);
    expect(path, value.trim() !== '', t.missing);
  }
  return { faults, expect, emailOrNone };
}

interface Inputs {
  readonly getInputProps: (path: string) => object;
}

interface LineProps {
  form: Inputs;
  path: string;
  label: string;
  type?: 'email' | 'tel' | 'text';
  maxLength: number;
  description?: string;
  required?: boolean;
  readOnly?: boolean;
}

export const Line = ({ form, path, ...field }: LineProps) => (
  <TextInput
    {...form.getInputProps(path)}
    autoComplete="off"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...field}
  />
);

interface ContactsProps {
  form: Inputs;
  /** What is said beside an address. */
  markBeside: (address: string) => string;
  rows: readonly ContactDraft[];
  change: (to: (rows: readonly ContactDraft[]) => readonly ContactDraft[]) => void;
}

export const Contacts = ({ form, markBeside, rows, change }: ContactsProps) => (
  <Panel title={t.contacts}>
    <EditRows
      rows={rows}
      change={change}
      nameOf={({ value }, index) => value.trim() || t.contact({ number: index + 1 })}
      label={t.contacts}
      addLabel={t.addContact}
      makeRow={() => ({ key: newKey(), id: null, kind: 'email' as const, value: '' })}
      emptyText={t.noContacts}
      canAdd={rows.length < mostContacts}
      isOrdered={false}
      renderFields={(row) => {
        const path = `contacts.${rows.indexOf(row)}`;
        return (
          <FieldRow>
            <Line
              form={form}
              path={`${path}.value`}
              label={t.contactValue}
              description={markBeside(row.value)}
              maxLength={254}
              required
            />
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

/** How a form begins anew. */
export interface Beginnings {
  /** With what is saved. */
  onAgain: () => void;
  /** After reading what is saved. */
  onReload: () => Promise<void>;
}

interface AboutFormProps<F extends AboutFields> extends Beginnings {
  /** Names the form among those with unsaved work. */
  name: string;
  about: { readonly version: string };
  fieldsOf: () => F;
  faultsOf: (fields: F) => Record<string, string>;
  /** Sends what differs from `initial`; `since` is the version that it may replace. */
  save: (initial: F, now: F, since: string | undefined) => Promise<Parameters<typeof tellDone>[0]>;
  isPending: boolean;
  /** The question before leaving. */
  discard: string;
  children: (form: UseFormReturnType<F>) => ReactNode;
}

/** The form of everything about a person. It shows when somebody else saved meanwhile. */
export function AboutForm<F extends AboutFields>(props: AboutFormProps<F>) {
  const { name: key, about, fieldsOf, faultsOf, isPending, discard, onAgain, onReload, children } = props;
  const [{ version }] = useState(about);
  const [initial] = useState(fieldsOf);
  const [isOvertaken, setOvertaken] = useState(false);
  const [refusal, setRefusal] = useState('');
  const beginning = useBeginning(key, initial);
  const form = useForm<F>({ initialValues: beginning, validate: faultsOf });
  useKeptForm(form, key, initial, { title: add.discardTitle, text: discard });
  useEffect(() => {
    // Undone, or saved by somebody else. What was typed here stays.
    if (about.version !== version && !form.isDirty()) onAgain();
  });

  const save = async (values: F, since: string | undefined) => {
    setRefusal('');
    setOvertaken(false);
    try {
      const answer = await props.save(initial, values, since);
      const name = `${values.first_name} ${values.last_name}`.trim();
      tellDone(answer, t.saved({ name }), { kind: 'changed', what: name });
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
      setRefusal(refusalOf(error));
    }
  };

  return (
    <FormShell
      onSubmit={form.onSubmit((values) => void save(values, version))}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={isPending}
      isLong
      error={refusal}
    >
      {isOvertaken ? (
        <SavedMeanwhile onLoad={onReload} onKeep={() => save(form.getValues(), undefined)} />
      ) : null}
      {children(form)}
    </FormShell>
  );
}

interface ReadAboutProps<A> {
  read: UseQueryResult<{ readonly data: A }>;
  children: (about: A, beginnings: Beginnings) => ReactNode;
}

/** Waits for what is to be edited. It has just come from the server, not from a visit before. */
export function ReadAbout<A>({ read, children }: ReadAboutProps<A>) {
  const { found: about, round, again: onAgain, reload: onReload } = useFresh(read);
  if (!about && read.isError) {
    return <FailedState message={read.error.message} onRetry={() => void read.refetch()} />;
  }
  if (!about) return <LoadingState />;
  return <Fragment key={round}>{children(about, { onAgain, onReload })}</Fragment>;
}
