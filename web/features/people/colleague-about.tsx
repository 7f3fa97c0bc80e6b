import { people } from '@gurukul/contract/people';
import type { AboutColleague } from '@gurukul/contract/shared/person/about-person';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useMarkBeside } from '#web/features/mail-list/marked-addresses.tsx';
import type { Path } from '#web/paths.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { Panel } from '#web/ui/panel.tsx';
import {
  AboutForm,
  changesOf,
  Contacts,
  draftsOf,
  faultsIn,
  Line,
  ReadAbout,
  written,
  type AboutFields,
  type Beginnings,
} from './about-form.tsx';
import { PersonFactsFields, type PersonFacts } from './person-form.tsx';
import { SignInAddress } from './sign-in-address.tsx';

const PrivacyPanel = lazy(async () => ({
  default: (await import('#web/features/privacy/privacy-panel.tsx')).PrivacyPanel,
}));

const { fields, colleague: t } = aboutPersonTexts;

interface Fields extends AboutFields, PersonFacts {
  phone_number: string;
}

const fieldsOf = ({
  user_id: _id,
  version: _version,
  email_id: _email,
  new_email: _newEmail,
  contacts,
  ...lines
}: AboutColleague): Fields => ({ ...lines, contacts: draftsOf(contacts) });

interface ColleagueFormProps extends Beginnings {
  about: AboutColleague;
}

function ColleagueForm({ about, ...beginnings }: ColleagueFormProps) {
  const update = useAction(people.update_colleague);
  const markBeside = useMarkBeside(about.user_id);
  return (
    <AboutForm<Fields>
      {...beginnings}
      name={`about ${about.user_id}`}
      about={about}
      fieldsOf={() => fieldsOf(about)}
      faultsOf={(now) => faultsIn(now).faults}
      save={(initial, now, version) =>
        update.run({ user_id: about.user_id, version, ...changesOf(written(initial), written(now)) })
      }
      isPending={update.isPending}
      discard={t.discard}
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
                <Line form={form} path="phone_number" label={fields.phone_number} type="tel" maxLength={40} />
              </FieldRow>
              <PersonFactsFields form={form} />
            </Stack>
          </Panel>
          <Contacts
            form={form}
            markBeside={markBeside}
            rows={form.values.contacts}
            change={(to) => form.setFieldValue('contacts', to)}
          />
        </>
      )}
    </AboutForm>
  );
}

/** Everything that the office writes down about a colleague, for an account admin. */
export function ColleagueAbout({ id, name, list }: { id: number; name: string; list: Path }) {
  const read = useQuery({
    ...query(people.get_colleague, { id }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <ReadAbout read={read}>
      {(about, beginnings) => (
        <Stack gap="lg">
          <SignInAddress about={about} />
          <ColleagueForm about={about} {...beginnings} />
          <PrivacyPanel id={id} name={name} list={list} />
        </Stack>
      )}
    </ReadAbout>
  );
}
