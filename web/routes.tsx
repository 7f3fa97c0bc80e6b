import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
  type AnyRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { CrashedPage } from './layout/crashed-page.tsx';
import { NotFound, NotFoundPage } from './layout/not-found-page.tsx';
import { PagePending } from './layout/page-pending.tsx';
import { parseSearch, stringifySearch, validateSearch } from './lib/address-search.ts';
import { session, whyEnded } from './lib/session.ts';
import type { Page } from './pages.ts';
import { dashboardOf, paths } from './paths.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The row of the page; absent on the pages outside and where there is no page. */
    page?: Page;
  }
}

const SignedOut = lazyRouteComponent(() => import('./layout/signed-out.tsx'), 'SignedOut');
const LoginPage = lazyRouteComponent(() => import('./features/accounts/login-page.tsx'), 'LoginPage');
const SignUpPage = lazyRouteComponent(() => import('./features/accounts/sign-up-page.tsx'), 'SignUpPage');
const ForgotPasswordPage = lazyRouteComponent(
  () => import('./features/accounts/forgot-password-page.tsx'),
  'ForgotPasswordPage',
);
const SignedIn = lazyRouteComponent(() => import('./signed-in.tsx'), 'SignedIn');

/** Any address that no page has, in the router's notation. */
const nowhere = '/$';

/** Leads to the dashboard of the stored role. A role without screens ends the session, else / and /login would chase each other. */
function goHome(): never {
  if (session.isSignedIn && !session.role) session.clear();
  throw redirect({ to: session.isSignedIn ? dashboardOf(session.role) : paths.login });
}

function mayEnter({ matches }: { matches: readonly { fullPath: string }[] }) {
  if (matches.at(-1)?.fullPath === nowhere && !session.isSignedIn) {
    notFound({ routeId: rootRouteId, throw: true });
  }
  // A page on its way when the session ends gets here too, and must not take the reason with it.
  const reason = whyEnded();
  if (!session.isSignedIn) throw redirect({ to: paths.login, search: reason ? { reason } : {} });
  // Deciding what somebody may see is the server's part; without any role there is nothing to show around the page.
  if (!session.role) throw redirect({ to: paths.home });
}

type Enter = (opening: {
  matches: readonly { fullPath: string }[];
  location: { href: string };
}) => void | Promise<void>;

/** Home, the pages outside, and the signed-in pages under one condition. */
function treeOf(pages: readonly Page[], load: (page: Page) => Promise<void>, enter: Enter) {
  const root = createRootRoute({ validateSearch });
  const home = createRoute({ getParentRoute: () => root, path: paths.home, beforeLoad: goHome });
  const signedOut = createRoute({
    getParentRoute: () => root,
    id: 'signed-out',
    component: SignedOut,
    beforeLoad: () => {
      if (session.isSignedIn) throw redirect({ to: paths.home });
    },
  });
  const outside = (path: string, component: typeof LoginPage) =>
    createRoute({ getParentRoute: () => signedOut, path, component });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: SignedIn,
    beforeLoad: enter,
  });
  const inside = (page: Page) =>
    createRoute({
      getParentRoute: () => signedIn,
      path: page.path,
      component: page.component,
      staticData: { page },
      // Of a page that may be opened next, only the code is fetched.
      loader: ({ location, preload }) => {
        if (!preload && location.searchStr === '') void load(page);
      },
    });
  return root.addChildren([
    home,
    signedOut.addChildren([
      outside(paths.login, LoginPage),
      outside(paths.forgotPassword, ForgotPasswordPage),
      outside(paths.signup, SignUpPage),
      // The invitation's hash follows, and may itself hold slashes.
      outside(`${paths.signup}/$`, SignUpPage),
    ]),
    signedIn.addChildren([
      ...pages.map(inside),
      createRoute({ getParentRoute: () => signedIn, path: nowhere, component: NotFound }),
    ]),
  ]);
}

/** Brings the signed-in pages into a router that began without them. */
export async function addPages(router: AnyRouter): Promise<void> {
  const { pages, loadFirst } = await import('./pages.ts');
  router.update({ ...router.options, routeTree: treeOf(pages, loadFirst, mayEnter) });
}

/**
 * The table of pages stays out of what a visitor outside loads: the first other address brings it, and is looked up once
 * more. The routes that the router begins with are all in the later tree, so that it finds what it was about to open.
 */
export function createPortalRouter(history?: RouterHistory): AnyRouter {
  const router: AnyRouter = createRouter({
    routeTree: treeOf(
      [],
      async () => undefined,
      async ({ location: { href } }) => {
        await addPages(router);
        throw redirect({ href, replace: true });
      },
    ),
    ...(history ? { history } : {}),
    caseSensitive: false,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: CrashedPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  return router;
}

interface OpenPage {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: { replaceState(state: null, title: string, url: string): void };
}

/** The router takes a path segment that starts with `$` for a parameter of its own; invitation hashes may start so. */
export function keepDollarSegments({ location, history }: OpenPage) {
  if (!location.pathname.includes('/$')) return;
  const kept = location.pathname.replaceAll('/$', '/%24');
  history.replaceState(null, '', kept + location.search + location.hash);
}
