import type { AboutStudent } from '@gurukul/contract/shared/person/about-person';
import { students } from '@gurukul/contract/students';
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { spokenText } from '#web/lib/format/spoken-languages.ts';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useMarkBeside } from '#web/features/mail-list/marked-addresses.tsx';
import {
  AboutForm,
  changesOf,
  Contacts,
  draftsOf,
  faultsIn,
  Line,
  ReadAbout,
  trimmed,
  written,
  type AboutFields,
  type Beginnings,
} from '#web/features/people/about-form.tsx';
import { PersonFactsFields, type PersonFacts } from '#web/features/people/person-form.tsx';
import { newKey, type DraftRow } from '#web/lib/draft-rows.ts';
import { formatDate } from '#web/lib/format/format.ts';
import type { Address } from '#web/paths.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { myPageTexts } from '#web/texts/my-page.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNow } from '#web/ui/use-now.ts';
import lines from '#web/ui/lines.module.css';
import classes from './student-tabs.module.css';
import { placeOf, useProposedClock, zoneHintOf } from './use-proposed-clock.ts';

const t = aboutPersonTexts.about;
const { fields, add, like } = aboutPersonTexts;

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

interface Fields extends AboutFields, PersonFacts {
  email_id: string;
  phone_number: string;
  guardians: readonly GuardianDraft[];
  other_names: readonly NameDraft[];
}

type Form = UseFormReturnType<Fields>;

/** As many as the contract takes. */
const most = { guardians: 10, other_names: 20 } as const;

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
  contacts: draftsOf(contacts),
  guardians: guardians.map(({ guardian_id: id, can, ...guardian }) => ({
    key: `guardian-${id}`,
    id,
    ...guardian,
    canRename: can.rename,
  })),
  other_names: names.map((name) => ({ key: newKey(), id: null, name })),
});

/** The fields as the call takes them. */
const writtenStudent = ({ guardians, other_names: names, ...common }: Fields) => ({
  ...written(common),
  guardians: guardians.map(({ key: _key, id, canRename: _canRename, ...guardian }) => ({
    ...(id === null ? {} : { guardian_id: id }),
    ...trimmed(guardian),
  })),
  other_names: names.map(({ name }) => name.trim()),
});

function faultsOf(fields: Fields) {
  const { faults, expect, emailOrNone } = faultsIn(fields);
  emailOrNone('email_id', fields.email_id);
  for (const [index, guardian] of fields.guardians.entries()) {
    expect(`guardians.${index}.name`, guardian.name.trim() !== '', t.missing);
    emailOrNone(`guardians.${index}.email_id`, guardian.email_id);
  }
  for (const [index, { name }] of fields.other_names.entries()) {
    expect(`other_names.${index}.name`, name.trim() !== '', t.missing);
  }
  return faults;
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

interface GuardiansProps {
  form: Form;
  markBeside: (address: string) => string;
}

function Guardians({ form, markBeside }: GuardiansProps) {
  const rows = form.values.guardians;
  return (
    <Panel title={t.guardians}>
      <EditRows
        rows={rows}
        change={(to) => form.setFieldValue('guardians', to)}
        nameOf={({ name }, index) => name.trim() || t.guardian({ number: index + 1 })}
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
                  description={markBeside(row.email_id)}
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
        nameOf={({ name }, index) => name.trim() || t.otherName({ number: index + 1 })}
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

/** Their clock while no zone is chosen, as mails and the page tell it, for the place that is typed. */
function Facts({ form, studentId }: { form: Form; studentId: number }) {
  const now = useNow();
  const { timezone, language } = form.values;
  const proposal = useProposedClock(
    { user_id: studentId, ...placeOf(form.values) },
    timezone === '' || language === '',
  );
  return (
    <PersonFactsFields
      form={form}
      zoneHint={proposal ? zoneHintOf(proposal, now) : aboutPersonTexts.zoneHint}
      languageHint={
        proposal?.language
          ? aboutPersonTexts.proposed.mostSpeak({ language: spokenText(proposal.language) })
          : undefined
      }
    />
  );
}

interface StudentFormProps extends Beginnings {
  about: AboutStudent;
}

function StudentForm({ about, ...beginnings }: StudentFormProps) {
  const update = useAction(students.update_student);
  const markBeside = useMarkBeside(about.user_id);
  return (
    <AboutForm<Fields>
      {...beginnings}
      name={`about ${about.user_id}`}
      about={about}
      fieldsOf={() => fieldsOf(about)}
      faultsOf={faultsOf}
      save={async (initial, now, version) => {
        const answer = await update.run({
          user_id: about.user_id,
          version,
          ...changesOf(writtenStudent(initial), writtenStudent(now)),
        });
        if (answer.asked !== undefined) {
          toast.info(
            myPageTexts.asked({ fields: answer.asked.map((field) => myPageTexts.fields[field]).join(', ') }),
          );
        }
        return answer;
      }}
      isPending={update.isPending}
      discard={add.discard}
    >
      {(form) => (
        <>
          <Panel title={t.title}>
            <Stack>
              <FieldRow>
                <Line form={form} path="first_name" label={fields.first_name} maxLength={60} required />
                <Line form={form} path="last_name" label={fields.last_name} maxLength={60} />
              </FieldRow>
              <FieldRow>
                <Line
                  form={form}
                  path="email_id"
                  label={fields.email_id}
                  description={markBeside(form.values.email_id)}
                  type="email"
                  maxLength={254}
                />
                <Line form={form} path="phone_number" label={fields.phone_number} type="tel" maxLength={40} />
              </FieldRow>
              <Facts form={form} studentId={about.user_id} />
            </Stack>
          </Panel>
          <Contacts
            form={form}
            markBeside={markBeside}
            rows={form.values.contacts}
            change={(to) => form.setFieldValue('contacts', to)}
          />
          <Guardians form={form} markBeside={markBeside} />
          <OtherNames form={form} />
        </>
      )}
    </AboutForm>
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
      <ul className={lines.lines}>
        {siblings.map(({ user_id, fullname, dob }) => (
          <li key={user_id}>
            <span className={classes.about}>
              <AppLink href={addressOf(user_id)}>{fullname}</AppLink>
              {dob ? <span className={classes.soft}>{like.born({ date: formatDate(dob) })}</span> : null}
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
  return (
    <ReadAbout read={read}>
      {(about, beginnings) => (
        <>
          <StudentForm about={about} {...beginnings} />
          <Siblings siblings={about.siblings} addressOf={addressOf} />
        </>
      )}
    </ReadAbout>
  );
}
