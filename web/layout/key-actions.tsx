import { Kbd, Switch, Table, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { letterKeys } from '#web/lib/browser/letter-keys.ts';
import { listKeysTexts } from '#web/texts/list-keys.ts';
import { texts } from '#web/texts/texts.ts';
import { peekOf } from '#web/peeks.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
import { Peek } from './peek.tsx';

const t = listKeysTexts;

const rowsOnPage = () => [...document.querySelectorAll<HTMLElement>('[data-table] [data-row]')];

function go(row: HTMLElement | undefined) {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Presses something of the row in which the focus is. */
function pressIn(current: HTMLElement | undefined, selector: string) {
  current?.querySelector<HTMLElement>(selector)?.click();
}

const tick = (row: HTMLElement | undefined) => pressIn(row, '[data-row-box] input');

/** The search of the list, or the command bar where the page has none. */
function find() {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (search) {
    search.focus();
    search.select();
  } else document.querySelector<HTMLElement>('[data-find]')?.click();
}

/** Straight to what can be done with the selected rows, however many stops lie between: to the menu, where there is one. */
function toSelected() {
  const bar = document.querySelector('[data-selection-bar]');
  const [first] = ['[aria-haspopup="menu"]', 'button'].flatMap(
    (kind) => bar?.querySelector<HTMLElement>(kind) ?? [],
  );
  first?.focus();
}

interface Action {
  readonly name: keyof typeof t.rows;
  readonly keys: readonly string[];
  /** Absent: a part of the page hears it by itself. */
  readonly run?: (rows: readonly HTMLElement[], at: number) => void;
}

/** The rows of the page's tables are walked by letters; the arrows, Enter and the space bar of each table stay as they are. */
const inLists: readonly Action[] = [
  { name: 'next', keys: ['j'], run: (rows, at) => go(rows[at + 1]) },
  { name: 'previous', keys: ['k'], run: (rows, at) => go(rows[Math.max(at - 1, 0)]) },
  { name: 'peek', keys: ['Space'] },
  { name: 'select', keys: ['x'], run: (rows, at) => tick(rows[at]) },
  { name: 'open', keys: ['o', 'Enter'], run: (rows, at) => pressIn(rows[at], 'a[data-row-link]') },
  {
    name: 'menu',
    keys: ['e'],
    run: (rows, at) => pressIn(rows[at], '[data-row-actions] :is([aria-haspopup="menu"], [aria-expanded])'),
  },
  { name: 'selected', keys: ['.'], run: toSelected },
  { name: 'mark', keys: ['p', 'a', 'm', 'd', '1–4'] },
  { name: 'save', keys: ['Ctrl Enter'] },
];

const anywhere: readonly Action[] = [
  { name: 'find', keys: ['/'], run: find },
  { name: 'bar', keys: [`${texts.shell.find.key} ${texts.shell.find.letter}`] },
  { name: 'help', keys: ['?'] },
];

/** Something above the page has the keys. */
const isCovered = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/**
 * Does what a key is for.
 * @param show Shows something above or beside the page, or nothing.
 */
export function press(key: string, show: (what: ReactNode) => void) {
  if (isCovered()) return;
  if (key === '?') return show(<KeysDialog key={performance.now()} />);
  const rows = rowsOnPage();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (key === ' ') {
    const first = peekOf(rows[at]);
    if (first) show(<Peek key={performance.now()} first={first} onClose={() => show(null)} />);
    // Of other rows there is nothing to look at.
    else tick(rows[at]);
    return;
  }
  [...inLists, ...anywhere].find(({ keys }) => keys.includes(key))?.run?.(rows, at);
}

const Part = ({ title, actions }: { title: string; actions: readonly Action[] }) => (
  <>
    <Title order={3} size="h4" mt="sm">
      {title}
    </Title>
    <Table aria-label={title}>
      <Table.Tbody>
        {actions.map(({ name, keys }) => (
          <Table.Tr key={name}>
            <Table.Td w="9rem">
              {keys.map((letter, index) => (
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
  </>
);

/** Single letters may be turned off: WCAG 2.1.4. */
function LetterSwitch() {
  const [isOn, setOn] = useState(letterKeys.isOn);
  return (
    <Switch
      mt="md"
      label={t.letters}
      description={t.lettersOff}
      checked={isOn}
      onChange={({ currentTarget }) => {
        letterKeys.isOn = currentTarget.checked;
        setOn(currentTarget.checked);
      }}
    />
  );
}

/** All keys of the portal. */
function KeysDialog() {
  const [isShown, setShown] = useState(true);
  return (
    <Dialog
      opened={useOpenedAfterwards(isShown)}
      onClose={() => setShown(false)}
      title={t.title}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Part title={t.anywhere} actions={anywhere} />
      <Part title={t.inLists} actions={inLists} />
      <LetterSwitch />
    </Dialog>
  );
}
