import { AppLink, type AppLinkProps } from './link.tsx';
import classes from './link.module.css';

/** A link that is no part of a sentence: a finger can hit it. */
export const LoneLink = (props: AppLinkProps) => <AppLink className={classes.lone} {...props} />;
