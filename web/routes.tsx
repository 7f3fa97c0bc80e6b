import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  rootRouteId,
  type AnyRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { CrashedPage } from './layout/crashed-page.tsx';
import { NotFound, NotFoundPage } from './layout/not-found-page.tsx';
import { PagePending } from './layout/page-pending.tsx';
import { parseSearch, stringifySearch, validateSearch } from './lib/address/address-search.ts';
import { redirect } from './lib/address/navigate.ts';
import { session, whyEnded } from './lib/session.ts';
import type { loadFirst, Page } from './pages.ts';
import { dashboardOf, paths } from './paths.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The row of the page; absent on the pages outside and where there is no page. */
    page?: Page;
  }
}

const SignedOut = lazyRouteComponent(() => import('./layout/signed-out.tsx'), 'SignedOut');
const LoginPage = lazyRouteComponent(() => import('./features/accounts/sign-in/login-page.tsx'), 'LoginPage');
const SignUpPage = lazyRouteComponent(
  () => import('./features/accounts/sign-in/sign-up-page.tsx'),
  'SignUpPage',
);
const ForgotPasswordPage = lazyRouteComponent(
  () => import('./features/accounts/sign-in/forgot-password-page.tsx'),
  'ForgotPasswordPage',
);
const NewEmailPage = lazyRouteComponent(
  () => import('./features/accounts/sign-in/new-email-page.tsx'),
  'NewEmailPage',
);
const StopPage = lazyRouteComponent(() => import('./features/approvals/stop-page.tsx'), 'StopPage');
const OpenidReturnPage = lazyRouteComponent(
  () => import('./features/accounts/sign-in/openid-return-page.tsx'),
  'OpenidReturnPage',
);
const OffersPage = lazyRouteComponent(() => import('./features/cover/offers-page.tsx'), 'OffersPage');
const SignedIn = lazyRouteComponent(() => import('./signed-in.tsx'), 'SignedIn');

/** Any address that no page has, in the router's notation. */
const nowhere = '/$';

/**
 * Leads to the dashboard of the stored role. A role without screens ends the session; otherwise / and /login would
 * redirect to each other for ever.
 */
function goHome(): never {
  if (session.isSignedIn && !session.role) session.clear();
  throw redirect({ to: session.isSignedIn ? dashboardOf(session.role) : paths.login });
}

function mayEnter({ matches }: { matches: readonly { fullPath: string }[] }) {
  if (matches.at(-1)?.fullPath === nowhere && !session.isSignedIn) {
    notFound({ routeId: rootRouteId, throw: true });
  }
  // A page that was loading when the session ended gets here too. It must not remove the reason.
  const reason = whyEnded();
  if (!session.isSignedIn) throw redirect({ to: paths.login, search: reason ? { reason } : {} });
  // The server decides what a person may see. Without a role there is no frame to show around the page.
  if (!session.role) throw redirect({ to: paths.home });
}

type Enter = (opening: {
  matches: readonly { fullPath: string }[];
  location: { href: string };
}) => void | Promise<void>;

/** Home, the pages outside, and the signed-in pages under one condition. */
function treeOf(pages: readonly Page[], load: typeof loadFirst, enter: Enter) {
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
  // A mailed link is opened in a browser in which somebody may be signed in.
  const mailed = createRoute({ getParentRoute: () => root, id: 'mailed', component: SignedOut });
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
      // For a page that is only preloaded, this fetches its code alone.
      loader: ({ location, preload, params }) => {
        if (!preload && location.searchStr === '') load(page, params);
      },
    });
  return root.addChildren([
    home,
    signedOut.addChildren([
      outside(paths.login, LoginPage),
      outside(paths.forgotPassword, ForgotPasswordPage),
      outside(paths.signup, SignUpPage),
      // The hash of an invitation follows, and may contain slashes.
      outside(`${paths.signup}/$`, SignUpPage),
      // Where a sign-in service sends people back. It knows this address, so it stays.
      outside('/openid/$service', OpenidReturnPage),
    ]),
    mailed.addChildren([
      createRoute({ getParentRoute: () => mailed, path: paths.newEmail, component: NewEmailPage }),
      createRoute({ getParentRoute: () => mailed, path: paths.stop, component: StopPage }),
      createRoute({
        getParentRoute: () => mailed,
        path: `${paths.cover}/$secret`,
        component: OffersPage,
      }),
    ]),
    signedIn.addChildren([
      ...pages.map(inside),
      createRoute({ getParentRoute: () => signedIn, path: nowhere, component: NotFound }),
    ]),
  ]);
}

/** Adds the signed-in pages to a router that started without them. */
export async function addPages(router: AnyRouter): Promise<void> {
  const table = await import('./signed-in.tsx');
  router.update({ ...router.options, routeTree: treeOf(table.pages, table.loadFirst, mayEnter) });
}

/**
 * A visitor who is not signed in does not load the table of pages. The first other address loads it, and is then looked
 * up again. All routes of the first tree are also in the later tree, so the router finds the address that it was about
 * to open.
 */
export function createPortalRouter(history?: RouterHistory): AnyRouter {
  const router: AnyRouter = createRouter({
    routeTree: treeOf(
      [],
      () => undefined,
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

/** The router takes a path segment that starts with `$` as a parameter. The hash of an invitation may start so. */
export function keepDollarSegments({ location, history }: OpenPage) {
  if (!location.pathname.includes('/$')) return;
  const kept = location.pathname.replaceAll('/$', '/%24');
  history.replaceState(null, '', kept + location.search + location.hash);
}
