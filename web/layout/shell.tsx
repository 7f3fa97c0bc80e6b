import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useProvider } from '#web/lib/provider.ts';
import { onRoleChange, session } from '#web/lib/session.ts';
import { dashboardOf } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PlainIconButton } from '#web/ui/plain-button.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { AccountMenu } from './account-menu.tsx';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { Footer } from './footer.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LogoMark } from './logo.tsx';
import { NewVersion } from './new-version.tsx';
import { PaperHead } from './paper-head.tsx';
import { OtherRole } from './other-role.tsx';
import { RoleToggle } from './role-toggle.tsx';
import { RouteProgress } from './route-progress.tsx';
import { SectionTabs } from './section-tabs.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import { usePage } from './use-page.ts';
import { useSelf } from './use-self.ts';
import { Waiting } from './waiting.tsx';

const t = texts.shell;

const loadDrawer = async () => (await import('./menu-drawer.tsx')).MenuDrawer;
// Nobody at a desk needs it.
const PhoneBar = lazy(async () => ({ default: (await import('./phone-bar.tsx')).PhoneBar }));
const PausedCodes = lazy(async () => ({ default: (await import('./paused-codes.tsx')).PausedCodes }));

const FactorReminder = lazy(async () => ({
  default: (await import('./factor-reminder.tsx')).FactorReminder,
}));

const mainId = 'main';

const takeFocus = () => document.getElementById(mainId)?.focus({ preventScroll: true });

/** A dialog that closes gives the focus back within this time, in milliseconds. */
const givenBack = 50;

/**
 * After a link, keyboard and screen reader start at the new page, not at the old link. Within a page the keyboard stays
 * where it is, unless its element has gone: an opened roll replaces its link.
 */
function usePageFocus(onChange: () => void) {
  const router = useRouter();
  useEffect(() => {
    let timer = 0;
    const stop = router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
      window.clearTimeout(timer);
      if (!fromLocation) return;
      if (pathChanged) {
        onChange();
        takeFocus();
        return;
      }
      timer = window.setTimeout(() => {
        if (document.activeElement === document.body) takeFocus();
      }, givenBack);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [router, onChange]);
}

/** The page of the address, for its roles. An address without a page is for everybody. */
function Page({ role }: { role: PortalRole }) {
  const page = usePage();
  return page && !page.roles.includes(role) ? <OtherRole /> : <Outlet />;
}

/** Top bar, sidebar and footer around every signed-in page. */
export function Shell({ search }: { search: ReactNode }) {
  const [isMenuOpen, menu] = useDisclosure();
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const { part: MenuDrawer, ...drawer } = useOnFirstUse(loadDrawer);
  usePageFocus(menu.close);
  useKeptPlace();
  const role = useSyncExternalStore(onRoleChange, () => session.role);
  const { name } = useProvider();
  const self = useSelf();
  if (!role) return null;
  const openMenu = async () => {
    if (await drawer.want()) menu.open();
  };
  return (
    <div className={classes.shell}>
      <a className={classes.skip} data-off-paper href={`#${mainId}`}>
        {t.skipToContent}
      </a>
      <RouteProgress />
      <header className={classes.top} data-off-paper>
        <div className={classes.opener}>
          <PlainIconButton
            size={44}
            aria-label={t.openMenu}
            onPointerEnter={drawer.prepare}
            onFocus={drawer.prepare}
            onClick={() => void openMenu()}
          >
            <IconMenu2 aria-hidden size={22} />
          </PlainIconButton>
        </div>
        <AppLink href={dashboardOf(role)} className={classes.logo} aria-label={t.toDashboard({ name })}>
          <LogoMark />
          <span className={classes.product}>{name}</span>
        </AppLink>
        {isPhone ? <Breadcrumb role={role} /> : null}
        <div className={classes.right}>
          {search}
          {role === 'admin' ? null : <Waiting key={role} role={role} />}
          <div className={classes.desk}>
            <RoleToggle role={role} />
            <LanguageSwitch />
            <ColourSchemeSwitch />
          </div>
          <AccountMenu role={role} />
        </div>
      </header>
      <div className={classes.side} data-menu data-off-paper>
        <Sidebar role={role} />
      </div>
      {isPhone ? (
        <Suspense>
          <PhoneBar role={role} onPrepare={drawer.prepare} onMore={() => void openMenu()} />
        </Suspense>
      ) : null}
      {MenuDrawer ? <MenuDrawer role={role} isOpen={isMenuOpen} onClose={menu.close} /> : null}
      <div className={classes.content}>
        <div data-off-paper>
          <NewVersion />
          <div className={classes.trail}>
            {isPhone ? null : <Breadcrumb role={role} />}
            <SectionTabs role={role} />
          </div>
          {role === 'admin' && self?.codes_paused ? (
            <Suspense>
              <PausedCodes />
            </Suspense>
          ) : null}
          {self?.factor ? (
            <Suspense>
              <FactorReminder {...self.factor} />
            </Suspense>
          ) : null}
        </div>
        <PaperHead />
        <main id={mainId} tabIndex={-1} className={classes.main}>
          <Page role={role} />
        </main>
        <Footer />
      </div>
    </div>
  );
}
