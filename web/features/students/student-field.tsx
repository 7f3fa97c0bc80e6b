import { search, type FoundItem } from '@gurukul/contract/search';
import { Autocomplete, Text } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { query } from '#web/calls/client.ts';
import { useFound } from '#web/features/search/use-found.ts';
import classes from './student-field.module.css';

const isStudent = ({ kind }: FoundItem) => kind === 'student';

/** An address is looked up as it is; anything else may be a part of a name, or a number. */
export const isAddress = (text: string) => text.includes('@');

/** The students that a text may mean, at most as many as the command bar finds. */
export async function studentsLike(client: QueryClient, text: string): Promise<readonly FoundItem[]> {
  const { data } = await client.fetchQuery(query(search.find, { text }));
  return data.filter(isStudent);
}

interface StudentFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  description?: string;
  className?: string | undefined;
  value: string;
  onChange: (text: string) => void;
  /** One of the students who were suggested; their address is `detail`. */
  onChoose: (student: FoundItem) => void;
}

/** A field for the address of a student that accepts half a name, and suggests the students in reach. */
export function StudentField({ value, onChange, onChoose, ...look }: StudentFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { items } = useFound(isAddress(value) ? '' : value.trim());
  const students = isAddress(value) || value.trim() === '' ? [] : items.filter(isStudent);
  const byId = new Map(students.map((student) => [String(student.id), student]));
  return (
    <Autocomplete
      {...look}
      autoComplete="off"
      autoCapitalize="none"
      inputMode="email"
      spellCheck={false}
      openOnFocus={false}
      // A list without a suggestion is none.
      dropdownOpened={isOpen && students.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      comboboxProps={{ keepMounted: false }}
      value={value}
      data={students.map(({ id, detail }) => ({ value: String(id), label: detail }))}
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
        const student = byId.get(id);
        if (student) onChoose(student);
      }}
    />
  );
}
