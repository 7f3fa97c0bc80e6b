import type { ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Hint } from './feedback/hint.tsx';
import classes from './help-mark.module.css';

interface HelpMarkProps {
  /** What it explains. */
  of: string;
  children: ReactNode;
}

/** A small question mark beside a word that needs one: at hover, at keyboard focus and at a tap it says what the word means. */
export const HelpMark = ({ of, children }: HelpMarkProps) => (
  <Hint label={children}>
    <button type="button" className={classes.mark} aria-label={texts.ui.whatIs({ word: of })}>
      ?
    </button>
  </Hint>
);
