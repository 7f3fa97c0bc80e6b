import { emptyDob } from '@gurukul/contract/accounts';
import type { PersonDetail, TeacherDetail } from '@gurukul/contract/people';
import type { StudentProfile } from '@gurukul/contract/students';
import { lazy, Suspense, type ReactNode } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { profileTexts } from '#web/texts/profile.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import classes from './profile-panel.module.css';

const t = peopleTexts.profile;

const PersonWords = lazy(async () => ({ default: (await import('./person-words.tsx')).PersonWords }));

const { fields } = profileTexts;
const genderLabels: Readonly<Record<string, string>> = profileTexts.genders;

const factsOf = (person: PersonDetail | TeacherDetail | StudentProfile, region: ReactNode): Fact[] => [
  [fields.email_id, <EmailText key="email" address={person.email_id} />],
  [fields.phone_number, person.phone_number],
  [fields.region, region],
  [fields.city, person.city],
  [fields.state, person.state],
  // Not everybody may see an address. If the server does not send it, there is no line for it.
  ...(person.address === undefined ? [] : [[fields.address, person.address] as const]),
  ...(person.pincode === undefined ? [] : [[fields.pincode, person.pincode] as const]),
  [fields.gender, genderLabels[person.gender ?? ''] ?? person.gender],
  [fields.dob, person.dob === emptyDob ? '' : formatDate(person.dob)],
];

interface ProfilePanelProps {
  person: PersonDetail | TeacherDetail | StudentProfile;
  /** In place of the region's name, where it can be changed. */
  region?: ReactNode;
  /** What is known beyond what everybody has. */
  more?: readonly Fact[];
}

export function ProfilePanel({
  person,
  region = person.region && countryName(person.region),
  more,
}: ProfilePanelProps) {
  const { image, fullname, description } = person;
  return (
    <Panel title={t.title}>
      <div className={classes.profile}>
        <Portrait src={image} name={fullname} size={112} />
        <div className={classes.facts}>
          <DescriptionList facts={[...factsOf(person, region), ...(more ?? [])]} />
        </div>
      </div>
      <Suspense>{description ? <PersonWords html={description} /> : null}</Suspense>
    </Panel>
  );
}
