import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title?: string;
  children: ReactNode;
}

/** Something to know before going on; no fault, and nothing that just happened. */
export function Notice({ title, children }: NoticeProps) {
  return (
    <div className={classes.notice}>
      {title ? <p className={classes.title}>{title}</p> : null}
      {children}
    </div>
  );
}

/** Something went wrong, or cannot go on as it stands. */
export const Fault = (props: ComponentPropsWithRef<'div'>) => (
  <div {...props} role="alert" className={classes.fault} />
);
