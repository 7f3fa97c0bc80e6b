import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalLanguages } from '@gurukul/contract/shared/words/languages';
import { afterEach, expect, test, vi } from 'vitest';
import { dashboardOf, paths, type Path } from '#web/paths.ts';
import { MemoryStorage } from '#web/test/memory-storage.ts';

/** The menus as a portal in that language has them. */
async function menusIn(language: string) {
  const storage = new MemoryStorage();
  storage.setItem('language', language);
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  return import('./menu.ts');
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each(portalLanguages)(
  'in %s no two entries or groups of a menu have the same name',
  async (language) => {
    const { menuOf } = await menusIn(language);
    const twice = portalRoles.flatMap((role) => {
      const groups = menuOf(role);
      const names = groups.flatMap(({ label, links }) => [
        ...(label === null ? [] : [label]),
        // A group may be called by its first page.
        ...links.map((link) => link.label).filter((name) => name !== label),
      ]);
      return names.filter((name, place) => names.indexOf(name) < place).map((name) => `${role}: ${name}`);
    });
    expect(twice).toEqual([]);
  },
);

/** The specified entries of each role in their order, and what else stands in the open, after them. */
const specified: Readonly<Record<PortalRole, readonly Path[]>> = {
  admin: [
    paths.courseAdmins,
    paths.teachers,
    paths.students,
    paths.payments,
    paths.eventTickets,
    paths.queryEmails,
    paths.addCourse,
    paths.courses,
    paths.events,
  ],
  courseadmin: [
    paths.myCourses,
    paths.courseAssociation,
    paths.teachersList,
    paths.allStudents,
    paths.payment,
    paths.updating,
    paths.events,
    paths.markAttendance,
    paths.attendanceReport,
  ],
  teacher: [
    paths.allCourses,
    paths.studentList,
    paths.schedule,
    paths.attendance,
    paths.homeworks,
    paths.markAttendance,
    paths.attendanceReport,
  ],
};

test.each(portalRoles)(
  'every specified page of the %s is one press from the dashboard, in its order',
  async (role) => {
    const { linksOf, menuOf } = await menusIn('en');
    const open = linksOf(menuOf(role).filter(({ isFolded }) => !isFolded)).map(({ href }) => href);
    const home = new Set<string>([paths.home, dashboardOf(role), paths.help]);
    const [own, others] = [
      open.filter((href) => specified[role].some((path) => path === href)),
      open.filter((href) => !home.has(href) && specified[role].every((path) => path !== href)),
    ];
    expect(own).toEqual(specified[role]);
    // The classes of a course are part of what an account admin manages.
    expect(others).toEqual(role === 'admin' ? [paths.courseAssociation] : []);
  },
);
