import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './lazy-select.module.css';

interface SelectButtonProps {
  ref: Ref<HTMLButtonElement>;
  /** The name of the choice and its person: "Attendance of Asha Rao". */
  label: string;
  /** What is chosen, in words. */
  shown: string;
  /** What is drawn, if not these words. */
  children?: ReactNode;
  isBusy: boolean;
  /** Somebody is about to press it. */
  onPrepare: () => void;
  onPress: () => void;
}

/** A plain button in the place of a select, which is loaded and built when the button is pressed. */
export const SelectButton = ({
  ref,
  label,
  shown,
  children,
  isBusy,
  onPrepare,
  onPress,
}: SelectButtonProps) => (
  <button
    ref={ref}
    type="button"
    className={classes.button}
    aria-haspopup="listbox"
    aria-expanded={false}
    aria-label={`${label}: ${shown}`}
    aria-busy={isBusy || undefined}
    onPointerEnter={onPrepare}
    onFocus={onPrepare}
    onClick={() => {
      if (!isBusy) onPress();
    }}
  >
    {children ?? <span>{shown}</span>}
    <IconChevronDown aria-hidden size={16} />
  </button>
);
