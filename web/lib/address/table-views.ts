import { viewNameMax, viewsMax } from '@gurukul/contract/views';
import { useSyncExternalStore } from 'react';
import { isColumnList } from './address-search.ts';
import { session } from '../session.ts';
import { tableMark } from './typed-views.ts';

/** The part of an address that belongs to one table, without the page number: a view is the same on every page. */
export type ViewSearch = Readonly<Record<string, string>>;

interface KeptView {
  readonly name: string;
  readonly search: ViewSearch;
}

/** One person's settings of one table on this device: its look when the address names none, and its named views. */
interface KeptTable {
  /** Column ids joined by dots; '' for all. */
  readonly cols: string;
  /** Compact rows, as long as the person has not chosen others. */
  readonly isDense: boolean;
  readonly views: readonly KeptView[];
}

const nothing: KeptTable = { cols: '', isDense: true, views: [] };

const keyOf = (table: string) => `${tableMark}${session.uid} ${table}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function viewIn(value: unknown): KeptView[] {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !isRecord(value['search'])) return [];
  const entries = Object.entries(value['search']).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return [{ name: value['name'].slice(0, viewNameMax), search: Object.fromEntries(entries) }];
}

/** The storage may contain anything. Values that are not valid count as absent. */
function tableIn(text: string): KeptTable {
  if (text === '') return nothing;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return nothing;
  }
  if (!isRecord(value)) return nothing;
  const { cols, dense, views } = value;
  return {
    cols: typeof cols === 'string' && isColumnList(cols) ? cols : '',
    isDense: dense !== false,
    views: Array.isArray(views) ? views.flatMap(viewIn).slice(0, viewsMax) : [],
  };
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** False if the device stores nothing, for example because its storage is full or forbidden. */
function keep(table: string, change: Partial<KeptTable>): boolean {
  const key = keyOf(table);
  try {
    // Read again: the Undo of a toast may run after other changes.
    const { cols, isDense, views } = { ...tableIn(localStorage.getItem(key) ?? ''), ...change };
    if (cols === '' && isDense && views.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ cols, dense: isDense, views }));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** The signed-in person's settings of a table, and the function that changes them. */
export function useKeptTable(table: string): [KeptTable, (change: Partial<KeptTable>) => boolean] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(table)) ?? '');
  return [tableIn(text), (change) => keep(table, change)];
}
