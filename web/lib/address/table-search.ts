import { viewsMax } from '@gurukul/contract/views';
import { useMatch } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  kindOf,
  stringifySearch,
  useSearchState,
  type Change,
  type How,
  type PlainSearch,
} from './address-search.ts';
import type { Address, Path } from '#web/paths.ts';
import type { PageSize } from '../constants.ts';
import { useKeptTable, type ViewSearch } from './table-views.ts';
import { holdsTyped } from './typed-views.ts';

/** A view of a table as a link. */
interface LinkedView {
  readonly href: Address;
  /** Whether the table shows this view now. */
  readonly isCurrent: boolean;
}

/** The saved views of a table. */
export interface TableViews {
  /** The name of the table, on this device and for the office. */
  readonly list: string;
  /** What the table shows now. */
  readonly seen: ViewSearch;
  /** The link to what a view shows. */
  linkTo(view: ViewSearch): LinkedView;
  readonly ofDevice: {
    readonly names: readonly (LinkedView & { readonly name: string })[];
    readonly isFull: boolean;
    /** The table shows the result of a typed search. A view of it is stored only until the person signs out. */
    readonly isPassing: boolean;
    /** Saves the current view under a name, also over an older view of that name. False if nothing can be stored. */
    save(name: string): boolean;
    /** Returns the function that undoes it. */
    remove(name: string): () => void;
  };
}

/** How a table looks, as the person chose it. */
export interface TableDisplay {
  /** Ids of the columns to show, joined by dots; '' for all. */
  readonly cols: string;
  readonly isDense: boolean;
  setCols(cols: string): void;
  setDense(isDense: boolean): void;
  reset(): void;
  /** Absent if the table has no part in the address. */
  readonly views?: TableViews;
}

export interface TableSearch {
  readonly page: number;
  readonly size: number;
  readonly sizes?: readonly number[] | undefined;
  /** Column id, with a minus in front when descending; '' for the order of the list. */
  readonly sort: string;
  readonly q: string;
  readonly display: TableDisplay;
  /** `replace` for a page that no person chose. */
  setPage(page: number, how?: How): void;
  setSize(size: number): void;
  setSort(sort: string): void;
  setQuery(q: string): void;
}

/** Means "all columns" in an address, where the device remembers a smaller choice. */
const allColumns = 'all';

const tableKinds: ReadonlySet<string> = new Set(['page', 'size', 'sort', 'q', 'cols', 'dense']);

/**
 * The search and the filters of a screen belong to its first table. Keys with a prefix belong to another table. Tabs
 * belong to no table.
 */
function belongsTo(prefix: string, key: string): boolean {
  if (prefix !== '') return key.startsWith(prefix);
  return key !== 'tab' && (tableKinds.has(key) || !tableKinds.has(kindOf(key)));
}

const partOf = (search: PlainSearch, isWanted: (key: string) => boolean): ViewSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => isWanted(key)));

const sameText = (search: ViewSearch) =>
  JSON.stringify(Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Columns and density: those of the address, or else the person's last choice on this device. */
function useDisplay(prefix: string, search: PlainSearch, write: (next: Change) => void): TableDisplay {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page is open there
  const pathname = useMatch({ strict: false, select: (match) => match.pathname as Path });
  const fullPath = useMatch({ strict: false, select: (match): string => match.fullPath });
  const list = prefix ? `${fullPath} ${prefix}` : fullPath;
  const [kept, keep] = useKeptTable(list);
  const asked = search[`${prefix}cols`] ?? kept.cols;
  const cols = asked === allColumns ? '' : asked;
  const dense = search[`${prefix}dense`];
  const isDense = dense === undefined ? kept.isDense : dense !== '0';

  // The address names everything that the table shows, so a person who gets the link sees the same.
  const unsaidCols = search[`${prefix}cols`] === undefined ? kept.cols : '';
  const isUnsaidRoomy = dense === undefined && !kept.isDense;
  useEffect(() => {
    if (unsaidCols) write({ cols: unsaidCols });
    if (isUnsaidRoomy) write({ dense: 0 });
  });

  const look = {
    ...(cols ? { [`${prefix}cols`]: cols } : {}),
    ...(isDense ? {} : { [`${prefix}dense`]: '0' }),
  };
  const isState = (key: string) =>
    belongsTo(prefix, key) && !['page', 'cols', 'dense'].includes(key.slice(prefix.length));
  const seen: ViewSearch = { ...partOf(search, isState), ...look };
  const foreign = partOf(search, (key) => !belongsTo(prefix, key));
  const spokenUp = {
    ...(kept.cols ? { [`${prefix}cols`]: allColumns } : {}),
    ...(kept.isDense ? {} : { [`${prefix}dense`]: '1' }),
  };
  const linkTo = (view: ViewSearch): LinkedView => ({
    href: `${pathname}${stringifySearch({ ...foreign, ...spokenUp, ...view })}`,
    isCurrent: sameText(view) === sameText(seen),
  });
  return {
    cols,
    isDense,
    setCols: (next) => {
      keep({ cols: next });
      write({ cols: next });
    },
    setDense: (next) => {
      keep({ isDense: next });
      write({ dense: next ? '' : 0 });
    },
    reset: () => {
      keep({ cols: '', isDense: true });
      write({ cols: '', dense: '' });
    },
    views: {
      list,
      seen,
      linkTo,
      ofDevice: {
        names: kept.views.map((view) => ({ name: view.name, ...linkTo(view.search) })),
        isFull: kept.views.length >= viewsMax,
        isPassing: holdsTyped(seen),
        save: (name) =>
          keep({ views: [...kept.views.filter((view) => view.name !== name), { name, search: seen }] }),
        remove: (name) => {
          keep({ views: kept.views.filter((view) => view.name !== name) });
          return () => void keep({ views: kept.views });
        },
      },
    },
  };
}

/**
 * Page, size, order, search text and look of a table, stored in the address. Values that equal the default are left
 * out. `prefix` ('teachers-') separates a second table of the same screen.
 */
export function useTableSearch({ size, sizes }: PageSize, sort = '', prefix = ''): TableSearch {
  const [search, change] = useSearchState();
  const read = (key: string) => search[prefix + key];
  const write = (next: Change, how?: How) =>
    change(Object.fromEntries(Object.entries(next).map(([key, value]) => [prefix + key, value])), how);
  const display = useDisplay(prefix, search, write);
  const asked = Number(read('size') ?? size);
  return {
    page: Number(read('page') ?? 1),
    size: sizes?.includes(asked) ? asked : size,
    sizes,
    sort: read('sort') ?? sort,
    q: read('q') ?? '',
    display,
    setPage: (page, how) => write({ page: page === 1 ? '' : page }, how),
    setSize: (next) => write({ size: next === size ? '' : next, page: '' }),
    setSort: (next) => write({ sort: next === sort ? '' : next, page: '' }),
    setQuery: (q) => write({ q, page: '' }),
  };
}
