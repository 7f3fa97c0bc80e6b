import type { PortalRole } from '@gurukul/contract/shared/roles';
import { useMatches } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { linksOf, menus } from './menu.ts';
import classes from './trail.module.css';

const t = texts.shell;

/** The list that a page belongs to, by the page's address in the router's notation. */
const listOf: Readonly<Record<string, string>> = {
  [paths.courseAdmin('$id')]: paths.courseAdmins,
  [paths.teacher('$id')]: paths.teachers,
  [paths.singleTeacher('$id')]: paths.teachersList,
  [paths.student('$id')]: paths.students,
  [paths.singleStudent('$id')]: paths.allStudents,
  [paths.studentProfile('$id')]: paths.studentList,
  [paths.singlePayment('$id')]: paths.payments,
  [paths.ownPayment('$id')]: paths.payment,
  [paths.course('$id')]: paths.courses,
  [paths.editCourse('$id')]: paths.courses,
  [paths.singleCourse('$id')]: paths.myCourses,
  [paths.edit('$id')]: paths.myCourses,
  [paths.manage('$id')]: paths.myCourses,
  [paths.viewCourse('$id')]: paths.allCourses,
  [paths.viewAttendance]: paths.attendance,
};

/** The menu's own link to that list; somebody whose menu has none is not led there. */
function useList(role: PortalRole) {
  const path: string = useMatches().at(-1)?.fullPath ?? '';
  const list = listOf[path.replace(/\/$/, '')];
  return linksOf(menus[role]).find(({ href }) => href === list);
}

/** Where the page stands: home, the role's dashboard and, on the page of one thing, the list it is in. */
export function Trail({ role }: { role: PortalRole }) {
  const list = useList(role);
  return (
    <nav aria-label={t.breadcrumb} className={classes.trail}>
      <ol>
        <li>
          <AppLink href={paths.home}>{t.home}</AppLink>
        </li>
        <li>{t.dashboardTitles[role]}</li>
        {list ? (
          <li>
            <AppLink href={list.href}>{list.label}</AppLink>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}
