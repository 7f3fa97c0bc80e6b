import type { FoundItem, FoundKind } from '@gurukul/contract/search';
import { Autocomplete, Text } from '@mantine/core';
import { useState, type ReactNode, type Ref } from 'react';
import classes from './found-field.module.css';
import { useFound } from './use-found.ts';

/** An address is looked up as it is; anything else may be a part of a name, or a number. */
export const isAddress = (text: string) => text.includes('@');

export interface FoundFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  description?: string;
  className?: string | undefined;
  error?: ReactNode;
  /** The first field of a dialog. */
  isFirst?: boolean;
  value: string;
  onChange: (text: string) => void;
  /** One of the people who were suggested; their address is `detail`. */
  onChoose: (person: FoundItem) => void;
}

/** A field for the address of somebody that accepts half a name, and suggests the people of a kind who are in reach. */
export function FoundField({
  kind,
  value,
  onChange,
  onChoose,
  isFirst = false,
  ...look
}: FoundFieldProps & { kind: FoundKind }) {
  const [isOpen, setOpen] = useState(false);
  const { items } = useFound(isAddress(value) ? '' : value.trim());
  const found = isAddress(value) || value.trim() === '' ? [] : items.filter((item) => item.kind === kind);
  const byId = new Map(found.map((person) => [String(person.id), person]));
  return (
    <Autocomplete
      {...look}
      data-autofocus={isFirst || undefined}
      autoComplete="off"
      autoCapitalize="none"
      inputMode="email"
      spellCheck={false}
      openOnFocus={false}
      // A list without a suggestion is none.
      dropdownOpened={isOpen && found.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      comboboxProps={{ keepMounted: false }}
      value={value}
      data={found.map(({ id, detail }) => ({ value: String(id), label: detail }))}
      // The server has chosen.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{byId.get(option.value)?.title}</span>
          <Text size="sm" c="dimmed" span>
            {byId.get(option.value)?.detail}
          </Text>
        </span>
      )}
      onChange={onChange}
      onOptionSubmit={(id) => {
        const person = byId.get(id);
        if (person) onChoose(person);
      }}
    />
  );
}
