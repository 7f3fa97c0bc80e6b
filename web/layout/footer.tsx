import { texts } from '#web/texts/texts.ts';
import classes from './footer.module.css';

export function Footer() {
  return (
    <footer className={classes.footer}>
      <span>{texts.shell.footer(new Date().getFullYear())}</span>
      <span>{texts.shell.credit}</span>
    </footer>
  );
}
