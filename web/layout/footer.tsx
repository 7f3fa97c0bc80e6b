import { texts } from '#web/texts/texts.ts';
import classes from './footer.module.css';

const year = new Date().getFullYear();

export function Footer() {
  return (
    <footer className={classes.footer}>
      <span>{texts.shell.footer(year)}</span>
      <span>{texts.shell.credit}</span>
    </footer>
  );
}
