import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { loadPopover, useOnFirstUse } from '../use-on-first-use.ts';
import classes from './filter-chip.module.css';

interface FilterPanelProps {
  label: string;
  /** What is chosen, in words; '' for nothing. */
  value: string;
  children: ReactNode;
}

/** A filter that takes more than one choice, as days do: it looks like a `FilterChip` and opens its fields below it. */
export function FilterPanel({ label, value, children }: FilterPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const { part: Popover, prepare, want } = useOnFirstUse(loadPopover);
  const press = async () => {
    if (isOpen) return setOpen(false);
    if (await want()) setOpen(true);
  };
  return (
    <>
      <UnstyledButton
        ref={setButton}
        className={classes.chip}
        data-set={value !== '' || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void press()}
      >
        <span className={classes.words}>{value === '' ? label : `${label}: ${value}`}</span>
        <IconChevronDown aria-hidden size={14} className={classes.mark} />
      </UnstyledButton>
      {Popover && button ? (
        <Popover
          label={label}
          button={button}
          isOpen={isOpen}
          onChange={setOpen}
          position="bottom-start"
          returnFocus
          className={classes.panel}
        >
          {children}
        </Popover>
      ) : null}
    </>
  );
}
