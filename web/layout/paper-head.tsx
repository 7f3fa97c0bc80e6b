import '../theme/print.css';
import { formatDate, today } from '#web/lib/format/format.ts';
import { usePrinting } from '#web/lib/browser/printing.ts';
import { useProvider } from '#web/lib/provider.ts';
import { LogoMark } from './logo.tsx';
import classes from './paper-head.module.css';

/** What a sheet of paper says above the page: whose it is, and from which day. */
export function PaperHead() {
  const { name } = useProvider();
  if (!usePrinting()) return null;
  return (
    <p className={classes.head} data-paper-head>
      <LogoMark />
      {name}
      <span>{formatDate(today())}</span>
    </p>
  );
}
