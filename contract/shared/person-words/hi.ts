import type { PersonField } from '../person/person.ts';

/** How the fields of a person are called in Hindi. */
export const personWords: Readonly<Record<PersonField, string>> = {
  first_name: 'नाम',
  last_name: 'कुलनाम',
  email_id: 'ईमेल',
  phone_number: 'फ़ोन',
  gender: 'लिंग',
  dob: 'जन्म तिथि',
  address: 'पता',
  address2: 'पता पंक्ति 2',
  city: 'शहर',
  state: 'राज्य',
  country: 'देश',
  region: 'क्षेत्र',
  pincode: 'पिनकोड',
  language: 'भाषा',
  timezone: 'समय क्षेत्र',
};
