/** How the fields of a person are called in English. */
export const personWords = {
  first_name: 'First name',
  last_name: 'Last name',
  email_id: 'Email',
  phone_number: 'Phone',
  gender: 'Gender',
  dob: 'Date of birth',
  address: 'Address',
  address2: 'Address line 2',
  city: 'City',
  state: 'State',
  country: 'Country',
  region: 'Region',
  pincode: 'Pincode',
  language: 'Language',
  timezone: 'Time zone',
} as const;
