import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';

const isRow = (element: unknown): element is HTMLTableRowElement =>
  element instanceof HTMLTableRowElement && element.dataset['row'] !== undefined;

const rowsIn = (body: HTMLTableSectionElement | null) => [...(body?.rows ?? [])].filter(isRow);

/** Fields and opened menus have a use of their own for Escape. */
const isPlainControl = (element: Element) =>
  element.matches('a, button:not([aria-expanded="true"]), input[type="checkbox"]');

const isInDialog = (element: Element) => element.closest('[role="dialog"]') !== null;

/** What stands above the table, the View menu first: it is in every one. */
function focusTools(row: HTMLTableRowElement) {
  const root = row.closest('[data-table]');
  const tool =
    root?.querySelector<HTMLElement>('[data-table-view]') ??
    root?.querySelector<HTMLElement>('[data-table-tools] :is(button, a, select, input)');
  tool?.focus();
}

function moveTo(row: HTMLTableRowElement | undefined) {
  row?.focus({ preventScroll: true });
  // Beneath the header that stays in sight; sideways everything stays where it is.
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * The rows are one stop of the Tab key; the arrows walk them. The current row is written directly to the page: a step
 * does not render a hundred rows again. Buttons and links in the rows keep their own stops, so nobody needs to know
 * about the arrows.
 * @param isBusy The rows are loading.
 */
export function useRowKeys(isBusy: boolean) {
  const body = useRef<HTMLTableSectionElement>(null);
  const stop = useRef('');
  /** Where the focus is or was, in a row or in what stands in it. */
  const place = useRef({ id: '', index: 0 });
  const isInside = useRef(false);

  const stopAt = (next: HTMLTableRowElement | undefined, rows: readonly HTMLTableRowElement[]) => {
    for (const row of rows) {
      const tabIndex = row === next ? 0 : -1;
      if (row.tabIndex !== tabIndex) row.tabIndex = tabIndex;
    }
    stop.current = next?.dataset['row'] ?? '';
  };

  /** The same row, or the one that stands in its place now. */
  const atPlace = (rows: readonly HTMLTableRowElement[]) => {
    const { id, index } = place.current;
    return rows.find((row) => row.dataset['row'] === id) ?? rows[Math.min(index, rows.length - 1)];
  };

  // After every time the rows were rendered: they may be others, in another order, or fewer.
  useLayoutEffect(() => {
    const rows = rowsIn(body.current);
    // A row that is removed takes the focus along, and React reports no blur for it.
    const { activeElement } = document;
    const isLost = isInside.current && activeElement === document.body;
    // The focus moved elsewhere while there were no rows to report it.
    if (!isLost && !body.current?.contains(activeElement)) isInside.current = false;
    if (rows.length > 0) stopAt(rows.find((row) => row.dataset['row'] === stop.current) ?? rows[0], rows);
    const whole = body.current?.closest('section');
    // The keyboard stood on a table without rows. Rows that come take it over.
    const isOnWhole = activeElement === whole && whole?.matches(':focus-visible');
    if (isBusy || !(isLost || isOnWhole)) return;
    (atPlace(rows) ?? whole)?.focus({ preventScroll: true });
  });

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest('tr');
    if (!isRow(row) || !body.current?.contains(row)) return;
    const rows = rowsIn(body.current);
    isInside.current = true;
    place.current = { id: row.dataset['row'] ?? '', index: rows.indexOf(row) };
    if (row === target) stopAt(row, rows);
  };

  const onBlur = () => {
    isInside.current = false;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (event.defaultPrevented || hasModifier || !(target instanceof HTMLElement)) return;
    if (!body.current?.contains(target)) return;
    if (!isRow(target)) {
      const row = target.closest('tr');
      if (key === 'Escape' && isRow(row) && isPlainControl(target) && !isInDialog(row)) row.focus();
      return;
    }
    const rows = rowsIn(body.current);
    const at = rows.indexOf(target);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(rows[at + 1]),
      ArrowUp: () => moveTo(rows[at - 1]),
      Home: () => moveTo(rows[0]),
      End: () => moveTo(rows.at(-1)),
      Enter: () => target.querySelector<HTMLElement>('a[data-row-link]')?.click(),
    };
    // Of a row that leads somewhere, the space bar shows it beside the list.
    const box = target.querySelector<HTMLElement>(':scope:not(:has([data-row-link])) [data-row-box] input');
    const step = key === ' ' && box ? () => box.click() : steps[key];
    if (key === 'Escape' && !isInDialog(target)) {
      event.preventDefault();
      focusTools(target);
    } else if (step) {
      event.preventDefault();
      step();
    }
  };

  /** A focus on the table as a whole is passed on to its rows. A click with the mouse leaves the focus where it is. */
  const onTableFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target !== currentTarget || !currentTarget.matches(':focus-visible')) return;
    atPlace(rowsIn(body.current))?.focus({ preventScroll: true });
  };

  return { body, onTableFocus, rowsProps: { onFocus, onBlur, onKeyDown } };
}
