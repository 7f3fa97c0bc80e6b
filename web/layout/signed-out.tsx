import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProvider } from '#web/lib/provider.ts';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { Footer } from './footer.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LogoMark } from './logo.tsx';
import { RouteProgress } from './route-progress.tsx';
import classes from './signed-out.module.css';

/** The frame of pages without a menu. */
export function FrontDoor({ children }: { children: ReactNode }) {
  const { name } = useProvider();
  return (
    <div className={classes.page}>
      <RouteProgress />
      <header className={classes.top}>
        <span className={classes.logo}>
          <LogoMark size={36} />
          <span className={classes.name}>{name}</span>
        </span>
        <div className={classes.choices}>
          <LanguageSwitch />
          <ColourSchemeSwitch />
        </div>
      </header>
      <main className={classes.main}>{children}</main>
      <Footer />
    </div>
  );
}

/** Around sign-in, sign-up and forgotten passwords. */
export const SignedOut = () => (
  <FrontDoor>
    <Outlet />
  </FrontDoor>
);
