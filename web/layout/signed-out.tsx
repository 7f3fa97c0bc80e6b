import { Outlet } from '@tanstack/react-router';
import { texts } from '#web/texts/texts.ts';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { Footer } from './footer.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LogoMark } from './logo.tsx';
import { RouteProgress } from './route-progress.tsx';
import classes from './signed-out.module.css';

/** The front door: around sign-in, sign-up and forgotten passwords. */
export function SignedOut() {
  return (
    <div className={classes.page}>
      <RouteProgress />
      <header className={classes.top}>
        <span className={classes.logo}>
          <LogoMark size={36} />
          {texts.product}
        </span>
        <div className={classes.choices}>
          <LanguageSwitch />
          <ColourSchemeSwitch />
        </div>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
