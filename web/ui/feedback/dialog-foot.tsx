import type { ReactNode } from 'react';
import classes from './dialog-foot.module.css';

/**
 * The foot of a dialog, at the right: what it does, given first, stands last; before it what leads back. The buttons of
 * a form stand so by themselves.
 */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <div className={classes.foot}>{children}</div>
);
