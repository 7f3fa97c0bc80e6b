import type { ActionName } from '@gurukul/contract/shared/calls/actions';

type PartsOf<Name> = Name extends `${infer Area}.${infer Own}` ? [area: Area, own: Own] : never;
type Parts = PartsOf<ActionName>;
type Areas = {
  readonly [Area in Parts[0]]: {
    readonly name: string;
    readonly actions: Readonly<Record<Extract<Parts, [Area, string]>[1], string>>;
  };
};

export const actions = {
  table: 'Actions, and how far each role reaches',
  action: 'Action',
  ownOnly: 'Only their own',
  developers: 'For developers',
  developersHint: 'Every call of the API',
  areas: {
    students: {
      name: 'Students',
      actions: {
        seeAll: 'See every student',
        see: 'See a student with their attendance and homework',
        notes: 'Read and write notes on a student',
        setPayment: 'Change a payment status',
        myPage: 'Give out and end links of My page, and take or decline corrections',
        change: 'Change registration, region or language, or move students; also many at once',
        import: 'Import and export students, and bring what other systems have',
        delete: 'Delete a student',
        merge: 'See people who may be one, and merge them',
        privacy: 'Download everything about a person, erase them, and say how long data is stored',
      },
    },
    courses: {
      name: 'Courses and classes',
      actions: {
        seeAll: 'See every course, add one, and choose its course admin',
        edit: 'Edit a course, publish it, open its registration',
        types: 'Add, rename or delete a course type',
        plan: 'Create, change or delete a class, and choose its teacher',
        daysOff: 'Add a meeting or a day off, and put a meeting back to its plan',
      },
    },
    teaching: {
      name: 'Teaching',
      actions: {
        see: 'See a class with its students, attendance and homework',
        roll: 'Call the roll of a class, and correct it',
        meetings: 'See when classes meet, and cancel or move a meeting (teachers: their own)',
        cases:
          'Take lines of Today in hand, and say what came of them (teachers: of their classes, without money)',
        cover: 'See requests for cover, and ask others to take meetings (teachers: their own)',
        hours: 'See hours taught (teachers: their own)',
        takeCover: 'Take a meeting of another teacher who asked',
        homework: 'Accept or reject homework',
        answers: 'See what students and guardians say on their page',
      },
    },
    payments: {
      name: 'Payments',
      actions: {
        seeAll: 'See every payment and ticket',
        record: 'Record, correct, void and refund payments, and set missing currencies',
        upload: 'Upload payments, and see the history of a payment',
        receipts: 'Issue, send and void receipts',
        statements: 'Read and download the yearly statement of a payer',
        settle: 'Match settlement files and download the journal',
        ledger: 'Charge students, waive, and see and remind who owes what',
      },
    },
    events: {
      name: 'Events and mails',
      actions: {
        manage: 'Add, publish, cancel or delete events, and register students',
        mails: 'See the mails of the portal, and send failed ones again',
        write: 'Write to students and see what became of it (teachers to their own classes)',
        consents: 'Write down who agreed to messages by WhatsApp',
        texts: 'Save texts for messages',
      },
    },
    colleagues: {
      name: 'Colleagues',
      actions: {
        invite: 'Invite a colleague (course admins invite teachers only)',
        directory: 'See the names of all teachers',
        courseAdmin: 'See the courses, students, teachers and payments of a course admin',
        teacher: 'See the courses, students, schedule and homework of a teacher',
        change: 'Change a colleague’s details',
        delete: 'See every course admin, and delete course admins or teachers',
        access:
          'Decide requests, take back second roles, mail a link for a new password, suspend a colleague',
        log: 'Read, export and check the security log',
      },
    },
    portal: {
      name: 'Portal',
      actions: {
        settings: 'Change settings, intake keys and the mailboxes for questions',
        history: 'See who changed what, and the bin',
        undo: 'Undo a change',
        askSecond: 'Ask for a second person for what concerns many',
        views: 'Save views of lists, also for everybody in the same role',
        reports: 'Have lists mailed every week or month, with what they may see',
      },
    },
    account: {
      name: 'Account',
      actions: {
        profile: 'Change their profile and password',
        factors: 'Change their passkeys, app and recovery codes',
        devices: 'See an account, and sign it out on a device',
        notifications: 'Get notifications on their devices, and end them',
        secondRole: 'Add a second role, and switch to it',
        calendar: 'Make a link for their calendar',
      },
    },
  },
} as const satisfies { readonly areas: Areas; readonly [text: string]: unknown };
