import type { ButtonHTMLAttributes } from 'react';
import { AppLink, type AppLinkProps } from './link.tsx';
import classes from './plain-button.module.css';

interface Look {
  variant?: 'filled' | 'default' | 'subtle';
  /** As wide as what it stands in, and larger. */
  isWide?: boolean;
}

const looks = { filled: '', default: classes.default, subtle: classes.subtle } as const;

const classOf = ({ variant = 'filled', isWide = false }: Look) =>
  [classes.button, looks[variant], isWide ? classes.wide : ''].join(' ').trim();

/** The button of forms and of pages that stand without the kit; it looks like the kit's. */
export const PlainButton = ({
  variant,
  isWide,
  type = 'button',
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) => (
  // oxlint-disable-next-line react/button-has-type -- one of three words, by its type
  <button {...rest} type={type} className={classOf({ variant, isWide })} />
);

/** A link that looks like it. */
export const PlainButtonLink = ({ variant, ...rest }: Pick<Look, 'variant'> & AppLinkProps) => (
  <AppLink {...rest} className={classOf({ variant })} />
);

interface PlainIconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'aria-label': string;
  /** Width and height in px. */
  size: number;
}

export const PlainIconButton = ({ size, ...rest }: PlainIconButtonProps) => (
  <button {...rest} type="button" className={classes.icon} style={{ width: size, height: size }} />
);
