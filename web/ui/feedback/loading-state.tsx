import { texts } from '#web/texts/texts.ts';
import classes from './loading-state.module.css';

export const LoadingState = ({ label = texts.ui.loading }: { label?: string }) => (
  <output className={classes.loading}>
    <span aria-hidden className={classes.ring} />
    <span>{label}</span>
  </output>
);
