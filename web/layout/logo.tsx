import { useProvider } from '#web/lib/provider.ts';
import classes from './logo.module.css';

interface MarkProps {
  size?: number;
}

/** A lamp over an open book, drawn so that it reads at 24 px. */
export const OwnMark = ({ size = 32 }: MarkProps) => (
  <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <path
      className={classes.flame}
      d="M16 3c2.7 3 4.2 5.1 4.2 7.5a4.2 4.2 0 0 1-8.4 0C11.8 8.1 13.3 6 16 3Z"
    />
    <path
      className={classes.book}
      d="M16 19.5c-2.6-2-6.4-3-11.5-3V26c5.1 0 8.9 1 11.5 3 2.6-2 6.4-3 11.5-3v-9.5c-5.1 0-8.9 1-11.5 3Z"
    />
    <path className={classes.spine} d="M16 19.5V29" />
  </svg>
);

/** The provider's logo; the portal's own mark where there is none. */
export function LogoMark({ size = 32 }: MarkProps) {
  const { logo } = useProvider();
  return logo ? (
    <img className={classes.mark} width={size} height={size} src={logo} alt="" />
  ) : (
    <OwnMark size={size} />
  );
}
