import { NativeSelect, Select } from '@mantine/core';
import { optionsLike, useNamedLike } from '#web/lib/use-named-like.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './long-select.module.css';

/** From so many on a list is searched: looking through it takes too long. */
const manyOptions = 100;

interface LongSelectProps {
  id: string;
  label: string;
  /** What to do, or why nothing can be chosen, while nothing is. */
  hint: string;
  options: readonly { readonly value: string; readonly label: string }[];
  /** '' while none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** One of a list: the browser's own select, and one with a search where the list is long. */
export function LongSelect({ id, label, hint, options, value, onChange }: LongSelectProps) {
  const isLong = options.length >= manyOptions;
  const filter = optionsLike(useNamedLike(isLong));
  if (!isLong) {
    return (
      <NativeSelect
        id={id}
        label={label}
        value={value}
        data={[{ value: '', label: hint }, ...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <Select
      id={id}
      label={label}
      placeholder={hint}
      data={options}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      nothingFoundMessage={texts.ui.nothingFound}
      searchable
      filter={filter}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
    />
  );
}
