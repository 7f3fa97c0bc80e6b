import type { PortalRole, Role } from '@gurukul/contract/shared/calls/roles';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';

interface RolesHeld {
  readonly main_role: Role;
  readonly as_role: PortalRole | null;
}

/**
 * The role of a new session, or null when the person may not enter. Account admins always get theirs. Others get the
 * role they chose if they have it, or their main role when they chose none.
 */
export function roleForSignIn({ main_role, as_role }: RolesHeld, choice: '' | PortalRole): PortalRole | null {
  if (!isPortalRole(main_role)) return null;
  if (main_role === 'admin' || choice === '') return main_role;
  return choice === main_role || choice === as_role ? choice : null;
}
