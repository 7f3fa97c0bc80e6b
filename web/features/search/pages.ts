import type { PortalRole } from '@gurukul/contract/shared/roles';
import {
  IconCalendarPlus,
  IconFileImport,
  IconHistory,
  IconKey,
  IconMailOpened,
  IconUser,
  IconUserEdit,
} from '@tabler/icons-react';
import { menus, type MenuLink } from '#web/layout/menu.ts';
import { dashboardOf, paths } from '#web/paths.ts';
import { searchTexts } from '#web/texts/search.ts';
import { texts } from '#web/texts/texts.ts';
import { foldedWords, isAnyStart } from './match.ts';

export interface PageLink extends MenuLink {
  /** The part of the menu it stands in. */
  readonly group: string;
}

const t = searchTexts.pages;
const w = searchTexts.words;

const addEvent: MenuLink = { label: t.addEvent, href: `${paths.events}?dialog=add`, icon: IconCalendarPlus };
const letters: MenuLink = { label: t.letters, href: `${paths.mails}?tab=letters`, icon: IconMailOpened };
const importStudents: MenuLink = {
  label: t.importStudents,
  href: paths.importStudents,
  icon: IconFileImport,
};

/** Where a menu does not lead and somebody may want to be at once. */
const beside: Readonly<Record<PortalRole, readonly MenuLink[]>> = {
  admin: [importStudents, addEvent, letters],
  courseadmin: [
    { ...menuLink('teacher', paths.attendance), label: texts.shell.menu.takeAttendance },
    importStudents,
    addEvent,
    letters,
  ],
  teacher: [{ label: t.history, href: paths.viewAttendance, icon: IconHistory }],
};

const own: readonly MenuLink[] = [
  { label: texts.shell.myAccount, href: paths.profile, icon: IconUser },
  { label: t.editProfile, href: paths.editProfile, icon: IconUserEdit },
  { label: texts.shell.changePassword, href: paths.changePassword, icon: IconKey },
];

const words: Readonly<Record<string, string>> = {
  [paths.home]: w.dashboard,
  [dashboardOf('courseadmin')]: w.dashboard,
  [dashboardOf('teacher')]: w.dashboard,
  [paths.courseAdmins]: w.courseAdmins,
  [paths.teachers]: w.teachers,
  [paths.teachersList]: w.teachers,
  [paths.students]: w.students,
  [paths.allStudents]: w.students,
  [paths.studentList]: w.students,
  [paths.payments]: w.payments,
  [paths.payment]: w.payments,
  [paths.eventTickets]: w.eventTickets,
  [paths.queryEmails]: w.queryEmails,
  [paths.mails]: w.mails,
  [paths.bin]: w.bin,
  [letters.href]: w.letters,
  [paths.intake]: w.intake,
  [paths.access]: w.access,
  [paths.roleReach]: w.roleReach,
  [paths.addCourse]: w.addCourse,
  [paths.courses]: w.courses,
  [paths.myCourses]: w.courses,
  [paths.allCourses]: w.courses,
  [paths.events]: w.events,
  [addEvent.href]: w.addEvent,
  [paths.courseAssociation]: w.courseAssociation,
  [paths.updating]: w.updating,
  [paths.importStudents]: w.importStudents,
  [paths.markAttendance]: w.markAttendance,
  [paths.attendanceReport]: w.attendanceReport,
  [paths.attendance]: w.takeAttendance,
  [paths.viewAttendance]: w.history,
  [paths.schedule]: w.schedule,
  [paths.homeworks]: w.homework,
  [paths.profile]: w.profile,
  [paths.editProfile]: w.editProfile,
  [paths.changePassword]: w.changePassword,
};

function menuLink(role: PortalRole, href: string): MenuLink {
  const link = menus[role].flatMap(({ links }) => links).find((each) => each.href === href);
  if (!link) throw new Error(`The menu has no ${href}`);
  return link;
}

/** Every page of the role that one can jump to, in the order of its menu. */
export const pagesOf = (role: PortalRole): readonly PageLink[] => [
  ...menus[role].flatMap(({ label, links }) =>
    links.map((link) => ({ ...link, group: links.length > 1 ? (label ?? '') : '' })),
  ),
  ...[...beside[role], ...own].map((link) => ({ ...link, group: '' })),
];

/** How well the page answers to what was typed: 0 the best, null when it does not. */
function fitOf({ label, group, href }: PageLink, typed: readonly string[]): number | null {
  const name = foldedWords(label);
  if (typed.every((word) => isAnyStart(name, word))) return name[0]?.startsWith(typed[0] ?? '') ? 0 : 1;
  const all = [...name, ...foldedWords(group), ...foldedWords(words[href] ?? '')];
  return typed.every((word) => isAnyStart(all, word)) ? 2 : null;
}

/** The pages meant by a text, by name before other words. */
export function pagesLike(role: PortalRole, text: string): readonly PageLink[] {
  const typed = foldedWords(text);
  if (typed.length === 0) return [];
  return pagesOf(role)
    .flatMap((page) => {
      const fit = fitOf(page, typed);
      return fit === null ? [] : [{ page, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ page }) => page);
}
