import type { ErasureFate, PrivacyGroup } from '@gurukul/contract/privacy';

export const privacy = {
  title: 'Privacy',
  lead: (name: string) => `${name} may ask for everything that is stored about them, or to be erased.`,
  export: 'Download everything',
  exported: (name: string) => `Everything about ${name} is on this device now. Keep it safe.`,
  filesMissing: (count: string) =>
    `Files that could not be read: ${count}. The list in the archive names them.`,
  archive: (name: string) => `Everything about ${name}`,
  erase: 'Erase…',
  erasing: (name: string) => `Erase ${name}`,
  checking: 'Counting…',
  final: 'This is for good. No Undo brings it back. Backups made before still have it until they are pruned.',
  leaves: (courses: string, slots: string) =>
    `Their account ends with it. Courses that need another course admin then: ${courses}. Slots that need another teacher: ${slots}.`,
  fates: {
    erased: 'Is erased',
    nameless: 'Stays without any name, so that rolls and sums stay true',
    kept: 'Stays, because tax law asks for receipts with the name of the payer',
  } satisfies Record<ErasureFate, string>,
  groups: {
    profile: 'Name, birthday, address',
    contacts: 'Contacts and guardians',
    notes: 'Notes',
    enrolments: 'Courses and events',
    attendance: 'Attendance',
    homework: 'Homework',
    payments: 'Payments and charges',
    receipts: 'Receipts',
    mails: 'Mails',
    my_page: 'What was said on My page',
    requests: 'Requests and questions',
    access: 'Sign-in and devices',
    history: 'Absences as a teacher, history',
  } satisfies Record<PrivacyGroup, string>,
  erased: (name: string) => `${name} was erased.`,
  changed: 'Something changed meanwhile. Please look at the numbers again.',
};
