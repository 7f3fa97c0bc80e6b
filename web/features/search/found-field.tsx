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

interface Suggested {
  /** The names of the kinds that are suggested. People of several kinds have theirs beside the address. */
  kinds: Readonly<Partial<Record<FoundKind, string>>>;
  /** Who is not suggested. */
  except?: number;
}

/** A field for the address of somebody that accepts half a name, and suggests the people in reach. */
export function FoundField({
  kinds,
  except,
  value,
  onChange,
  onChoose,
  isFirst = false,
  ...look
}: FoundFieldProps & Suggested) {
  const [isOpen, setOpen] = useState(false);
  const { items } = useFound(isAddress(value) ? '' : value.trim());
  const suggested =
    isAddress(value) || value.trim() === ''
      ? []
      : items.filter(({ kind, id }) => kind in kinds && id !== except);
  // Students come first: a colleague who studies too is a colleague.
  const byId = new Map(suggested.map((person) => [String(person.id), person]));
  const found = [...byId.values()];
  const isOfSeveral = Object.keys(kinds).length > 1;
  const lineOf = ({ kind, detail }: FoundItem) =>
    [isOfSeveral && kinds[kind], detail].filter(Boolean).join(' · ');
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
      renderOption={({ option }) => {
        const person = byId.get(option.value);
        return person ? (
          <span className={classes.option}>
            <span>{person.title}</span>
            <Text size="sm" c="dimmed" span>
              {lineOf(person)}
            </Text>
          </span>
        ) : null;
      }}
      onChange={onChange}
      onOptionSubmit={(id) => {
        const person = byId.get(id);
        if (person) onChoose(person);
      }}
    />
  );
}
