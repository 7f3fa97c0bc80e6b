// oxlint-disable-next-line no-restricted-imports -- all other modules get these with the types of this one
import * as router from '@tanstack/react-router';
import type { Path } from '#web/paths.ts';

/** An address that the portal has; `.` is the open one. */
type Where = Omit<router.NavigateOptions, 'to' | 'href'> & { readonly to: Path | '.' };
type Redirect = ReturnType<typeof router.redirect>;

export const useNavigate: () => (where: Where) => Promise<void> = router.useNavigate;
export const Navigate: (where: Where) => null = router.Navigate;
/** With `href`, it opens an address of the browser again. */
export const redirect: (where: Where | { href: string; replace: true }) => Redirect = router.redirect;
