import { sharedModules } from './shared-modules.ts';

export const shared = sharedModules();

/** The pages that a person sees before signing in. */
const frontDoor = /\/web\/(?:features\/accounts\/sign-in\/login-page|layout\/signed-out)\.tsx$/;

/**
 * The first module, with all that it imports. Code around the pages before sign-in and around the signed-in pages, and
 * the code with which both call the server.
 */
const start =
  /rolldown\/runtime|\/web\/(?:index\.html|main\.tsx)$|contract:accounts$|\/web\/(?:calls\/(?:client|use-attempt)\.ts|texts\/accounts\.ts|ui\/feedback\/(?:toast\.tsx|notice\.tsx|in-dialog\.ts)|layout\/(?:colour-scheme-switch|footer|language-switch|route-progress)\.tsx)$/;

/** The parts of all forms, also of the sign-in form. */
const forms = /\/@mantine\/form\/|\/web\/ui\/form\/(?:form-shell|password-field)\.tsx$/;

/**
 * The frame of signed-in pages with their table, and the parts that nearly each of them uses. Alone, an icon is a file
 * of 200 bytes. A switch shares the one line of `to-int` with dialogs, which would come with it.
 */
const frame =
  /\/web\/(?:pages|lib\/address\/(?:day-in-address|thing-address)|features\/(?:audit\/tell-done|messages\/(?:offers|write-button)|payments\/load-record-payment|command-bar\/(?:action-host|opener|shortcut)|views\/load-saved-views)|layout\/(?:keys|shell|signed-in-providers)|ui\/(?:lone-link|page-tabs|panel|use-now|use-on-first-use|menu\/menu-button|feedback\/(?:hint|loading-state|states)|stat-cards|table\/saved-views-place))\.tsx?$|\/Icon(?:ArrowRight|ChevronDown|ChevronRight|HourglassHigh|Phone|Plus|Search|UsersGroup)\.mjs$|\/@mantine\/core\/esm\/components\/(?:(?:Group|Skeleton|Stack|Tabs|Title)\/|ScrollArea\/utils\/to-int\.)|\/(?:get-env|use-resize-observer)\.mjs$|\/web\/ui\/link\.module\.css|contract:(?:access|provider)$/;

/** What is due, which dashboards and the roll call share: rolls, meetings, homework. */
const rolls =
  /\/web\/(?:lib\/format\/(?:clock-name|meeting-times)|calls\/roll-taps|features\/(?:attendance\/(?:roll-address|roll-words|rolls-due)|homework\/week-text|meetings\/(?:join-button|meeting-menu))|texts\/(?:meetings|roll-call))\.|contract:meetings$|\/contract\/shared\/meetings\/ahead\.ts$|\/IconVideo\.mjs$/;

/** The dashboards, with what their lines of today lead to. */
const dashboards =
  /\/web\/features\/(?:cases\/(?:days|line-actions|use-case-actions)|dashboards\/(?:dashboard|failed-figures|teacher-dashboard))\./;

/** What the pages of attendance share. */
const attendance =
  /\/web\/features\/attendance\/(?:attendance-status\.|early\.|day-choice\.module|filters\.module|mark-history\.|meeting-choice\.|register\.|register\.module|use-register\.)|\/IconDotsVertical\.mjs$/;

/** Code that loads on demand: menus, popovers and tooltips with their geometry. */
const floating = /@mantine\/core\/esm\/components\/(?:Menu|Popover|Tooltip)\//;

/** Parts of pages with a form: dialogs, warnings and the question of somebody who leaves. */
const dialogs =
  /@mantine\/core\/esm\/components\/(?:Alert|Modal|ModalBase|Drawer)\/|\/useBlocker\.js$|\/web\/(?:layout\/use-leave-guard|ui\/feedback\/dialog)\.tsx?$/;

/**
 * What most lists have above their tables, what their pages share with a few others, and the small style sheets of each
 * of them: alone they would be five requests.
 */
const alsoOfLists =
  /\/web\/(?:calls\/download|layout\/use-leave-guard|lib\/(?:format\/country-names|address\/sort-in)|ui\/table\/(?:filter-panel|days-filter|use-choices|use-near|use-ticked-or-all)|features\/(?:events\/(?:event-options|use-events)|people\/view-profile|regions\/region-chip|exports\/server-export|reports\/mail-this|roster\/status-tones)|texts\/my-page)\.tsx?$|\/web\/features\/(?:(?:courses\/list|mail-list|mails|payments|people|roster|selection|students)\/(?!student-(?:header|notes|tabs)\.)[\w-]+|attendance\/mark-boxes)\.module\.css|\/Icon(?:FileImport|UserPlus)\.mjs$/;

/** Texts that a list shares with pages which do not need the list. */
const caseWords = /\/web\/texts\/cases\.ts$/;
const paymentWords = /\/web\/texts\/payments\.ts$|\/contract\/shared\/money\/money\.ts$/;
const studentWords = /\/web\/texts\/students\.ts$/;

/** The lists of people. */
const people =
  /\/web\/features\/(?:people\/(?:people-list|person-columns|delete-button|use-asked-teachers)|accounts\/invite-button)\./;

/** Brings the codes of all countries along. */
const contact = /\/web\/features\/people\/contact-links\.tsx$/;

/** What the pages of one person or thing share. */
const details =
  /\/web\/(?:ui\/(?:description-list|figure-links|feedback\/missing)|features\/(?:audit\/history-panel|people\/(?:person-not-shown|profile-panel)))\.tsx$/;

/** What the page of a student shares with Updating. */
const student =
  /\/web\/(?:features\/(?:classes\/classes-of|students\/(?:payment-choice|use-move))|texts\/(?:student|updating))\./;

/** The lists of students, courses, events, mails and payments. */
const students =
  /\/web\/(?:features\/(?:roster\/payment-badge|selection\/unfinished-save|students\/student-(?:columns|filters))|texts\/selection)\.|contract:(?:my-page|selection)$/;
const courses = /\/web\/features\/courses\/(?:course-name|course-states|list\/course-columns)\./;
const events =
  /\/web\/(?:features\/events\/(?:event-status|event-time|events\.module|said-of)|texts\/events)\./;
const mails =
  /\/web\/(?:features\/(?:mails\/mail(?:-kinds|s\.module)|mail-list\/(?:mail-actions|mail-columns|mail-list\.module|use-retry))|texts\/mails)\./;
const payments =
  /\/web\/features\/payments\/(?:payment-list|record-button|use-asked|money-|payment-columns|paid-when)/;

/** The page of a class, and what it shares with the list of classes and with what writes to people. */
const classPage =
  /\/web\/features\/(?:class-page\/class-(?:actions|facts)|roster\/roster|attendance\/(?:meetings|mini-strip)|meetings\/reminder-choice)\./;
const classActions =
  /\/web\/features\/(?:classes\/(?:overlap-question|save-asking|use-class-deletion)|assignments\/use-class-teacher)\.|contract:assignments$/;
const messages = /\/web\/(?:features\/messages\/draft|texts\/messages)\.|contract:messages$/;

/** Questions that say first what a change does. */
const checked = /\/web\/(?:calls\/use-checked\.ts|ui\/feedback\/checked-dialog\.tsx)$/;

/** The fields of long forms, and words that the settings share with the pages to which they lead. */
const fields =
  /@mantine\/core\/(?:esm\/components|styles)\/(?:FileButton|Progress)[/.]|\/web\/(?:calls\/use-image-upload|layout\/use-kept-form|ui\/form\/(?:saved-meanwhile|upload-field))\./;
const settings =
  /\/web\/(?:lib\/format\/time-zones|features\/provider\/test-mail|texts\/(?:approvals|provider|setup))\./;

/**
 * Own code, without parts that bring a library along: dialogs, the calendar with its reader of days, and the
 * cleaning of formatted text.
 */
const own =
  /contract:|\/web\/(?!(?:ui\/(?:feedback\/dialog|form\/date-field|document\/rich-text)|lib\/format\/typed-day)\.)/;

/** A module by its path; the English texts of a noun go where its module goes. */
const placed = (id: string) => id.replace(/\/contract\/texts\/([\w-]+)\.en\.json$/, '/web/texts/$1.ts');

/** Each noun's words in a file of their own: a reader of another language loads the words of every noun in a file. */
const words = /\/web\/texts\/(?!texts|catalogue|language|refusals|values)/;

const ofLists = (id: string) =>
  alsoOfLists.test(placed(id)) ||
  (own.test(placed(id)) && !words.test(placed(id)) && shared.pagesOf(id) >= 9);

const groups = [
  {
    name: 'libraries',
    // With the helper of the build: the table of other languages needs it while the first file still waits for that table.
    test: /vite\/preload-helper|node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/][\w-]+)[\\/](?!.*\/(?:queriesObserver|useQueries|useBlocker)\.js$)/,
    priority: 11,
  },
  { name: 'start', test: start, priority: 10 },
  { name: 'forms', test: forms, priority: 7 },
  { name: 'front-door', test: frontDoor, priority: 6 },
  { name: 'frame', test: frame, priority: 4 },
  { name: 'rolls', test: rolls, priority: 3, includeDependenciesRecursively: false },
  // With what nine pages share: the table of all lists, their search, some texts.
  { name: 'lists', test: ofLists, priority: 2 },
  { name: 'case-words', test: caseWords, priority: 2 },
  { name: 'payment-words', test: paymentWords, priority: 2 },
  { name: 'student-words', test: studentWords, priority: 2 },
  { name: 'contact', test: contact, priority: 2 },
  { name: 'dashboards', test: dashboards, priority: 1 },
  { name: 'people', test: people, priority: 1 },
  { name: 'payments', test: payments, priority: 1 },
  // Without what they import: the calendar is loaded with the form that needs it.
  { name: 'attendance', test: attendance, priority: 1, includeDependenciesRecursively: false },
  { name: 'courses', test: courses, priority: 1 },
  { name: 'events', test: events, priority: 1 },
  { name: 'mails', test: mails, priority: 1 },
  { name: 'students', test: students, priority: 1 },
  { name: 'student', test: student, priority: 1 },
  { name: 'details', test: details, priority: 1 },
  // After the lists: what those share with menus and dialogs, such as the fields, is theirs.
  { name: 'floating', test: floating, priority: 1 },
  { name: 'dialogs', test: dialogs, priority: 0 },
  // Without what they import: other pages have a part of it too.
  { name: 'fields', test: fields, priority: 0, includeDependenciesRecursively: false },
  { name: 'class', test: classPage, priority: 0, includeDependenciesRecursively: false },
  { name: 'class-actions', test: classActions, priority: 0, includeDependenciesRecursively: false },
  { name: 'checked', test: checked, priority: 0, includeDependenciesRecursively: false },
  { name: 'messages', test: messages, priority: 0, includeDependenciesRecursively: false },
  { name: 'settings', test: settings, priority: 0, includeDependenciesRecursively: false },
];

/**
 * Code that many pages share is in few files: a hundred small files compress badly and wait for each other. All other
 * code is divided by page. The libraries of all pages change least often, so they have a file of their own. The groups
 * are listed in the order in which a visitor needs them.
 */
export const chunkGroups = groups.map(({ test, ...group }) => ({
  ...group,
  test: (id: string) => (typeof test === 'function' ? test(id) : test.test(placed(id))),
}));
