import type { PersonField } from '../person/person.ts';

/** How the fields of a person are called in Telugu. */
export const personWords: Readonly<Record<PersonField, string>> = {
  first_name: 'పేరు',
  last_name: 'ఇంటి పేరు',
  email_id: 'ఈమెయిల్',
  phone_number: 'ఫోన్',
  gender: 'లింగం',
  dob: 'పుట్టిన తేదీ',
  address: 'చిరునామా',
  address2: 'చిరునామా రెండో పంక్తి',
  city: 'ఊరు',
  state: 'రాష్ట్రం',
  country: 'దేశం',
  region: 'ప్రాంతం',
  pincode: 'పిన్‌కోడ్',
  language: 'భాష',
  timezone: 'టైమ్ జోన్',
};
