import { inNaturalOrder } from '@gurukul/contract/shared/natural-order';
import type { ReactNode } from 'react';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { texts } from '#web/texts/texts.ts';
import { ClearFilters, FilterChip } from './filter-chip.tsx';

/** A column that is a choice: few values, which many rows share. */
export interface Choice<Row> {
  /** Its name in the address, behind the prefix of the table. */
  readonly key: string;
  readonly label: string;
  /** The values of a row: mostly one. */
  readonly of: (row: Row) => readonly string[];
  /** A value in words. Absent: the value itself. */
  readonly word?: (value: string) => string;
  /** All possible values in their order. Absent: in the order of their words. */
  readonly values?: readonly string[];
}

function optionsOf<Row>(rows: readonly Row[], chosen: string, { of, word, values }: Choice<Row>) {
  const found = new Set(rows.flatMap((row) => of(row)));
  // What the address names stays visible, so that it can be left again.
  if (chosen !== '') found.add(chosen);
  const options = [...found].map((value) => ({ value, label: word?.(value) ?? value }));
  if (!values) return inNaturalOrder(options, ({ label }) => label);
  return options.toSorted((one, other) => values.indexOf(one.value) - values.indexOf(other.value));
}

interface Narrowed<Row> {
  readonly rows: readonly Row[] | undefined;
  /** The chips; absent where there is nothing to choose. */
  readonly filters: ReactNode;
  /** The names in the address of what is chosen. */
  readonly chosen: readonly string[];
}

/** Filters rows that are all here, with a chip for each choice. The address says what is chosen. */
export function useChoices<Row>(
  rows: readonly Row[] | undefined,
  choices: readonly Choice<Row>[],
  prefix = '',
): Narrowed<Row> {
  const [search, change] = useSearchState();
  const page = { [`${prefix}page`]: '' };
  const chips = choices.map((choice) => {
    const key = prefix + choice.key;
    const value = search[key] ?? '';
    return { choice, key, value, options: optionsOf(rows ?? [], value, choice) };
  });
  const set = chips.filter(({ value }) => value !== '');
  // While the rows are on their way the chips have their place: the table must not be pushed down by them.
  const offered = chips.filter(({ options, value }) => !rows || options.length > 1 || value !== '');
  return {
    rows:
      set.length === 0
        ? rows
        : rows?.filter((row) => set.every(({ choice, value }) => choice.of(row).includes(value))),
    filters:
      offered.length === 0 ? undefined : (
        <>
          {offered.map(({ choice, key, value, options }) => (
            <FilterChip
              key={key}
              label={choice.label}
              value={value}
              options={[{ value: '', label: texts.ui.any }, ...options]}
              onChange={(next) => change({ [key]: next, ...page })}
            />
          ))}
          {set.length > 0 ? (
            <ClearFilters
              onClick={() => change({ ...Object.fromEntries(set.map(({ key }) => [key, ''])), ...page })}
            />
          ) : null}
        </>
      ),
    chosen: set.map(({ key }) => key),
  };
}
