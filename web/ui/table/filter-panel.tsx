import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
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
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      closeOnClickOutside
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.chip}
          data-set={value !== '' || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.words}>{value === '' ? label : `${label}: ${value}`}</span>
          <IconChevronDown aria-hidden size={14} className={classes.mark} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
