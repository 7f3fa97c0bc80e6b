import { ActionIcon, Kbd, Table } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { listKeysTexts } from '#web/texts/list-keys.ts';
import { Dialog } from '../feedback/dialog.tsx';

const t = listKeysTexts;

/** What each key does, in the order in which the dialog names them. */
const keys = [
  ['next', ['j']],
  ['previous', ['k']],
  ['select', ['x']],
  ['open', ['o', 'Enter']],
  ['menu', ['e']],
  ['help', ['?']],
] as const;

/** Somebody types, or something above the page has the keys. */
const isTaken = (target: EventTarget | null) =>
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))) ||
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

const rowsOnPage = () => [...document.querySelectorAll<HTMLTableRowElement>('[data-table] tr[data-row]')];

function go(row: HTMLTableRowElement | undefined) {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Presses something of the row in which the focus is. */
function press(current: HTMLTableRowElement | undefined, selector: string) {
  current?.querySelector<HTMLElement>(selector)?.click();
}

/**
 * Letters that walk the rows of the page's table, for people who go through many: `j` and `k` move, `x` selects, `o`
 * opens, `e` opens the first menu of the row, `?` shows these keys. The arrows, Enter and the space bar of each table stay as
 * they are. Returns the button that shows the keys, for the tools of the table.
 */
export function ListKeys() {
  const [isShown, setShown] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTaken(event.target)) return;
    const rows = rowsOnPage();
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const deeds: Readonly<Record<string, () => void>> = {
      j: () => go(rows[at + 1]),
      k: () => go(rows[Math.max(at - 1, 0)]),
      x: () => press(rows[at], '[data-row-box] input'),
      o: () => press(rows[at], 'a[data-row-link]'),
      e: () => press(rows[at], '[data-row-actions] [aria-haspopup="menu"]'),
      '?': () => setShown(true),
    };
    const deed = deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <ActionIcon variant="subtle" size={34} aria-label={t.title} onClick={() => setShown(true)}>
        <IconKeyboard aria-hidden size={20} />
      </ActionIcon>
      <Dialog
        opened={isShown}
        onClose={() => setShown(false)}
        title={t.title}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Table>
          <Table.Tbody>
            {keys.map(([name, letters]) => (
              <Table.Tr key={name}>
                <Table.Td>
                  {letters.map((letter, index) => (
                    <span key={letter}>
                      {index > 0 ? ` ${t.or} ` : ''}
                      <Kbd>{letter}</Kbd>
                    </span>
                  ))}
                </Table.Td>
                <Table.Td>{t.rows[name]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Dialog>
    </>
  );
}
