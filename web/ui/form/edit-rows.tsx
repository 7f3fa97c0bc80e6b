import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { DraftRow } from '#web/lib/draft-rows.ts';
import { texts } from '#web/texts/texts.ts';
import { moved, OrderControls } from './edit-order.tsx';
import classes from './edit-rows.module.css';

const t = texts.ui.rows;

interface EditRowsProps<Row extends DraftRow> {
  rows: readonly Row[];
  /** Changes the list as it stands when the change happens. */
  change: (to: (rows: readonly Row[]) => readonly Row[]) => void;
  nameOf: (row: Row, index: number) => string;
  renderFields: (row: Row) => ReactNode;
  label: string;
  addLabel: string;
  makeRow: () => Row;
  emptyText?: string;
  /** False where rows may stay, but no new one may be added. */
  canAdd?: boolean;
  /** Off where the rows stand in no order of their own. */
  isOrdered?: boolean;
}

/** The first field of a row that was just added. */
function useFocusOfNewRow(list: RefObject<HTMLUListElement | null>, key: string) {
  useEffect(() => {
    if (!key) return;
    list.current
      ?.querySelector<HTMLElement>(
        `[data-row="${key}"] input:not([type="file"]), [data-row="${key}"] textarea`,
      )
      ?.focus();
  }, [list, key]);
}

/** Rows that are added, removed and put in order, by pointer and by keyboard. Every change is announced. */
export function EditRows<Row extends DraftRow>({
  rows,
  change,
  nameOf,
  renderFields,
  label,
  addLabel,
  makeRow,
  emptyText,
  canAdd = true,
  isOrdered = true,
}: EditRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const [news, setNews] = useState('');
  const [added, setAdded] = useState('');
  useFocusOfNewRow(list, added);

  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row) return;
    change((now) => moved(now, from, to));
    setNews(t.moved({ name: nameOf(row, from), place: to + 1, of: rows.length }));
  };
  const remove = (row: Row, name: string) => {
    change((now) => now.filter(({ key }) => key !== row.key));
    setNews(t.removed({ name }));
    (adder.current ?? list.current)?.focus();
  };
  const add = () => {
    const row = makeRow();
    change((now) => [...now, row]);
    setAdded(row.key);
  };

  return (
    <div>
      {rows.length === 0 && emptyText ? <p className={classes.empty}>{emptyText}</p> : null}
      <ul ref={list} className={classes.rows} aria-label={label} tabIndex={-1}>
        {rows.map((row, index) => {
          const name = nameOf(row, index);
          return (
            <li key={row.key} data-row={row.key} className={classes.row}>
              <div className={classes.head}>
                <strong className={classes.name}>{name}</strong>
                <OrderControls
                  name={name}
                  index={index}
                  count={rows.length}
                  isOrdered={isOrdered}
                  onMove={move}
                  onRemove={() => remove(row, name)}
                />
              </div>
              {renderFields(row)}
            </li>
          );
        })}
      </ul>
      {canAdd ? (
        <Button ref={adder} variant="light" leftSection={<IconPlus aria-hidden size={18} />} onClick={add}>
          {addLabel}
        </Button>
      ) : null}
      <VisuallyHidden>
        <output>{news}</output>
      </VisuallyHidden>
    </div>
  );
}
