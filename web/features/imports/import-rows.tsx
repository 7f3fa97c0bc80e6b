import { NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { DataTable, useLocalView, type Column, type DataTableProps } from '#web/ui/table/data-table.tsx';
import classes from './import-rows.module.css';

const t = importsTexts.rows;

/** The text of a cell, which may be long. Nothing for ''. */
export const Words = ({ children }: { children: ReactNode }) =>
  children === '' ? null : <span className={classes.words}>{children}</span>;

/** A second line of a cell. Nothing for ''. */
export const Soft = ({ children }: { children: ReactNode }) =>
  children === '' ? null : <span className={classes.soft}>{children}</span>;

/** An amount or a day. */
export const Line = ({ children }: { children: ReactNode }) => (
  <span className={classes.line}>{children}</span>
);

interface Note {
  readonly text: string;
  readonly isProblem?: boolean;
}

/** What is said about a row, one a line. */
export const Notes = ({ notes }: { notes: readonly Note[] }) =>
  notes.length === 0 ? null : (
    <ul className={classes.notes}>
      {notes.map(({ text, isProblem }) => (
        <li key={text} data-problem={isProblem || undefined}>
          {text}
        </li>
      ))}
    </ul>
  );

/** The column with the number of the row in its file. */
export const numberColumn = <Row,>(numberOf: (row: Row) => number): Column<Row> => ({
  id: 'row',
  header: t.row,
  value: numberOf,
  cell: (row) => (
    <>
      <span className={classes.rowWord}>{t.row} </span>
      {numberOf(row)}
    </>
  ),
});

/** Rows of one kind. */
export interface Filter<Row> {
  readonly id: string;
  readonly label: string;
  readonly is: (row: Row) => boolean;
  /** Wants a look first, where nobody has chosen. */
  readonly isFirst?: boolean;
}

interface ImportRowsProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowId' | 'rowActions'
> {
  rows: readonly Row[];
  filters: readonly Filter<Row>[];
}

/** The rows of a file with what each would do, those of one kind at a time. */
export function ImportRows<Row>({ rows, filters, ...table }: ImportRowsProps<Row>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const view = useLocalView(20, [20, 50, 100]);
  const counted = filters.map((filter) => ({ ...filter, count: rows.filter(filter.is).length }));
  const offered = counted.filter(({ count }) => count > 0);
  const filter =
    offered.find(({ id }) => id === chosen) ??
    (chosen === null ? offered.find(({ isFirst }) => isFirst) : undefined);
  return (
    <>
      <NativeSelect
        maw="20rem"
        mt="md"
        mb="sm"
        label={t.show}
        data={[
          { value: 'all', label: t.of({ filter: t.all, count: formatNumber(rows.length) }) },
          ...offered.map(({ id, label, count }) => ({
            value: id,
            label: t.of({ filter: label, count: formatNumber(count) }),
          })),
        ]}
        value={filter?.id ?? 'all'}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value);
          view.setPage(1);
        }}
      />
      <DataTable {...table} rows={filter === undefined ? rows : rows.filter(filter.is)} view={view} />
    </>
  );
}
