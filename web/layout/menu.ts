import type { PortalRole } from '@gurukul/contract/shared/roles';
import {
  IconBook2,
  IconBooks,
  IconCalendarEvent,
  IconCalendarTime,
  IconCash,
  IconChalkboard,
  IconChecklist,
  IconClipboardCheck,
  IconFilePlus,
  IconHome2,
  IconKey,
  IconMail,
  IconMailForward,
  IconPencil,
  IconReport,
  IconSchool,
  IconShieldCheck,
  IconTicket,
  IconTrash,
  IconUserCheck,
  IconUserEdit,
  IconUserShield,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { dashboardOf, paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';

export interface MenuLink {
  readonly label: string;
  readonly href: string;
  readonly icon: Icon;
}

export interface MenuGroup {
  /** Shown above the links; null for the ones that stand alone. */
  readonly label: string | null;
  /** Where the label itself leads, if anywhere. */
  readonly head?: MenuLink;
  readonly links: readonly MenuLink[];
}

/** Every link of a menu, in its order. */
export const linksOf = (groups: readonly MenuGroup[]): readonly MenuLink[] =>
  groups.flatMap(({ head, links }) => (head ? [head, ...links] : links));

const t = texts.shell.menu;

const attendance: MenuGroup = {
  label: t.attendanceGroup,
  links: [
    { label: t.markAttendance, href: paths.markAttendance, icon: IconClipboardCheck },
    { label: t.attendanceReport, href: paths.attendanceReport, icon: IconReport },
  ],
};

const dashboard = (role: PortalRole): MenuLink => ({
  label: t.dashboard,
  href: role === 'admin' ? paths.home : dashboardOf(role),
  icon: IconHome2,
});

/** The sidebar, by role. */
export const menus: Readonly<Record<PortalRole, readonly MenuGroup[]>> = {
  admin: [
    {
      label: t.dashboard,
      head: dashboard('admin'),
      links: [
        { label: t.courseAdmins, href: paths.courseAdmins, icon: IconUserShield },
        { label: t.teachers, href: paths.teachers, icon: IconChalkboard },
        { label: t.students, href: paths.students, icon: IconSchool },
        { label: t.payments, href: paths.payments, icon: IconCash },
        { label: t.eventTickets, href: paths.eventTickets, icon: IconTicket },
        { label: t.queryEmails, href: paths.queryEmails, icon: IconMail },
      ],
    },
    {
      label: t.coursesGroup,
      links: [
        { label: t.addCourse, href: paths.addCourse, icon: IconFilePlus },
        { label: t.courses, href: paths.courses, icon: IconBooks },
      ],
    },
    {
      label: null,
      links: [
        { label: t.events, href: paths.events, icon: IconCalendarEvent },
        { label: t.mails, href: paths.mails, icon: IconMailForward },
        { label: t.intake, href: paths.intake, icon: IconKey },
        { label: t.bin, href: paths.bin, icon: IconTrash },
        { label: t.access, href: paths.access, icon: IconUserCheck },
        { label: t.roleReach, href: paths.roleReach, icon: IconShieldCheck },
      ],
    },
  ],
  courseadmin: [
    {
      label: null,
      links: [
        dashboard('courseadmin'),
        { label: t.myCourses, href: paths.myCourses, icon: IconBook2 },
        { label: t.courseAssociation, href: paths.courseAssociation, icon: IconUserEdit },
        { label: t.teachersList, href: paths.teachersList, icon: IconChalkboard },
        { label: t.allStudents, href: paths.allStudents, icon: IconSchool },
        { label: t.payment, href: paths.payment, icon: IconCash },
        { label: t.updating, href: paths.updating, icon: IconPencil },
        { label: t.events, href: paths.events, icon: IconCalendarEvent },
        { label: t.mails, href: paths.mails, icon: IconMailForward },
        { label: t.bin, href: paths.bin, icon: IconTrash },
      ],
    },
    attendance,
  ],
  teacher: [
    {
      label: null,
      links: [
        dashboard('teacher'),
        { label: t.allCourses, href: paths.allCourses, icon: IconBooks },
        { label: t.studentList, href: paths.studentList, icon: IconUsers },
        { label: t.schedule, href: paths.schedule, icon: IconCalendarTime },
        { label: t.takeAttendance, href: paths.attendance, icon: IconChecklist },
        { label: t.homeworks, href: paths.homeworks, icon: IconBook2 },
      ],
    },
    attendance,
  ],
};
