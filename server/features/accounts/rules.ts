import type { PortalRole, Role } from '@gurukul/contract/shared/roles';
import { isPortalRole } from '@gurukul/contract/shared/roles';

interface RolesHeld {
  readonly main_role: Role;
  readonly as_role: PortalRole | null;
}

/**
 * The role a sign-in acts in, or null when it may not enter. The account admin is always that; others get the role
 * they chose if they hold it, and their main role when they chose none.
 */
export function roleForSignIn({ main_role, as_role }: RolesHeld, choice: '' | PortalRole): PortalRole | null {
  if (!isPortalRole(main_role)) return null;
  if (main_role === 'admin' || choice === '') return main_role;
  return choice === main_role || choice === as_role ? choice : null;
}
