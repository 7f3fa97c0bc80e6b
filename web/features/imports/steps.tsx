import { importsTexts } from '#web/texts/imports.ts';
import classes from './steps.module.css';

interface StepsProps {
  /** What each is called, in order. */
  names: readonly string[];
  /** Index of the one at hand. */
  at: number;
}

/** Where one is on the way from a file to what it does. */
export const Steps = ({ names, at }: StepsProps) => (
  <ol aria-label={importsTexts.steps} className={classes.steps}>
    {names.map((name, index) => (
      <li key={name} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
        {name}
      </li>
    ))}
  </ol>
);
