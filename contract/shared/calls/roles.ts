/** Every role a person can have. Coordinators and students have accounts but no screens of their own. */
export const roles = ['admin', 'courseadmin', 'teacher', 'coordinator', 'student'] as const;
export type Role = (typeof roles)[number];

/** The roles with screens in the portal. */
export const portalRoles = ['admin', 'courseadmin', 'teacher'] as const;
export type PortalRole = (typeof portalRoles)[number];

export const roleLabels: Readonly<Record<PortalRole, string>> = {
  admin: 'Account Admin',
  courseadmin: 'Course Admin',
  teacher: 'Teacher',
};

/**
 * The one other role a person may have beside the main one: course admins may also teach, and teachers may run courses.
 */
export const secondRoles: Readonly<Partial<Record<Role, PortalRole>>> = {
  courseadmin: 'teacher',
  teacher: 'courseadmin',
};

export const isPortalRole = (role: string): role is PortalRole =>
  (portalRoles as readonly string[]).includes(role);
