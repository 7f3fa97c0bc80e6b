import type { PortalLanguage } from '@gurukul/contract/provider';

interface MessageWords {
  /** For a person whose name nobody knows. */
  readonly name: string;
  readonly class: string;
  readonly course: string;
  readonly teacher: string;
  readonly times: string;
  readonly meeting: string;
  readonly join: string;
  /** Nothing is open. */
  readonly balance: string;
  readonly about: (people: string) => string;
  readonly test: (subject: string) => string;
  readonly footer: (author: string, provider: string, mailbox: string) => string;
}

/** The words of the portal in messages, in each language of a reader. */
export const messageWords: Readonly<Record<PortalLanguage, MessageWords>> = {
  en: {
    name: 'student',
    class: 'no class yet',
    course: 'no course yet',
    teacher: 'no teacher yet',
    times: 'no times yet',
    meeting: 'no meeting is planned',
    join: 'no link yet',
    balance: 'nothing is open',
    about: (people) => `This mail is for ${people}.`,
    test: (subject) => `Test: ${subject}`,
    footer: (author, provider, mailbox) =>
      `${author} wrote this through the ${provider} portal. Your reply goes to ${mailbox}.`,
  },
  te: {
    name: 'విద్యార్థి',
    class: 'ఇంకా తరగతి లేదు',
    course: 'ఇంకా కోర్సు లేదు',
    teacher: 'ఇంకా ఉపాధ్యాయులు లేరు',
    times: 'ఇంకా సమయాలు లేవు',
    meeting: 'సమావేశం ఏదీ నిర్ణయించలేదు',
    join: 'ఇంకా లింక్ లేదు',
    balance: 'బాకీ ఏమీ లేదు',
    about: (people) => `ఈ మెయిల్ వీరి కోసం: ${people}.`,
    test: (subject) => `పరీక్ష: ${subject}`,
    footer: (author, provider, mailbox) =>
      `${author} దీన్ని ${provider} పోర్టల్ ద్వారా రాశారు. మీ జవాబు ${mailbox}కు వెళ్తుంది.`,
  },
  hi: {
    name: 'विद्यार्थी',
    class: 'अभी कोई कक्षा नहीं',
    course: 'अभी कोई कोर्स नहीं',
    teacher: 'अभी कोई शिक्षक नहीं',
    times: 'अभी कोई समय नहीं',
    meeting: 'कोई बैठक तय नहीं है',
    join: 'अभी कोई लिंक नहीं',
    balance: 'कुछ बकाया नहीं है',
    about: (people) => `यह मेल इनके लिए है: ${people}।`,
    test: (subject) => `जाँच: ${subject}`,
    footer: (author, provider, mailbox) =>
      `${author} ने यह ${provider} पोर्टल से लिखा। आपका जवाब ${mailbox} को जाता है।`,
  },
};
