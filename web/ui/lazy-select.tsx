import { Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './lazy-select.module.css';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface LazySelectProps {
  /** What is chosen here, and for whom: "Attendance of Asha Rao". */
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
}

/** For table rows: a plain button that becomes a select when opened. A hundred selects would make a table slow. */
export function LazySelect({
  label,
  value,
  options,
  onChange,
  placeholder = '',
  disabled = false,
}: LazySelectProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button must hold the focus before a dialog opens, or closing the dialog drops it to the page's start.
  const close = () => {
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  if (isOpen) {
    return (
      <Select
        aria-label={label}
        data={options}
        value={value || null}
        defaultDropdownOpened
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person a moment ago
        autoFocus
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onDropdownClose={close}
        onChange={(next) => {
          close();
          if (next !== null && next !== value) onChange(next);
        }}
      />
    );
  }
  const shown = options.find((option) => option.value === value)?.label ?? placeholder;
  return (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={`${label}: ${shown}`}
      disabled={disabled}
      onClick={() => setOpen(true)}
    >
      <span>{shown}</span>
      <IconChevronDown aria-hidden size={16} />
    </button>
  );
}
