/** What was just done. */
export const doneKinds = ['absent', 'coming', 'corrected', 'settings', 'replied', 'homework'] as const;

/** Every text of My page. */
export const en = {
  language: 'en',
  title: 'My page',
  titleOf: (provider: string) => `My page at ${provider}`,
  updated: (when: string) => `As of ${when}`,
  gone: 'This link does not work',
  goneWhy: 'It has ended, or it was never a link. Every mail that you get from here has a link that works.',
  code: {
    title: 'Is it you?',
    why: (mailbox: string) => `This device is new here. A code of six digits goes to ${mailbox}.`,
    send: 'Send me the code',
    sent: (mailbox: string) => `A code is on its way to ${mailbox}. It is valid for 10 minutes.`,
    label: 'Code from the mail',
    open: 'Open my page',
    wrong: 'This code is not right, or it is no longer valid.',
    again: 'Send another code',
    tooMany: 'Too many codes were asked for. Please try again in an hour.',
  },
  done: {
    absent: 'The teacher sees that you cannot come.',
    coming: 'You come after all. The teacher sees it.',
    corrected: 'The office sees your proposal.',
    settings: 'Your settings are saved.',
    replied: 'Your message has arrived.',
    homework: 'Your homework has arrived.',
  },
  failed: {
    title: 'This did not work',
    back: 'Back to my page',
    input: 'Please check what you entered.',
    noPdf: 'Please choose a PDF of at most 20 MB.',
    busy: 'Please try again in a moment.',
    formOver: 'Please load the page again and repeat it there.',
    meetingOver: 'This meeting has begun or does not take place any more.',
    tooMany: 'You have done this very often today. Please try again tomorrow.',
  },
  meetings: {
    title: 'Next meetings',
    none: 'No meeting in the next weeks.',
    clock: (zone: string) => `Times are on this clock: ${zone}.`,
    with: (teacher: string) => `with ${teacher}`,
    join: 'Join',
    calendar: 'Add to calendar',
    calendarAll: 'Add all to calendar',
    off: 'Does not take place',
    moved: 'New time',
    extra: 'Extra meeting',
    cannot: 'I cannot come',
    why: 'Reason, if you like',
    tell: 'Tell the teacher',
    told: 'You said that you cannot come.',
    back: 'I can come after all',
  },
  attendance: {
    title: 'Attendance',
    of: (present: number, recorded: number) => `Present at ${present} of ${recorded} meetings`,
    absent: (absent: number, excused: number) =>
      excused === 0 ? `Absent: ${absent}` : `Absent: ${absent}, of them ${excused} told before`,
    none: 'No meeting has been recorded yet.',
    waiting: 'Not in a class yet.',
  },
  homework: {
    title: 'Homework',
    week: (week: number) => `Week ${week}`,
    due: (day: string) => `Due ${day}`,
    states: { pending: 'Handed in', accepted: 'Accepted', rejected: 'To be done again' },
    choose: 'Your homework as a PDF',
    handIn: 'Hand in',
  },
  money: {
    title: 'Payments',
    open: 'Open',
    credit: 'Credit',
    charged: 'Charged',
    waived: 'Waived',
    paid: 'Paid',
    due: (day: string) => `due ${day}`,
    nothing: 'Nothing is open.',
    receipts: 'Receipts',
    download: (number: string) => `Receipt ${number} (PDF)`,
  },
  reply: {
    title: 'Write to the teacher and the office',
    class: 'Class',
    label: 'Your message',
    hint: 'At most 1,000 characters. They see it in the portal.',
    send: 'Send',
  },
  correct: {
    title: 'Is something wrong?',
    hint: 'Change what is wrong. The office looks at it first.',
    fields: {
      first_name: 'First name',
      last_name: 'Last name',
      phone_number: 'Phone number',
      dob: 'Birthday',
      address: 'Address',
      city: 'City',
      pincode: 'Postal code',
    },
    waits: (value: string) => `Proposed: ${value}`,
    emptied: 'empty',
    send: 'Propose it to the office',
  },
  settings: {
    title: 'Settings',
    language: 'Language of this page and its mails',
    zone: (name: string) => `Time zone of ${name}`,
    zoneOwn: (zone: string) => `Not chosen (now ${zone})`,
    mails: 'Mails that I want',
    events: 'Invitations to events',
    always: 'You are always told when a meeting or an event changes or is canceled.',
    save: 'Save',
    forget: 'Forget this device',
  },
};

/** The texts of another language. */
type Same<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : T[K] extends string
      ? string
      : Same<T[K]>;
};
export type Texts = Same<typeof en>;
