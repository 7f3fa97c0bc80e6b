/** The guide: one page a task. Words beside a task are what people may call it or ask; they are matched, never shown. */
export const help = {
  title: 'Help',
  lead: 'One page for each task. Type a question, or press Ctrl K and type what you want to do.',
  question: 'What do you want to do?',
  open: 'Open the page',
  inBar: 'Or type in the command bar:',
  all: 'All tasks',
  none: 'No task fits these words',
  hint: 'Try one word, such as cancel, mail or receipt.',
  keys: 'Show all keys',
  others: 'Other roles do this:',
  tasks: {
    cancel: {
      title: 'Cancel one meeting',
      words: 'where do I cancel a class meeting lesson call off no class today tell everybody',
      steps: [
        'Open the class and its tab Meetings, or the schedule.',
        'Choose Change beside the meeting, then Cancel meeting.',
        'Write the reason. The form says who gets a mail. Untick it to tell nobody.',
        'The weekly time stays. Undo takes it back.',
      ],
    },
    substitute: {
      title: 'Find a substitute',
      words: 'teacher is ill sick away cannot come cover replace stand in who takes the class',
      steps: [
        'Open the meeting: in the class, the schedule or Today.',
        'Choose Change, then Find a substitute. A teacher chooses I cannot.',
        'The portal proposes teachers of the course who are free at that time. Press Ask.',
        'The first to accept has the meeting. Students and calendars follow.',
      ],
    },
    addStudent: {
      title: 'Add a student',
      words: 'how do I add new student enrol register learner child import list',
      steps: [
        'Open Students and press Add student.',
        'Fill in name, email, course and class. The rest can wait.',
        'If somebody like them is here already, the portal asks who is meant.',
        'For many at once, press Import students and bring a spreadsheet or paste lines.',
      ],
    },
    move: {
      title: 'Move a student to another class',
      words: 'change class course of student transfer wrong class switch',
      steps: [
        'Open the student and press Move to another class.',
        'Choose the class. Each shows its times and free places.',
        'For another course, choose Another course.',
        'Undo takes it back.',
      ],
    },
    noMail: {
      title: 'Why somebody got no mail',
      words: 'why did she he they get no mail email letter not received not arrive bounced spam',
      steps: [
        'Open the student and the tab Mails.',
        'It lists every mail, and what became of it: sent, failed, or never written, with the reason.',
        'Correct a wrong address in the tab About, then send the mail again.',
        'All mails of the provider stand on the page Mails.',
      ],
    },
    roll: {
      title: 'Call a roll',
      words: 'how do I take attendance call the roll mark present absent register',
      steps: [
        'Open Take attendance. The rolls of today come first.',
        'Everybody is present. Tap those who are missing.',
        'Press Save. It works without a network, and is sent later.',
        'A roll of an earlier day is behind Another day.',
      ],
    },
    correctMark: {
      title: 'Correct a mark of an earlier day',
      words: 'wrong attendance change mark absent was present fix correct mistake',
      steps: [
        'Open the student, or the class and its tab Rolls.',
        'Press the mark of that day.',
        'Choose the right one. The history keeps the old one.',
      ],
    },
    payment: {
      title: 'Record a payment and issue a receipt',
      words: 'give cash paid money received write down payment receipt invoice fee',
      steps: [
        'Open Payments and press Record a payment.',
        'Type a part of the name. Course and amount are proposed.',
        'Press Record payment, then Issue a receipt.',
        'Download it, or send it to the guardian who pays.',
      ],
    },
    unpaid: {
      title: 'See who has not paid, and remind them',
      words: 'who owes has not paid unpaid dues fees remind reminder overdue balance',
      steps: [
        'Open Who owes what. It lists what is open by student, course and days overdue.',
        'Tick rows, or take all.',
        'Press Remind by mail. The preview shows each mail before it leaves.',
      ],
    },
    message: {
      title: 'Write to a class or a person',
      words: 'message mail write to all students of a class parents whatsapp send announce tell',
      steps: [
        'Open the class, the student or a list, and press Write.',
        'Write the text. Fields such as the name are filled in for each reader.',
        'Look at who gets it, then send it now or later.',
        'You can take it back for a minute.',
      ],
    },
    dayOff: {
      title: 'Add a festival or a holiday',
      words: 'enter holiday festival break vacation day off closed diwali no classes week',
      steps: [
        'Open Days off and press Add a day off.',
        'Choose the days and for whom: everybody, a course or a class.',
        'The form shows which meetings fall out. Untick those that take place.',
        'No roll is asked for on these days.',
      ],
    },
    newClass: {
      title: 'Create a class with its teacher',
      words: 'new class create weekly time slot timing batch section teacher associate strength',
      steps: [
        'Open Course Association and choose the course.',
        'Associate the teacher with the course first. Strength is how many students the teacher takes.',
        'Press Create class. Give it a name, a weekday, a time and the teacher.',
        'The portal warns when the teacher is busy at that time.',
      ],
    },
    newCourse: {
      title: 'Add a course',
      words: 'make new course create publish coming soon price curriculum',
      steps: [
        'An Account Admin opens Add Course.',
        'Give it a name, a course admin and its texts. Prices and weeks can come later.',
        'Coming Soon shows it without registration. Publish opens it.',
        'Create its classes next.',
      ],
    },
    invite: {
      title: 'Invite a colleague',
      words: 'invite new teacher course admin colleague staff account invitation link',
      steps: [
        'Open Teachers or Course admins and press Invite.',
        'Type the email address. The person gets a link and chooses a password.',
        'Invitations shows who has not answered. You can send it again there.',
      ],
    },
    event: {
      title: 'Hold an event and invite people',
      words: 'event satsang invite register guests announce lecture emails send',
      steps: [
        'Open Events and press Add event.',
        'Give it a day, a time and a link.',
        'Tick Emails Send and publish: the students of the course get a mail.',
        'Add people or a whole class in the event.',
      ],
    },
    undo: {
      title: 'Take something back',
      words: 'undo mistake deleted restore bring back bin trash wrong by accident recover',
      steps: [
        'Press Undo in the message at the foot of the page.',
        'Later, open the Bin. It has the changes of 30 days.',
        'Where a later change stands in the way, the Bin names it.',
      ],
    },
    family: {
      title: 'Let parents see and pay',
      words: 'parents guardian mother father family sibling my page link see child',
      steps: [
        'Open the student and the tab About. Add the guardian.',
        'Say whether they may see and whether they pay.',
        'In the tab My page, send them the link to their own page.',
        'They need no account.',
      ],
    },
    report: {
      title: 'See or print attendance',
      words: 'attendance report print register percentage absent who misses list paper history export',
      steps: [
        'Open Attendance Report. Choose course, class and days.',
        'Press View Report. Sort by the worst, print or export it.',
        'The tab Attendance of a student shows one student alone.',
      ],
    },
  },
} as const;
