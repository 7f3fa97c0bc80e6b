import { useProvider } from '#web/lib/provider.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './footer.module.css';

const year = new Date().getFullYear();

export function Footer() {
  const { name } = useProvider();
  return (
    <footer data-off-paper className={classes.footer}>
      <span>{texts.shell.footer({ year, name })}</span>
      <span>{texts.shell.credit}</span>
    </footer>
  );
}
