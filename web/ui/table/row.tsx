import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useState, type MouseEvent, type ReactNode } from 'react';
import type { Address } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '../link.tsx';
import { FoldedActions } from './actions.tsx';
import { keep } from './aria.ts';
import { stacked } from './columns.ts';
import classes from './data-table.module.css';
import type { Column } from './data-table.tsx';
import { RowBox } from './row-box.tsx';

const none: never[] = [];

export type Tick = (id: string, on: boolean) => void;

interface BodyRowProps<Row> {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  /** How its box is named; absent where no row has one. */
  nameOf: ((row: Row) => string) | undefined;
  hasBox: boolean;
  isSelected: boolean;
  onTick: Tick;
  rowHref: ((row: Row) => Address) | undefined;
  rowActions: ((row: Row) => ReactNode) | undefined;
  foldActions: ((row: Row) => string) | undefined;
}

const shownIn = <Row,>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : (column.value(row) ?? '');

const isInteractive = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, select, textarea, label, [role="option"]') !== null;

/** A click that means the row: neither on something of its own, nor the end of a text selection. */
const isOnRow = ({ target }: MouseEvent) => !isInteractive(target) && !getSelection()?.toString();

/** A click anywhere in the row follows the link of its first cell. */
function followRowLink(event: MouseEvent<HTMLTableRowElement>) {
  if (isOnRow(event)) event.currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]')?.click();
}

/** Where a row leads nowhere, a click anywhere in it ticks its box: a whole row is easier to hit with a thumb. */
export function tickBox(event: MouseEvent<HTMLElement>) {
  if (isOnRow(event)) event.currentTarget.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}

export function toggled(selected: ReadonlySet<string>, ids: readonly string[], on: boolean) {
  const next = new Set(selected);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

interface RowCellProps<Row> {
  column: Column<Row>;
  /** Those of its second line. */
  below?: readonly Column<Row>[];
  row: Row;
  /** The first one names the row. */
  href: Address | undefined;
}

function RowCell<Row>({ column, below = none, row, href }: RowCellProps<Row>) {
  const shown = shownIn(column, row);
  return (
    <td {...keep.cell} data-align={column.align} data-label={column.header}>
      {href ? (
        <AppLink href={href} data-row-link className={classes.link}>
          {shown}
        </AppLink>
      ) : (
        shown
      )}
      {below.length > 0 ? (
        <div className={classes.below}>
          {below.map((one) => (
            <span key={one.id}>{shownIn(one, row)}</span>
          ))}
        </div>
      ) : null}
    </td>
  );
}

function BoxCell<Row>({ id, row, nameOf, hasBox: isOffered, ...rest }: BodyRowProps<Row>) {
  if (!nameOf) return null;
  return (
    <td {...keep.cell} className={classes.box} data-row-box>
      {isOffered ? (
        <RowBox
          label={texts.ui.selectRow({ name: nameOf(row) })}
          checked={rest.isSelected}
          onChange={(on) => rest.onTick(id, on)}
        />
      ) : null}
    </td>
  );
}

function WideRow<Row>(props: BodyRowProps<Row>) {
  const { id, row, columns, nameOf, hasBox: isOffered, isSelected, rowHref, rowActions, foldActions } = props;
  const onRowClick = () => {
    if (rowHref) return followRowLink;
    return nameOf ? tickBox : undefined;
  };
  const actions = rowActions?.(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the link or the box in the first cell
    <tr
      {...keep.row}
      data-row={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- walked with the arrows; `useRowKeys` says which row is the stop
      tabIndex={-1}
      aria-selected={isOffered ? isSelected : undefined}
      data-link={rowHref ? true : undefined}
      onClick={onRowClick()}
    >
      <BoxCell {...props} />
      {stacked(columns).map(({ column, below }, index) => (
        <RowCell
          key={column.id}
          column={column}
          below={below}
          row={row}
          href={index === 0 ? rowHref?.(row) : undefined}
        />
      ))}
      {rowActions ? (
        <td {...keep.cell} className={classes.actions} data-row-actions>
          {foldActions && actions ? <FoldedActions name={foldActions(row)} actions={actions} /> : actions}
        </td>
      ) : null}
    </tr>
  );
}

/** The columns of a closed row on a phone, besides its name: the second stands for those that no column asks for. */
function closedColumns<Row>(columns: readonly Column<Row>[]) {
  const [, second] = columns;
  const asked = columns.filter(({ onPhone }, index) => index > 0 && onPhone);
  if (asked.length === 0) return { lines: second ? [second] : none, ends: none };
  return {
    lines: asked.filter(({ onPhone }) => onPhone === 'line'),
    ends: asked.filter(({ onPhone }) => onPhone === 'end'),
  };
}

/** Two lines; a tap opens it in place, with all its columns and actions. */
function PhoneRow<Row>(props: BodyRowProps<Row>) {
  const { id, row, columns, nameOf, hasBox: isOffered, isSelected, rowHref, rowActions } = props;
  const [isOpen, setOpen] = useState(false);
  const [first, ...rest] = columns;
  if (!first) return null;
  const { lines, ends } = closedColumns(columns);
  const canOpen = rowActions !== undefined || rest.length > lines.length + ends.length;
  const toggle = (event: MouseEvent) => {
    if (isOnRow(event)) setOpen(!isOpen);
  };
  const onRowClick = () => {
    if (nameOf && !rowHref) return tickBox;
    if (canOpen) return toggle;
    return rowHref ? followRowLink : undefined;
  };
  const parts = (of: readonly Column<Row>[], className: string | undefined) =>
    of.length > 0 ? (
      <td {...keep.cell} className={className}>
        {of.map((column) => (
          <span key={column.id}>{column.plain ? column.plain(row) : shownIn(column, row)}</span>
        ))}
      </td>
    ) : null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the link, the box and the button that opens the row
    <tr
      {...keep.row}
      data-row={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- walked with the arrows; `useRowKeys` says which row is the stop
      tabIndex={-1}
      aria-selected={isOffered ? isSelected : undefined}
      data-open={isOpen || undefined}
      onClick={onRowClick()}
    >
      <BoxCell {...props} />
      <td {...keep.cell} className={classes.name}>
        {rowHref ? (
          <AppLink href={rowHref(row)} data-row-link className={classes.link}>
            {shownIn(first, row)}
          </AppLink>
        ) : (
          shownIn(first, row)
        )}
      </td>
      {isOpen ? null : parts(lines, classes.second)}
      {isOpen ? null : parts(ends, classes.ends)}
      {canOpen ? (
        <td {...keep.cell} className={classes.opener}>
          <UnstyledButton
            aria-label={texts.ui.rowDetails({
              name: nameOf?.(row) ?? String((first.exported ?? first.value)(row) ?? ''),
            })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown aria-hidden size={20} />
          </UnstyledButton>
        </td>
      ) : null}
      {isOpen
        ? rest.map((column) => <RowCell key={column.id} column={column} row={row} href={undefined} />)
        : null}
      {isOpen && rowActions ? (
        <td {...keep.cell} className={classes.actions} data-row-actions>
          {rowActions(row)}
        </td>
      ) : null}
    </tr>
  );
}

/** Drawn again only when something of its own has changed: a tick in a class of 300 draws one row. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` forgets that a component is generic
export const TableRow = memo(WideRow) as typeof WideRow;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
export const TablePhoneRow = memo(PhoneRow) as typeof PhoneRow;
