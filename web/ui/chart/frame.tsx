import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { texts } from '#web/texts/texts.ts';
import { formatShare, sumOf, type ChartPart } from './part.ts';
import classes from './chart.module.css';
import { Panel } from '../panel.tsx';
import { EmptyState } from '../feedback/states.tsx';

const t = texts.ui.chart;

export interface ChartTable {
  /** What the rows are, then what their numbers are. */
  readonly columns: readonly string[];
  /** A name, then its numbers as they are shown. */
  readonly rows: readonly (readonly string[])[];
}

/** Parts of a whole as a table: how many, and which share. */
export function partsTable(kind: string, unit: string, parts: readonly ChartPart[]): ChartTable {
  const whole = sumOf(parts);
  return {
    columns: [kind, unit, t.share],
    rows: parts.map(({ label, value }) => [label, formatNumber(value), formatShare(value, whole)]),
  };
}

interface TableProps extends ChartTable {
  caption: string;
}

function NumberTable({ caption, columns, rows }: TableProps) {
  return (
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...numbers]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {numbers.map((number, place) => (
              <td key={columns[place + 1]}>{number}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ChartFrameProps {
  title: string;
  lead?: string;
  /** The numbers behind the drawing. */
  table: ChartTable;
  /** What to say instead of drawing nothing; null when there is something to draw. */
  empty: { readonly title: string; readonly text: string } | null;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** The drawing has links. */
  hasLinks?: boolean;
  /** Without a panel and its title, in something that has both. */
  isBare?: boolean | undefined;
  /** The drawing: made for the eye alone. */
  children: ReactNode;
}

/** A drawing and its numbers as a table: screen readers always read the table, eyes may choose it. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, lead, table, empty, isTable, onTable, hasLinks, isBare = false, children } = props;
  const drawing = empty ? (
    <div className={classes.empty}>
      <EmptyState title={empty.title}>{empty.text}</EmptyState>
    </div>
  ) : (
    <div aria-hidden={!hasLinks} className={classes.drawing}>
      {children}
    </div>
  );
  const numbers = <NumberTable caption={title} {...table} />;
  const turn = (
    <Button
      variant={isTable ? 'light' : 'subtle'}
      size="compact-sm"
      aria-pressed={isTable}
      leftSection={<IconTable aria-hidden size={16} />}
      onClick={() => onTable(!isTable)}
    >
      {t.table}
      <VisuallyHidden>{` ${t.of({ title })}`}</VisuallyHidden>
    </Button>
  );
  const body = (
    <div className={classes.body}>
      {isTable ? numbers : drawing}
      {isTable ? null : <VisuallyHidden>{numbers}</VisuallyHidden>}
    </div>
  );
  if (isBare) {
    return (
      <>
        {turn}
        {body}
      </>
    );
  }
  return (
    <div className={classes.frame}>
      <Panel title={title} actions={turn}>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
        {body}
      </Panel>
    </div>
  );
}

interface ChartSkeletonProps {
  title: string;
  lead?: string;
}

/** A chart on its way, as large as it will be. */
export function ChartSkeleton({ title, lead }: ChartSkeletonProps) {
  return (
    <div className={classes.frame}>
      <Panel title={title} actions={<div className={classes.toggleRoom} />}>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
        <div className={classes.body}>
          <Skeleton height="var(--chart-height)" />
        </div>
      </Panel>
    </div>
  );
}
