import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Page } from '#web/pages.ts';

/** The pages of the page's section that the role may open, none where it is alone. */
export function sectionOf(page: Page | undefined, role: PortalRole, all: readonly Page[]): readonly Page[] {
  const section = page?.section;
  const found = section ? all.filter((one) => one.section === section && one.roles.includes(role)) : [];
  return found.length > 1 ? found : [];
}
