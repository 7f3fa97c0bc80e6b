import classes from './status-badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'info';

interface StatusBadgeProps {
  tone: Tone;
  children: string;
}

/** A state in a word. The colour only supports it, so it is never the word's only bearer. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
