import classes from './status-badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'info';

interface StatusBadgeProps {
  tone: Tone;
  /** It may still become something else: drawn in outline. */
  isOpen?: boolean;
  children: string;
}

/** A state in a word. The colour only supports it, so it is never the word's only bearer. */
export function StatusBadge({ tone, isOpen = false, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-open={isOpen || undefined} title={children}>
      {children}
    </span>
  );
}
