import { portalRoles, type PortalRole } from '@gurukul/contract/shared/roles';
import {
  IconCalendarPlus,
  IconFileImport,
  IconHistory,
  IconKey,
  IconMailOpened,
  IconUser,
  IconUserEdit,
} from '@tabler/icons-react';
import { linksOf, menus, type MenuLink } from '#web/layout/menu.ts';
import { pageRoles } from '#web/page-roles.ts';
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
/** Where no menu leads and somebody may want to be at once. */
const beside: readonly MenuLink[] = [
  { label: t.importStudents, href: paths.importStudents, icon: IconFileImport },
  { label: t.history, href: paths.viewAttendance, icon: IconHistory },
  addEvent,
  letters,
];

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

const isFor = (role: PortalRole, { href }: MenuLink) =>
  pageRoles[href.replace(/\?.*/, '')]?.includes(role) ?? false;

/** Every page that the role may open and one can jump to: those of its menu first, in its order. */
export function pagesOf(role: PortalRole): readonly PageLink[] {
  const menu = menus[role].flatMap((group) =>
    linksOf([group]).map((link) => ({ ...link, group: group.links.length > 1 ? (group.label ?? '') : '' })),
  );
  const known = new Set(menu.map(({ href }) => href));
  const others = portalRoles
    .flatMap((other) => linksOf(menus[other]))
    .filter((link) => isFor(role, link) && !known.has(link.href));
  const more = new Map(
    [...others, ...beside.filter((link) => isFor(role, link)), ...own].map((link) => [link.href, link]),
  );
  return [...menu, ...[...more.values()].map((link) => ({ ...link, group: '' }))];
}

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
