import { NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bereft, letterOf, placesIn, samplesAt, withColumn, type Choice } from '#web/lib/files/columns.ts';
import type { Table } from '#web/lib/files/table.ts';
import { shorten } from '#web/lib/format/format.ts';
import { importsTexts } from '#web/texts/imports.ts';
import classes from './column-step.module.css';

const t = importsTexts.columns;

const sampleMax = 40;

/** What a column may be. */
export interface ColumnField<Field extends string> {
  readonly field: Field;
  readonly label: string;
  /** Stands behind the others until it has a column. */
  readonly isRare?: boolean;
}

/** A heading, and the column's letter where that is needed to tell it from another. */
export function namesOf(header: readonly string[]) {
  const headings = header.map((heading) => heading.trim());
  return (place: number) => {
    const heading = headings[place] ?? '';
    if (heading === '') return t.unnamed({ letter: letterOf(place) });
    const isTwice = headings.indexOf(heading) !== headings.lastIndexOf(heading);
    return isTwice
      ? t.named({ heading: shorten(heading, sampleMax), letter: letterOf(place) })
      : shorten(heading, sampleMax);
  };
}

const valueOf = (places: readonly number[] = []) => places.join('+');
const placesOf = (value: string) => (value === '' ? [] : value.split('+').map(Number));

interface ColumnFieldsProps<Field extends string> {
  table: Pick<Table, 'header' | 'lines'>;
  fields: readonly ColumnField<Field>[];
  choice: Choice<Field>;
  /** Other choices that were there: a name in two columns stays one choice, also after another was looked at. */
  before?: readonly (Choice<Field> | null)[] | undefined;
  onChoice: (choice: Choice<Field>, changed: Field) => void;
  /** Further fields of the door, which stand first. */
  children?: ReactNode;
}

/** Which column is what. Every field may have every column, also one that was recognised as something else. */
export function ColumnFields<Field extends string>({
  table,
  fields,
  choice,
  before,
  onChoice,
  children,
}: ColumnFieldsProps<Field>) {
  const [taken, setTaken] = useState('');
  const nameOf = namesOf(table.header);
  const labelOf = (field: Field) => fields.find((each) => each.field === field)?.label ?? '';
  const single = [
    { value: '', label: t.none },
    ...placesIn(table).map((place) => ({ value: String(place), label: nameOf(place) })),
  ];
  const joinedOf = (field: Field) => {
    const several = [choice, ...(before ?? [])]
      .map((each) => each?.[field] ?? [])
      .filter((at) => at.length > 1);
    const byValue = new Map(
      several.map((at) => [valueOf(at), at.map(nameOf).reduce((first, second) => t.and({ first, second }))]),
    );
    return Array.from(byValue, ([value, label]) => ({ value, label }));
  };
  const choose = (field: Field, places: readonly number[]) => {
    const next = withColumn(choice, field, places);
    const without = bereft(choice, next, field).map(labelOf);
    setTaken(without.length > 0 ? t.taken({ column: labelOf(field), other: without.join(', ') }) : '');
    onChoice(next, field);
  };
  const select = ({ field, label }: ColumnField<Field>) => {
    const places = choice[field] ?? [];
    const samples = samplesAt(table.lines, places).map((sample) => shorten(sample, sampleMax));
    const hint = samples.length > 0 ? t.sample({ samples: samples.join(' · ') }) : t.emptyColumn;
    return (
      <NativeSelect
        key={field}
        label={label}
        description={places.length === 0 ? undefined : hint}
        inputWrapperOrder={['label', 'input', 'description']}
        data={[...single, ...joinedOf(field)]}
        value={valueOf(places)}
        onChange={(event) => choose(field, placesOf(event.currentTarget.value))}
      />
    );
  };
  const rare = fields.filter(({ field, isRare }) => isRare && choice[field] === undefined);
  return (
    <>
      <div className={classes.fields}>
        {children}
        {fields.filter((each) => !rare.includes(each)).map(select)}
      </div>
      {rare.length > 0 ? (
        <details className={classes.more}>
          <summary>{t.more}</summary>
          <div className={classes.fields}>{rare.map(select)}</div>
        </details>
      ) : null}
      <output className={classes.taken}>{taken}</output>
    </>
  );
}
