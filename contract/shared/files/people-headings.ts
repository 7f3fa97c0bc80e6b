import english from '../../texts/person.en.json' with { type: 'json' };
import hindi from '../../texts/person.hi.json' with { type: 'json' };
import telugu from '../../texts/person.te.json' with { type: 'json' };
import { listed } from './find-columns.ts';

/*
 * What people and programs write above the columns of students, in English, Telugu, Hindi, German, French and Spanish.
 * Every door for files finds these columns by this table, and may know further headings of its own.
 */

const written: Readonly<Record<string, string>> = {
  first_name: 'first name, given name, forename, first, మొదటి పేరు, पहला नाम, vorname, prénom, nombre',
  last_name: `
    last name, surname, family name, last, ఇంటి పేరు, उपनाम, अंतिम नाम, nachname, nom de famille, nom,
    apellidos, apellido`,
  full_name: `
    full name, student name, name of student, name of the student, name, student, first name last name, పేరు, పూర్తి పేరు, पूरा नाम,
    విద్యార్థి పేరు, नाम, छात्र का नाम, विद्यार्थी का नाम`,
  email_id: `
    email id, email, email address, mail id, mail, student email, student mail, email of the student, ఇమెయిల్, ఇమెయిల్ చిరునామా, ईमेल, ईमेल पता,
    email adresse, adresse de courriel, adresse email, dirección de correo, correo electrónico`,
  phone_number: `
    phone number, phone, phone no, mobile number, mobile, mobile no, mobile phone, contact number, contact no,
    contact, whatsapp number, whatsapp no, whatsapp, telephone, cell, phone 1, ఫోన్ నంబర్, ఫోన్, మొబైల్, फ़ोन नंबर, फोन नंबर,
    फ़ोन, मोबाइल, telefon, téléphone, teléfono`,
  course_name: `
    course name, course, course title, program, programme, program name, కోర్సు, కోర్సు పేరు, पाठ्यक्रम,
    कोर्स, कोर्स का नाम, पाठ्यक्रम का नाम, kurs, cours, curso`,
  class_name: `
    class name, class, batch, batch name, class / batch, section, క్లాస్, తరగతి, సమూహాలు, कक्षा, समूह,
    gruppen, gruppe, groupes, groupe, grupos, grupo`,
  gender: 'gender, sex, లింగం, लिंग',
  dob: 'dob, date of birth, birth date, birthday, పుట్టిన తేదీ, जन्मतिथि, geburtsdatum, date de naissance, fecha de nacimiento',
  address: 'street address, street',
  city: 'city, town, city / town, నగరం, शहर',
  state: 'state, province, రాష్ట్రం, राज्य',
  country: 'country, దేశం, देश',
  pincode: 'pin, pin code, postal code, post code, zip, zip code',
  language: 'language, భాష, भाषा',
  timezone: 'time zone, zone, tz, సమయ మండలం, समय क्षेत्र, టైమ్ జోన్',
};

const words: readonly Readonly<Record<string, string>>[] = [english, telugu, hindi];

/** The headings of a column, with the words of the portal for it. */
export const headingsOf = (column: string): readonly string[] => [
  column,
  ...(written[column] === undefined ? [] : listed(written[column])),
  ...words.flatMap((each) => each[column] ?? []),
];
