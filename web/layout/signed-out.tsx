import { Outlet } from '@tanstack/react-router';
import { useProvider } from '#web/lib/provider.ts';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { Footer } from './footer.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LogoMark } from './logo.tsx';
import { RouteProgress } from './route-progress.tsx';
import classes from './signed-out.module.css';

/** The front door: around sign-in, sign-up and forgotten passwords. */
export function SignedOut() {
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
      <main className={classes.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
