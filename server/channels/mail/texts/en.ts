import { roleLabels } from '@gurukul/contract/shared/calls/roles';

import type { Translated } from '@gurukul/contract/shared/words/translated';

/** All texts of all mails. `provider` is the provider's name. */
export const en = {
  /** Above the English text of a mail in another language. */
  inEnglish: 'In English',
  clock: {
    span: (from: string, until: string, clock: string) => `${from} to ${until} (${clock})`,
    /** The clock of the office in India. */
    india: 'India time',
    at: (place: string) => `${place} time`,
  },
  greeting: 'Hello,',
  footer: (provider: string) =>
    `This is an automatic message of the ${provider} portal. Replies are not read.`,
  footerWithReply: (provider: string, mailbox: string) =>
    `This is an automatic message of the ${provider} portal. Your reply goes to ${mailbox}.`,
  linkHint: 'If the button does not work, open this address:',
  roles: { ...roleLabels, coordinator: 'Coordinator' },
  invite: {
    subject: (provider: string, role: string) => `You are invited to ${provider} as ${role}`,
    preview: 'Choose your password and join.',
    body: (provider: string, inviter: string, role: string) =>
      `${inviter} has invited you to the ${provider} portal as ${role}. Create your account to begin.`,
    button: 'Create your account',
    validity: 'The link works once and is valid for 7 days.',
    notYou: 'If you did not expect this invitation, ignore it: no account is made.',
  },
  resetCode: {
    subject: (provider: string) => `Your code for a new ${provider} password`,
    preview: 'The code is valid for 10 minutes.',
    body: (provider: string) =>
      `Somebody, hopefully you, asked to set a new password for your ${provider} account. Enter this code on the page that asked for it:`,
    or: 'Or set the new password directly:',
    button: 'Set a new password',
    validity: 'Code and link are valid for 10 minutes. The link works once. Never pass either of them on.',
    notYou: 'If it was not you, ignore this message. Your password stays as it is.',
  },
  passwordChanged: {
    subject: (provider: string) => `Your ${provider} password was changed`,
    preview: 'If it was you, nothing is left to do.',
    body: (provider: string, when: string) =>
      `The password of your ${provider} account was changed on ${when}.`,
    signedOut: 'Other browsers that were signed in to your account have been signed out.',
    notYou: 'If it was not you, set a new password at once and tell your administrator.',
    button: 'Set a new password',
  },
  signInBlocked: {
    subject: (provider: string) => `Sign-in attempts to your ${provider} account were blocked`,
    preview: 'Your password has not been found out.',
    body: (provider: string, when: string) =>
      `On ${when} a wrong password was entered for your ${provider} account too many times. Further attempts from unknown browsers now have to wait.`,
    safe: 'Nobody has signed in. Browsers you have used before still work.',
    wasYou: 'If it was you, wait a few minutes, or set a new password.',
    button: 'Set a new password',
  },
  newDevice: {
    subject: (provider: string) => `A new device signed in to your ${provider} account`,
    preview: 'If it was you, nothing is left to do.',
    body: (provider: string, when: string) =>
      `On ${when} somebody signed in to your ${provider} account with a browser that had not been used for it before.`,
    browser: 'Browser',
    from: 'Network address',
    notYou: 'If it was not you, set a new password at once. That signs out every browser.',
    wasYou: 'If it was you, ignore this message.',
    button: 'Set a new password',
  },
  securityAlarm: {
    subject: (provider: string, what: string) => `${provider}: ${what}`,
    preview: 'Please look at the alarms.',
    what: {
      spraying: 'somebody is trying to sign in to many accounts',
      mass_export: 'somebody took many rows',
      refusals: 'many requests of one person were refused',
      broken_log: 'the security log was changed',
      key_network: 'an intake key was used from a new network',
      key_refusals: 'many requests of an intake key were refused',
      key_volume: 'an intake key was used in an unusual way',
    },
    counted: {
      spraying: 'Accounts',
      mass_export: 'Rows within an hour',
      refusals: 'Refused requests within an hour',
      broken_log: 'First wrong entry',
      key_network: 'Requests today',
      key_refusals: 'Refused requests today',
      key_volume: 'Requests and items today',
    },
    advice: {
      spraying: 'Known browsers and mailed links still work. Check who signs in from this network.',
      mass_export: 'If the person has no reason for it, suspend them and ask.',
      refusals: 'Somebody may be trying to see what they may not see. Ask the person, or suspend them.',
      broken_log:
        'Somebody with access to the database changed or removed entries. Compare it with the stream.',
      key_network: 'If you know the network, mark the alarm as seen. Else revoke the key and make another.',
      key_refusals:
        'A machine may have a wrong key or a wrong signature, or somebody is trying. Ask who runs it.',
      key_volume:
        'It sent far more than on any of its last thirty days, or was silent before. Ask who runs it.',
    },
    from: 'From',
    key: 'Intake key',
    person: 'Person',
    body: (what: string, when: string) => `The portal noticed on ${when}: ${what}.`,
    button: 'Look at the alarms',
  },
  resetLink: {
    subject: (provider: string) => `A link to set a new ${provider} password`,
    preview: 'The link is valid for an hour.',
    body: (provider: string, sender: string) =>
      `${sender} has sent you this link so that you can set a new password for your ${provider} account.`,
    button: 'Set a new password',
    validity: 'The link is valid for an hour and works once. Never pass it on.',
    notAsked: 'If you can sign in as usual, ignore this message. Your password stays as it is.',
  },
  emailConfirm: {
    subject: (provider: string) => `Please confirm your new address for ${provider}`,
    preview: 'The link is valid for 7 days.',
    body: (provider: string, asker: string, email: string) =>
      `${asker} has asked that you sign in to the ${provider} portal with the address ${email} from now on.`,
    button: 'Look at the new address',
    validity:
      'Nothing changes before you confirm. The link works once and is valid for 7 days. Never pass it on.',
    notYou: 'If you do not know this portal, ignore this message.',
  },
  emailRefuse: {
    subject: (provider: string) => `Another address for your ${provider} account`,
    preview: 'You can refuse it.',
    body: (provider: string, asker: string, email: string) =>
      `${asker} has asked that you sign in to the ${provider} portal with the address ${email} instead of this one. A mail has gone there. The new address counts once somebody confirms it from that mail.`,
    ask: 'If you agree, you need not do anything. If not, refuse it:',
    button: 'Refuse the new address',
    validity: 'The link works once, for 7 days at most, until the new address is confirmed.',
  },
  emailChanged: {
    subject: (provider: string) => `You sign in to ${provider} with another address now`,
    preview: 'This address no longer works there.',
    body: (provider: string, email: string, when: string) =>
      `On ${when} the new address of your ${provider} account was confirmed: ${email}. From now on you sign in with it. Your password is the same.`,
    signedOut: 'All browsers that were signed in to your account have been signed out.',
    notYou: 'If you do not know that address, tell your administrator at once.',
  },
  browserCopied: {
    subject: (provider: string) => `A remembered browser of your ${provider} account was used twice`,
    preview: 'It is no longer remembered.',
    body: (when: string) =>
      `On ${when} somebody signed in with a sign-in that your browser had remembered and already used. That happens when it was copied to another computer.`,
    ended:
      'Everybody who had signed in with it has been signed out, and that browser is no longer remembered. Set a new password if you do not know how this came about.',
    button: 'Set a new password',
    chance: 'A browser that was put back from a backup can cause this too.',
  },
  openidLinked: {
    subject: (provider: string, service: string) => `${service} now opens your ${provider} account`,
    preview: 'You can end this link in your profile.',
    body: (provider: string, service: string, when: string) =>
      `On ${when} somebody signed in at ${service} with your email address, and that sign-in was linked to your ${provider} account. Your password still works too.`,
    email: 'Email address there',
    end: 'Your profile shows the link, and ends it.',
    button: 'Open your profile',
    notYou: 'If it was not you, end the link, set a new password and tell your administrator at once.',
  },
  factorNews: {
    subject: (provider: string) => `A change in how you sign in to ${provider}`,
    ofAccount: (provider: string) => `Something new in your ${provider} account`,
    when: (when: string) => `On ${when} this happened to your account:`,
    news: {
      passkey_added: 'A passkey was added.',
      passkey_removed: 'A passkey was removed.',
      app_added: 'An app that shows codes was added.',
      app_removed: 'The app that shows codes was removed.',
      codes_made: 'New recovery codes were made. The old ones do not work any more.',
      recovery_code_used: 'Somebody signed in, or proved who they are, with a recovery code.',
      passkey_copied:
        'A passkey of yours was refused, because a copy of it seems to be in use. Delete this passkey on your profile and add a new one.',
      reset:
        'An account admin removed your passkeys, your app and your recovery codes, because you had lost them.',
      calendar_link:
        'A new calendar link was made. Whoever has it reads your timetable, also after you have signed out. You end it under Other ways in, on your profile.',
      notifications:
        'A device began to show notifications of your account. You end that under Notifications, on your profile.',
    },
    button: 'Set a new password',
    notYou: 'If this was not you, set a new password at once and tell an account admin.',
  },
  intakeKeyMade: {
    subject: (name: string) => `New intake key: ${name}`,
    preview: (maker: string) => `${maker} made it.`,
    body: (maker: string, when: string) =>
      `${maker} made an intake key on ${when}. Everybody who has it can send data without signing in.`,
    name: 'Key',
    scopes: 'May send',
    scopesNamed: {
      students: 'students',
      payments: 'payments',
      tickets: 'tickets',
      registrations: 'registrations',
      homework: 'homework',
      enquiries: 'questions',
      bounces: 'mails that came back',
    },
    button: 'Look at the intake keys',
    unexpected: 'If nobody in the office expects this key, revoke it.',
  },
  deedAsked: {
    subject: (asker: string) => `${asker} needs a second person`,
    preview: 'Approve it or refuse it.',
    body: (asker: string) =>
      `${asker} wants to do something that concerns so many people or rows that a second account admin has to approve it. Look at what it is before you decide.`,
    reason: 'Reason',
    button: 'Look at the approvals',
    until: 'Without a decision it ends after 24 hours.',
  },
  deedWaits: {
    subject: (asker: string) => `${asker} asked for something that you can stop`,
    preview: 'It waits a day. You can stop it from this mail.',
    body: (asker: string, when: string) =>
      `${asker} wants to do this. Another account admin can approve it at once. If nobody stops it, it needs no approval from ${when} on.`,
    retention: (asker: string, when: string, count: string) =>
      `${asker} has set shorter times after which data is removed. If nobody stops it, they count from ${when} on. Now they would remove so many rows or people: ${count}.`,
    what: 'What',
    about: 'About',
    ask: 'If you agree, you need not do anything. If not, stop it:',
    button: 'Stop it',
    validity: 'The link works until it is done.',
    done: (asker: string) => `${asker} did what had to wait`,
    doneBody: (asker: string, when: string) => `${asker} did this on ${when}.`,
    notExpected: 'If nobody in the office expects this, talk to the other account admins at once.',
    calls: {
      'accounts.ask_email_change': 'Give an account admin another sign-in address',
      'accounts.send_reset_link': 'Send an account admin a link for a new password',
      'passkeys.reset_factors': 'Remove the second factors of an account admin',
      'access.end_way_in': 'End a second factor or an identity of an account admin',
      'access.reset_sign_in': 'Reset the sign-in of an account admin',
      'access.suspend': 'Suspend an account admin',
      'access.resume': 'Let a suspended account admin sign in again',
      'openid.save_service': 'Add or change a service for sign-in',
      'openid.delete_service': 'Delete a service for sign-in',
      'privacy.erase_person': 'Erase an account admin',
      'privacy.save_retention': 'Remove data sooner',
      'provider.save_settings': 'Change the rules for two people or second factors',
    },
  },
  deedDecided: {
    stopped: 'Your request was stopped',
    stoppedBy: 'Somebody stopped it from the mail about it. Another account admin can still approve it.',
    approved: 'Your request was approved',
    refused: 'Your request was refused',
    approvedBy: (decider: string) => `${decider} approved what you asked for.`,
    refusedBy: (decider: string) => `${decider} refused what you asked for.`,
    what: 'Open the approvals and do it there. A change can be done once, until 24 hours after you asked; a file can be downloaded for an hour.',
  },
  intakeKeyRotated: {
    subject: (name: string) => `New signing key for ${name}`,
    preview: (maker: string) => `${maker} made it.`,
    body: (maker: string, when: string) =>
      `${maker} made a new signing key for this intake key on ${when}. The payment service has to sign with it from now on.`,
    ends: (when: string) => `The old signing key works until ${when}.`,
    ended: 'The old signing key no longer works.',
    unexpected: 'If nobody in the office expects this, revoke the intake key.',
  },
  intakeKeyEnds: {
    subject: (name: string) => `The intake key ${name} ends soon`,
    preview: (when: string) => `On ${when}.`,
    body: (name: string, when: string) =>
      `The intake key ${name} ends on ${when}. From then on it can send nothing.`,
    what: 'If it is still needed, give it a later end, or make a new one and pass that on.',
  },
  intakeKeysLeft: {
    subject: (owner: string) => `Intake keys that ${owner} made still work`,
    preview: 'The password was set anew by mail.',
    body: (owner: string, when: string) =>
      `${owner} set a new password with a mailed code or link on ${when}. These intake keys were made in that account before and still work:`,
    keys: 'Keys',
    what: 'If somebody else may have been in the account, revoke them and make new ones.',
    button: 'Look at the intake keys',
  },
  event: {
    greeting: (student: string) => `Dear ${student},`,
    event: 'Event',
    course: 'Course',
    when: 'When',
    yourTime: 'Your time',
    officeTime: 'India time',
  },
  eventPublished: {
    subject: (event: string) => `You are invited: ${event}`,
    body: (course: string) => `${course} invites you to an online event.`,
    button: 'Join the event',
    calendar:
      'Open the attached file to put the event into your calendar. The link above opens it when it begins.',
  },
  eventChanged: {
    subject: (event: string) => `Changed: ${event}`,
    body: (course: string) => `An online event of ${course} has changed. This is how it stands now:`,
    button: 'Join the event',
    calendar:
      'Open the attached file to have the event changed in your calendar. The link above opens it when it begins.',
  },
  eventOnAgain: {
    subject: (event: string) => `On again: ${event}`,
    body: (course: string) =>
      `You were told that an online event of ${course} was canceled. It takes place after all:`,
    button: 'Join the event',
    calendar:
      'Open the attached file to have the event back in your calendar. The link above opens it when it begins.',
  },
  eventCanceled: {
    subject: (event: string) => `Canceled: ${event}`,
    preview: 'This event will not take place.',
    body: (course: string) =>
      `An event of ${course} that you were invited to or are registered for will not take place.`,
    calendar: 'If you put it into your calendar, open the attached file to have it marked as canceled there.',
  },
  meetingChange: {
    states: {
      planned: 'Takes place',
      moved: 'New time',
      extra: 'Extra meeting',
      canceled: 'Canceled',
      day_off: 'No meeting',
    },
    changed: (count: number) => `${count} meetings have changed`,
    off: (count: number) => `${count} meetings will not take place`,
    body: (count: number) =>
      count === 1
        ? 'A meeting has changed. This is how it stands now:'
        : 'Meetings have changed. This is how they stand now:',
    class: 'Class',
    insteadOf: 'Instead of',
    teacher: 'Teacher',
    join: 'Join',
    reason: 'Reason',
    more: (count: number) => `And ${count} more.`,
    rest: 'All other meetings take place as usual.',
  },
  reminder: {
    subject: (name: string, when: string) => `Reminder: ${name}, ${when}`,
    ofMeeting: 'A meeting is coming up:',
    ofEvent: 'An online event is coming up:',
    when: 'When',
    class: 'Class',
    event: 'Event',
    course: 'Course',
    teacher: 'Teacher',
    for: 'For',
    join: 'Join',
    cannotCome: 'If you cannot come, say so on My page. The link is below.',
    stop: 'Stop these reminders',
    stopInvitations: 'Stop invitations to events',
    stopNewsletters: 'Stop newsletters',
  },
  cover: {
    askedSubject: (teacher: string, count: number) =>
      count === 1
        ? `Can you take a meeting of ${teacher}?`
        : `Can you take some of ${count} meetings of ${teacher}?`,
    askedPreview: 'The first to accept has it.',
    asked: (teacher: string, count: number) =>
      count === 1
        ? `${teacher} cannot take this meeting. Can you?`
        : `${teacher} cannot take these meetings. Can you take one of them or more?`,
    class: 'Class',
    when: 'When',
    button: 'Accept or decline',
    rules:
      'Nothing is accepted before you press the button on that page. The first to accept has the meeting. The link is yours alone: do not pass it on.',
    nobodySubject: (teacher: string, count: number) =>
      count === 1
        ? `Nobody can take a meeting of ${teacher}`
        : `Nobody can take ${count} meetings of ${teacher}`,
    nobodyPreview: 'Please find somebody, or cancel it.',
    nobody: (teacher: string, count: number) =>
      count === 1
        ? `${teacher} cannot take this meeting, and nobody who could be asked is left. Please find somebody, or cancel it.`
        : `${teacher} cannot take these meetings, and nobody who could be asked is left. Please find somebody, or cancel them.`,
    nobodyButton: 'Look at the requests',
  },
  receipt: {
    subject: (number: string, provider: string) => `Receipt ${number} from ${provider}`,
    preview: 'The receipt is attached as a PDF.',
    body: 'Thank you for your payment. The receipt is attached as a PDF.',
    gift: 'Thank you for your donation. The receipt is attached as a PDF.',
    copy: 'You may have it already: this is a copy.',
    payer: 'Received from',
    students: 'For',
    courses: 'Course',
    campaign: 'Campaign',
    amount: 'Amount',
  },
  owing: {
    subject: (provider: string, amount: string) => `${amount} is open at ${provider}`,
    preview: 'A friendly reminder.',
    body: (provider: string, amount: string) =>
      `${amount} is open at ${provider}. Please pay it, or tell the office if this is not right.`,
    student: 'Student',
    course: 'Course',
    open: 'Open',
    due: 'Due since',
    dueOn: 'Due on',
    paid: 'If you have paid in the last days, please ignore this message.',
  },
  myPage: {
    foot: 'My page: meetings, attendance, homework and receipts',
    linkSubject: (provider: string) => `Your page at ${provider}`,
    link: 'Your page shows meetings with their links, attendance, homework and receipts. There you can also say that you cannot come to a meeting.',
    button: 'Open my page',
    validity:
      'The link is yours. On a new device the page asks for a code from this mailbox. It ends after 30 days without use.',
    codeSubject: (code: string, provider: string) => `${code} is your code for ${provider}`,
    code: (provider: string) => `Enter this code to open your page at ${provider}:`,
    codeValidity: 'It is valid for 10 minutes. Pass it on to nobody.',
    notYou: 'If you did not ask for it, ignore this message: without the code nobody sees the page.',
    newsSubject: (provider: string) => `The office of ${provider} has something for you`,
    news: 'The office has something for you.',
    newsWhy:
      'Please open your page to see it. The page sends a code to this mailbox. So we know that this address is yours.',
    newsWithoutPage: 'Please ask the office for it.',
  },
  addressChanged: {
    subject: (provider: string) => `An address changed at ${provider}`,
    preview: 'You can refuse it for a day.',
    added: (name: string, addresses: string) =>
      `The office has written another address for ${name}: ${addresses}. In a day, mails and the page of ${name} may go there.`,
    removed: (name: string) => `The office no longer uses an address of ${name}. It ends in a day.`,
    ask: 'If this is right, you need not do anything. If not, refuse it:',
    button: 'See and refuse',
    validity: 'The link works for a day.',
  },
  addressRefused: {
    subject: (name: string) => `Please check the addresses of ${name}`,
    preview: 'The reader of a mailbox does not agree.',
    refused: (name: string, mailbox: string) =>
      `A new address of ${name} was refused from an earlier one. The portal put the earlier one back. Refused: ${mailbox}.`,
    notTheirs: (name: string, mailbox: string) =>
      `${name} is written with the address ${mailbox}. Its reader says that this is not right. The address shows them nothing of ${name}.`,
    button: 'Open the student',
    what: 'Ask the family, and correct the address.',
  },
  enquiry: {
    subject: (type: string, name: string) => `Question about ${type} from ${name}`,
    body: 'Somebody asked on the public site:',
    type: 'About',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    received: 'Asked on',
    footer: (provider: string) => `Sent by the ${provider} portal. Your reply goes to the person who asked.`,
    footerWithoutReply: (provider: string) => `Sent by the ${provider} portal. Replies are not read.`,
  },
  /** The words of the portal in what somebody writes to students. */
  message: {
    /** For a person whose name nobody knows. */
    name: 'student',
    class: 'no class yet',
    course: 'no course yet',
    teacher: 'no teacher yet',
    times: 'no times yet',
    meeting: 'no meeting is planned',
    join: 'no link yet',
    /** Nothing is open. */
    balance: 'nothing is open',
    about: (people: string) => `This mail is for ${people}.`,
    test: (subject: string) => `Test: ${subject}`,
    footer: (author: string, provider: string, mailbox: string) =>
      `${author} wrote this through the ${provider} portal. Your reply goes to ${mailbox}.`,
  },
  report: {
    lists: { students: 'Students', payments: 'Payments', attendance: 'Attendance' },
    subject: (list: string, provider: string) => `${list}: report of ${provider}`,
    preview: 'A list that the portal sends regularly.',
    body: (list: string, day: string, rows: number) => `${list}, as of ${day}. Rows: ${rows}.`,
    attached: 'The list is attached as a spreadsheet. It has what you may see in the portal.',
    tooLong: 'The list is too long for a mail, so no file is attached. Please open it in the portal.',
    twoPeople:
      'The list has more rows than may leave without a second person, so no file is attached. Please send it from the portal, which asks for one.',
    button: 'See scheduled reports',
    rhythm: {
      weekly: 'The portal sends it every Monday. You can pause or delete it there.',
      monthly: 'The portal sends it on the first of each month. You can pause or delete it there.',
    },
  },
  openCases: {
    subject: (provider: string, count: number) => `Your open cases at ${provider}: ${count}`,
    preview: 'What waits for you this week.',
    body: (count: number, overdue: number) =>
      `Open cases of yours: ${count}. Overdue: ${overdue}. Cases that are put off are left out.`,
    kinds: {
      open_cover: 'Waits for a substitute',
      unmarked_class: 'Roll not called',
      class_without_teacher: 'Class without teacher',
      paid_not_placed: 'Paid, in no class',
      attending_unpaid: 'Attends, not paid',
      three_absences: 'Three times absent',
      failed_mail: 'Mail not delivered',
      event_without_link: 'Event without link',
      homework_to_check: 'Homework to look at',
    },
    due: (day: string) => `due on ${day}`,
    overdue: (day: string) => `overdue since ${day}`,
    noDue: 'no due day',
    more: (count: number) => `and ${count} more`,
    button: 'See your cases',
    why: 'The portal sends this mail every Monday. It names no students. Account admins can switch it off in Settings.',
  },
  testMail: {
    subject: (provider: string) => `Test mail of ${provider}`,
    preview: 'Mails of the portal arrive.',
    body: (asker: string, when: string) =>
      `${asker} asked for this mail on ${when}, to see whether mails of the portal arrive.`,
    arrived: 'It has arrived. Look at the name of the sender, and reply to it to see where replies go.',
  },
};

/** The texts of mails in any language. */
export type MailTexts = Translated<typeof en>;
