import { readFileSync } from 'node:fs';
import { access as accessTexts } from '../texts/en/access.ts';
import { accounts } from '@gurukul/contract/accounts';
import { attendance } from '@gurukul/contract/attendance';
import { courses } from '@gurukul/contract/courses';
import { dashboards } from '@gurukul/contract/dashboards';
import { events } from '@gurukul/contract/events';
import { mails } from '@gurukul/contract/mails';
import { people } from '@gurukul/contract/people';
import type { Call } from '@gurukul/contract/shared/call';
import { students } from '@gurukul/contract/students';
import { minifySync, type HtmlTagDescriptor, type Plugin } from 'vite';
import { addressOf, type Fields } from '../api/address.ts';
import { paintFirst, type Ask, type FirstWords, type HeadWords } from '../first-paint.ts';
import { pageSizes } from '../lib/constants.ts';
import { paths } from '../paths.ts';
import { accounts as accountsTexts } from '../texts/en/accounts.ts';
import { attendance as attendanceTexts } from '../texts/en/attendance.ts';
import { audit as auditTexts } from '../texts/en/audit.ts';
import { classes as classesTexts } from '../texts/en/classes.ts';
import { courses as coursesTexts } from '../texts/en/courses.ts';
import { dashboards as dashboardsTexts } from '../texts/en/dashboards.ts';
import { enquiries as enquiriesTexts } from '../texts/en/enquiries.ts';
import { events as eventsTexts } from '../texts/en/events.ts';
import { homework as homeworkTexts } from '../texts/en/homework.ts';
import { intake as intakeTexts } from '../texts/en/intake.ts';
import { mails as mailsTexts } from '../texts/en/mails.ts';
import { payments as paymentsTexts } from '../texts/en/payments.ts';
import { people as peopleTexts } from '../texts/en/people.ts';
import { roleReach as roleReachTexts } from '../texts/en/role-reach.ts';
import { students as studentsTexts } from '../texts/en/students.ts';
import { updating as updatingTexts } from '../texts/en/updating.ts';
import { shell } from '../texts/en/shell.ts';

const name = 'first-paint.js';

/** In the page itself: no other file of styles has to wait for it, and it is gone when the portal is there. */
const styles = readFileSync(new URL('../theme/first-paint.css', import.meta.url), 'utf8')
  .replaceAll(/\/\*[^]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ');

/** Who is signed in, known to the browser alone. */
const uid = '*uid*';

const ask = (call: Call, input: Fields = {}): Ask => {
  const { url, body } = addressOf(call, input);
  return body === undefined ? [url] : [url, body];
};

/** Calls that name the person in their address and nothing else, under one name or the other. */
const own = (call: Call): Ask => {
  const [, name = ''] = /\{(\w+)\}/.exec(call.path) ?? [];
  return ask(call, name ? { [name]: uid } : {});
};

const written = (path: string) => encodeURI(path).toLowerCase();

interface Head {
  readonly title: string;
  readonly lead: string;
}

const headsOf = (pages: readonly (readonly [path: string, words: Head])[]) =>
  Object.fromEntries(
    pages.map(([path, { title, lead }]): [string, HeadWords] => [written(path), [title, lead]]),
  );

const ownHead = ({ title, ownLead }: { readonly title: string; readonly ownLead: string }): Head => ({
  title,
  lead: ownLead,
});

const account = [
  [paths.editProfile, accountsTexts.edit],
  [paths.changePassword, accountsTexts.change],
] as const;

const office = [
  ...account,
  [paths.events, eventsTexts],
  [paths.markAttendance, attendanceTexts.mark],
  [paths.attendanceReport, attendanceTexts.report],
] as const;

const { dashboardTitles: titles } = shell;

const dashboard = (path: string, words: Head) =>
  [
    [path, words],
    [paths.home, words],
  ] as const;

/** The pages that say the same whatever they show, by whom the menu offers them to. */
const pages = {
  admin: headsOf([
    ...dashboard(paths.accountAdminDashboard, { title: titles.admin, lead: dashboardsTexts.lead.admin }),
    ...office,
    [paths.courses, coursesTexts.all],
    [paths.addCourse, coursesTexts.add],
    [paths.courseAdmins, peopleTexts.courseAdmins],
    [paths.teachers, peopleTexts.teachers],
    [paths.students, studentsTexts.all],
    [paths.payments, paymentsTexts.all],
    [paths.eventTickets, paymentsTexts.tickets],
    [paths.queryEmails, enquiriesTexts],
    [paths.intake, intakeTexts],
    [paths.access, accessTexts],
    [paths.roleReach, roleReachTexts],
    [paths.mails, mailsTexts],
    [paths.bin, auditTexts.bin],
  ]),
  courseadmin: headsOf([
    ...dashboard(paths.courseAdminDashboard, {
      title: titles.courseadmin,
      lead: dashboardsTexts.lead.courseadmin,
    }),
    ...office,
    [paths.myCourses, coursesTexts.mine],
    [paths.courseAssociation, classesTexts],
    [paths.teachersList, peopleTexts.ownTeachers],
    [paths.allStudents, studentsTexts.own],
    [paths.payment, paymentsTexts.own],
    [paths.updating, updatingTexts],
    [paths.mails, ownHead(mailsTexts)],
    [paths.bin, ownHead(auditTexts.bin)],
  ]),
  teacher: headsOf([
    ...dashboard(paths.teacherDashboard, { title: titles.teacher, lead: dashboardsTexts.lead.teacher }),
    ...account,
    [paths.allCourses, coursesTexts.taught],
    [paths.studentList, studentsTexts.ofTeacher],
    [paths.attendance, attendanceTexts.take],
    [paths.viewAttendance, attendanceTexts.history],
    [paths.homeworks, homeworkTexts],
  ]),
};

const today = ask(dashboards.get_today);

const asksOf = (pages: readonly (readonly [path: string, asks: readonly Ask[]])[]) =>
  Object.fromEntries(pages.map(([path, asks]) => [written(path), asks]));

const dashboardAsks = (path: string, asks: readonly Ask[]) =>
  [
    [path, asks],
    [paths.home, asks],
  ] as const;

const chosen = { course_status: 'active', search: '', sort: '', page: 1 };

const log: readonly Ask[] = [
  ask(events.get_events),
  ask(mails.get_mails, {
    state: 'all',
    kind: null,
    event_id: null,
    search: null,
    page: 1,
    pageSize: pageSizes.mails.size,
  }),
];

/** What lists ask for when they are opened as they are; in another way than here, it would be asked for twice. */
const asks = {
  admin: asksOf([
    ...dashboardAsks(paths.accountAdminDashboard, [today, own(dashboards.admin_dashboard)]),
    [
      paths.courses,
      [ask(courses.get_all_courses, { search: '', sort: '', page: 1, pageSize: pageSizes.courses.size })],
    ],
    [paths.courseAdmins, [ask(people.get_all_courseadmins)]],
    [paths.teachers, [ask(people.get_all_teachers)]],
    [paths.students, [ask(students.get_all_students, { ...chosen, pageSize: pageSizes.students.size })]],
    [paths.mails, log],
  ]),
  courseadmin: asksOf([
    ...dashboardAsks(paths.courseAdminDashboard, [today, own(dashboards.course_admin_dashboard)]),
    [
      paths.allStudents,
      [
        ask(students.getallstudents_under_courseadmin, {
          user_id: uid,
          ...chosen,
          pageSize: pageSizes.allStudents.size,
        }),
      ],
    ],
    [paths.mails, log],
  ]),
  teacher: asksOf([
    ...dashboardAsks(paths.teacherDashboard, [
      today,
      own(dashboards.teacher_dashboard),
      ask(attendance.get_rolls),
    ]),
  ]),
};

const signIn = { title: accountsTexts.login.welcome, lead: accountsTexts.login.lead };

const words: FirstWords = {
  door: headsOf([paths.login, paths.home].map((path) => [path, signIn] as const)),
  roles: {
    admin: {
      path: written(paths.accountAdminDashboard),
      pages: pages.admin,
      asks: asks.admin,
    },
    courseadmin: {
      path: written(paths.courseAdminDashboard),
      pages: pages.courseadmin,
      asks: asks.courseadmin,
    },
    teacher: {
      path: written(paths.teacherDashboard),
      pages: pages.teacher,
      asks: asks.teacher,
    },
  },
  asks: [own(accounts.get_user_profile)],
  greetings: dashboardsTexts.greetings,
};

/**
 * Lays a small script beside the page of HTML that runs as soon as it has come, by itself: a module of the portal would
 * wait for all others. The policy of the pages lets no script stand in the page itself.
 */
export function firstPaint(): Plugin & { has: (file: string) => boolean; file: () => string } {
  let file = '';
  return {
    name: 'gurukul-first-paint',
    apply: 'build',
    has: (asked) => asked === file,
    file: () => file,
    buildStart() {
      const { code, errors } = minifySync(name, `(${String(paintFirst)})();`);
      if (errors.length > 0) this.error(`The first script cannot be written: ${errors[0]?.message}`);
      const reference = this.emitFile({ type: 'asset', name, source: code });
      file = this.getFileName(reference);
    },
    transformIndexHtml(): HtmlTagDescriptor[] {
      return [
        { tag: 'style', children: styles, injectTo: 'head-prepend' },
        // Before the script, which reads them. They are no script, so the policy lets them stand.
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'first-words' },
          children: JSON.stringify(words),
          injectTo: 'head-prepend',
        },
        {
          tag: 'script',
          attrs: { src: `/${file}`, async: true, fetchpriority: 'high' },
          injectTo: 'head-prepend',
        },
      ];
    },
  };
}
