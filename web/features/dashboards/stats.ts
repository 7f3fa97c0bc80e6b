import type { DashboardData } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import {
  IconArmchair,
  IconBook2,
  IconChalkboard,
  IconHourglassHigh,
  IconSchool,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import type { Stat } from '#web/ui/stat-cards.tsx';

const t = dashboardsTexts.stats;

const adminStats = (data: DashboardData | undefined): Stat[] => [
  { label: t.courses, value: data?.total_courses, icon: IconBook2, href: paths.courses },
  { label: t.students, value: data?.total_students, icon: IconSchool, href: paths.students },
  { label: t.courseAdmins, value: data?.total_course_admin, icon: IconUserShield, href: paths.courseAdmins },
  { label: t.teachers, value: data?.total_teachers, icon: IconChalkboard, href: paths.teachers },
  { label: t.coordinators, value: data?.total_course_coordinates, icon: IconUsersGroup },
];

const courseAdminStats = (data: DashboardData | undefined): Stat[] => [
  { label: t.courses, value: data?.total_courses, icon: IconBook2, href: paths.myCourses },
  {
    label: t.students,
    value: data?.total_students,
    hint: t.eachOnce,
    icon: IconSchool,
    href: paths.allStudents,
  },
  { label: t.teachers, value: data?.total_teachers, icon: IconChalkboard, href: paths.teachersList },
  {
    label: t.years,
    value: data?.associated_from === 0 ? t.firstYear : data?.associated_from,
    icon: IconHourglassHigh,
  },
];

const teacherStats = (data: DashboardData | undefined): Stat[] => [
  { label: t.courses, value: data?.total_courses, icon: IconBook2, href: paths.allCourses },
  { label: t.students, value: data?.total_students, icon: IconSchool, href: paths.studentList },
  // The answer has one field name for the last count, in every role.
  { label: t.vacant, value: data?.total_teachers, hint: t.freePlaces, icon: IconArmchair },
];

const byRole: Readonly<Record<PortalRole, (data: DashboardData | undefined) => Stat[]>> = {
  admin: adminStats,
  courseadmin: courseAdminStats,
  teacher: teacherStats,
};

/** The totals that a role has use for, each leading to the list behind it where there is one; at first their names. */
export const statsOf = (role: PortalRole, data: DashboardData | undefined): Stat[] => byRole[role](data);
