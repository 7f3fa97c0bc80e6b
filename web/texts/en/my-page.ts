import { personWords } from '@gurukul/contract/shared/person-words/en';

const people = (count: number) => (count === 1 ? '1 student' : `${count} students`);
const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);

/** My page of students and guardians, as the staff see it. */
export const myPage = {
  tab: 'My page',
  links: 'Links',
  linksLead:
    'What students and guardians open without an account. Every mail to them has the link. A new device asks for a code from the mailbox.',
  noLinks: 'No email address for a page',
  of: (reader: string, count: number) => `${reader}, shows ${people(count)}`,
  states: {
    none: 'No link yet',
    unused: 'Not opened yet',
    used: (day: string, count: number) => `Last opened on ${day}, ${devices(count)}`,
    ended: 'Ended, the next mail has a new link',
    revoked: (day: string) => `Ended by the office on ${day}. Mails have no link.`,
  },
  send: 'Send the link',
  sendTo: (mailbox: string) => `Send the link to ${mailbox}`,
  sent: (mailbox: string) => `The link goes to ${mailbox}`,
  copy: 'Copy the link',
  copyOf: (mailbox: string) => `Copy the link of ${mailbox}`,
  copied: 'The link is copied',
  notCopied: (url: string) => `The browser does not allow copying. The link: ${url}`,
  end: 'End the link',
  endOf: (mailbox: string) => `End the link of ${mailbox}`,
  endAsk: (mailbox: string) =>
    `The link of ${mailbox} and its devices end at once. Mails have no link until you send one again.`,
  ended: 'The link has ended',
  corrections: 'Proposed corrections',
  noCorrections: 'No proposed corrections',
  fields: {
    ...personWords,
    phone_number: 'Phone number',
    contacts: 'Further email addresses',
    guardians: 'Guardians',
  },
  change: (from: string, to: string) => `${from} → ${to}`,
  adminDecides: 'An account admin decides',
  asked: (fields: string) =>
    `An account admin decides about this, because others’ courses are concerned: ${fields}. Until then it stays as it is.`,
  unproved: 'Not proved yet: its reader has given no code. It shows nothing.',
  sendOnly:
    'The page may show students of others’ courses, or its address is not proved yet. So the link only goes to the mailbox.',
  nothing: 'nothing',
  by: (name: string, when: string) => `${name}, ${when}`,
  take: 'Take',
  takeOf: (field: string, name: string) => `Take ${field} of ${name}`,
  decline: 'Decline',
  declineOf: (field: string, name: string) => `Decline ${field} of ${name}`,
  taken: 'The correction is saved',
  declined: 'The correction is declined',
  waiting: (count: number) =>
    count === 1 ? 'A correction waits for the office:' : `${count} corrections wait for the office:`,
  answers: 'Answers',
  answersLead: 'What students and guardians said on their page in the last 60 days.',
  noAnswers: 'No answers yet',
  cannotCome: (day: string) => `Cannot come on ${day}`,
  withdrawn: 'Comes after all',
  seenBy: (names: string) => `Seen by ${names}`,
  unseen: 'New',
  see: 'Mark as seen',
  seeOf: (name: string) => `Mark as seen: the answer of ${name}`,
  seeAll: 'Mark all as seen',
  /** On the roll, beside a student. */
  saidBefore: 'Cannot come',
  saidWhy: (reason: string) => `Cannot come: ${reason}`,
};
