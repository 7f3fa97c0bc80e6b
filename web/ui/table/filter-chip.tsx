import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { texts } from '#web/texts/texts.ts';
import classes from './filter-chip.module.css';

interface FilterChipProps {
  /** What it filters by: "Course". */
  label: string;
  value: string;
  /** The first one is the usual choice, which the chip does not stress. */
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
  /** Somebody is about to choose: options that are not here yet can be asked for. */
  onNear?: () => void;
}

/**
 * A filter of a list, as wide as its words: "Course" alone where every row passes, "Course: Gita" otherwise. The
 * browser's own list opens from it, so keyboard, screen reader and phone need nothing new.
 */
export function FilterChip({ label, value, options, onChange, onNear }: FilterChipProps) {
  const chosen = options.find((option) => option.value === value) ?? options[0];
  const isUsual = chosen === options[0];
  const text = chosen === undefined || chosen.value === '' ? label : `${label}: ${chosen.label}`;
  return (
    <span className={classes.chip} data-set={!isUsual || undefined} onPointerEnter={onNear} onFocus={onNear}>
      <span aria-hidden className={classes.words}>
        {text}
      </span>
      <IconChevronDown aria-hidden size={14} className={classes.mark} />
      <select
        aria-label={label}
        className={classes.choice}
        value={chosen?.value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Ends the row of chips while one of them filters. */
export const ClearFilters = ({ onClick }: { onClick: () => void }) => (
  <UnstyledButton className={classes.clear} data-set onClick={onClick}>
    <IconX aria-hidden size={14} />
    {texts.ui.clearFilters}
  </UnstyledButton>
);
