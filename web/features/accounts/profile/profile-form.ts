import {
  emptyDob,
  genders,
  phonePattern,
  profileRegions,
  type Gender,
  type Profile,
  type ProfileRegion,
} from '@gurukul/contract/accounts';
import { isPersonName } from '@gurukul/contract/shared/person/person-name';
import { profileTexts } from '#web/texts/profile.ts';

const t = profileTexts.edit;

export interface ProfileFields {
  first_name: string;
  last_name: string;
  gender: Gender | '';
  phone_number: string;
  /** HTML; '' when there is no text. */
  description: string;
  city: string;
  state: string;
  region: ProfileRegion | '';
  dob: string;
  address: string;
  pincode: string;
  /** '' while there is none. */
  image: string;
}

/** Checked in this order, before any pattern. */
const required = [
  'first_name',
  'last_name',
  'gender',
  'phone_number',
  'description',
  'city',
  'state',
  'region',
  'dob',
  'address',
  'pincode',
] as const satisfies readonly (keyof ProfileFields)[];

interface Fault {
  readonly field: keyof ProfileFields;
  readonly text: string;
}

/** The first thing that is wrong: people are told one thing at a time. */
export function findFault(fields: ProfileFields): Fault | null {
  const missing = required.find((name) => !fields[name].trim() || fields[name] === emptyDob);
  if (missing) return { field: missing, text: t.missing[missing] };
  if (!isPersonName(fields.first_name)) return { field: 'first_name', text: t.nameWrong };
  if (!isPersonName(fields.last_name)) return { field: 'last_name', text: t.nameWrong };
  if (!phonePattern.test(fields.phone_number.trim())) return { field: 'phone_number', text: t.phoneWrong };
  return null;
}

const oneOf = <T extends string>(choices: readonly T[], text: string | null): T | '' =>
  choices.find((choice) => choice === text) ?? '';

/** The form for a profile as it is. */
export const fieldsOf = (person: Pick<Profile, keyof ProfileFields>): ProfileFields => ({
  first_name: person.first_name,
  last_name: person.last_name,
  gender: oneOf(genders, person.gender),
  phone_number: person.phone_number ?? '',
  description: person.description,
  city: person.city,
  state: person.state,
  region: oneOf(profileRegions, person.region),
  dob: person.dob === emptyDob ? '' : (person.dob ?? ''),
  address: person.address,
  pincode: person.pincode,
  image: person.image,
});

/** What is sent; null while a choice is missing. */
export function requestOf({ gender, region, image, ...fields }: ProfileFields, user_id: string) {
  if (!gender || !region) return null;
  return { ...fields, gender, region, image: image || null, user_id };
}
