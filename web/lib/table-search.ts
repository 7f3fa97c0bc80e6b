import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { PageSize } from './constants.ts';
import { isColumnList, useKeptTable, viewsMax, type ViewSearch } from './table-views.ts';
import { holdsTyped } from './typed-views.ts';

/** The part of an address after `?`, as the portal reads it: flat text values. */
export type PlainSearch = Readonly<Record<string, string>>;

export const parseSearch = (search: string): PlainSearch => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

const sortPattern = /^-?[\w-]{1,60}$/;
const countPattern = /^[1-9]\d{0,6}$/;

/** The part of a key that says what it holds: a second table of a screen keeps its page in `teachers-page`. */
const kindOf = (key: string) => key.slice(key.lastIndexOf('-') + 1);

const valid: Readonly<Record<string, (value: string) => boolean>> = {
  page: (value) => countPattern.test(value),
  size: (value) => countPattern.test(value) && Number(value) <= 100,
  sort: (value) => sortPattern.test(value),
  cols: isColumnList,
  dense: (value) => value === '0' || value === '1',
};

const textMax = 200;
/** Many columns have long names. */
const columnsMax = 1000;

function canBeMeant(key: string, text: string): boolean {
  const max = kindOf(key) === 'cols' ? columnsMax : textMax;
  return text !== '' && text.length <= max && (valid[kindOf(key)]?.(text) ?? true);
}

/**
 * Shared by every screen: drops what cannot be meant, so that an edited address never breaks a page. The router lays the
 * answer over what it read, so what is dropped is named.
 */
export function validateSearch(search: Readonly<Record<string, unknown>>): PlainSearch {
  const entries = Object.entries(search).map(([key, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return [key, canBeMeant(key, text) ? text : undefined] as const;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key without a value reads like one that is absent
  return Object.fromEntries(entries) as PlainSearch;
}

type Change = Readonly<Record<string, string | number | null | undefined>>;

/** Whether Back undoes a change by itself. */
type How = 'step' | 'replace';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Of somebody who has just signed up, for the sign-in that follows. */
    email?: string | undefined;
    /** The search of the entry before, where a step within the page led from it. */
    before?: string | undefined;
  }
}

/** Addresses match in any case, with or without a slash at the end. */
const plainPath = (path: string) => decodeURI(path).toLowerCase().replace(/\/$/, '');

/** Typing, and how a table looks: Back does not replay every keystroke. */
const inPassing: ReadonlySet<string> = new Set(['q', 'sort', 'size', 'cols', 'dense']);

const usualFor = (next: Change): How =>
  Object.keys(next).some((key) => inPassing.has(kindOf(key))) ? 'replace' : 'step';

/**
 * Changes the search of the address one is at. A choice is a step that Back undoes: a filter, a page, an open dialog. A
 * change that leads to where the last step came from goes back there, so that what is closed does not open again.
 */
export function useSearchChange(): (next: Change, how?: How) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (next, how = usualFor(next)) => {
    const { search, searchStr, state } = router.latestLocation;
    const then = stringifySearch({ ...search, ...asText(next) });
    if (then === state.before) {
      router.history.back();
      return;
    }
    const isStep = how === 'step' && then !== searchStr;
    void navigate({
      to: '.',
      replace: !isStep,
      resetScroll: false,
      search: (old: PlainSearch) => ({ ...old, ...asText(next) }),
      state: (old) => ({ ...old, before: isStep ? searchStr : old.before }),
    });
  };
}

/** Reads and changes the address's search; null or '' removes a key. */
export function useSearchState(): [PlainSearch, (next: Change, how?: How) => void] {
  const search: PlainSearch = useSearch({ strict: false });
  const router = useRouter();
  const go = useSearchChange();
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const change = (next: Change, how?: How) => {
    // What was typed just before leaving must not follow the person to the next page.
    if (plainPath(router.latestLocation.pathname) === plainPath(own)) go(next, how);
  };
  return [search, change];
}

const asText = (change: Change) =>
  Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === null || value === undefined || value === '' ? undefined : String(value),
    ]),
  );

/** One filter in the address: `const [course, setCourse] = useSearchParam('course')`. */
export function useSearchParam(key: string, fallback = ''): [string, (value: string, how?: How) => void] {
  const [search, change] = useSearchState();
  return [search[key] ?? fallback, (value, how) => change({ [key]: value === fallback ? '' : value }, how)];
}

/** A view that was given a name, as the menu of its table lists it. */
interface NamedView {
  readonly name: string;
  readonly href: string;
  /** It is what is seen now. */
  readonly isCurrent: boolean;
}

/** How a table looks, as the person chose it. */
export interface TableDisplay {
  /** Ids of the columns to show, joined by dots; '' for all. */
  readonly cols: string;
  readonly isDense: boolean;
  setCols(cols: string): void;
  setDense(isDense: boolean): void;
  reset(): void;
  /** Absent where a table has no place in the address. */
  readonly views?: {
    readonly list: readonly NamedView[];
    readonly isFull: boolean;
    /** What is seen now holds a typed search, so a view of it is kept until the person signs out. */
    readonly isPassing: boolean;
    /** Keeps what is seen now under a name, also over an older view of that name. False where nothing can be kept. */
    save(name: string): boolean;
    /** Gives the way back. */
    remove(name: string): () => void;
  };
}

export interface TableSearch {
  readonly page: number;
  readonly size: number;
  readonly sizes?: readonly number[] | undefined;
  /** Column id, with a minus in front when descending; '' as listed. */
  readonly sort: string;
  readonly q: string;
  readonly display: TableDisplay;
  /** `replace` for a page that nobody chose. */
  setPage(page: number, how?: How): void;
  setSize(size: number): void;
  setSort(sort: string): void;
  setQuery(q: string): void;
}

/** Says "all" where an address has to speak up against what the device remembers. */
const allColumns = 'all';

const tableKinds: ReadonlySet<string> = new Set(['page', 'size', 'sort', 'q', 'cols', 'dense']);

/** Search and filters of a screen are its first table's; what has a prefix is another's, and tabs are nobody's. */
function belongsTo(prefix: string, key: string): boolean {
  if (prefix !== '') return key.startsWith(prefix);
  return key !== 'tab' && (tableKinds.has(key) || !tableKinds.has(kindOf(key)));
}

const partOf = (search: PlainSearch, isWanted: (key: string) => boolean): ViewSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => isWanted(key)));

const sameText = (search: ViewSearch) =>
  JSON.stringify(Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Columns and density: what the address says, else what the person chose here before. */
function useDisplay(prefix: string, search: PlainSearch, write: (next: Change) => void): TableDisplay {
  const pathname = useMatch({ strict: false, select: (match): string => match.pathname });
  const fullPath = useMatch({ strict: false, select: (match): string => match.fullPath });
  const [kept, keep] = useKeptTable(prefix ? `${fullPath} ${prefix}` : fullPath);
  const asked = search[`${prefix}cols`] ?? kept.cols;
  const cols = asked === allColumns ? '' : asked;
  const dense = search[`${prefix}dense`];
  const isDense = dense === undefined ? kept.isDense : dense === '1';

  // The address says what is seen, so that whoever is sent it sees the same.
  const unsaidCols = search[`${prefix}cols`] === undefined ? kept.cols : '';
  const isUnsaidDense = dense === undefined && kept.isDense;
  useEffect(() => {
    if (unsaidCols) write({ cols: unsaidCols });
    if (isUnsaidDense) write({ dense: 1 });
  });

  const look = {
    ...(cols ? { [`${prefix}cols`]: cols } : {}),
    ...(isDense ? { [`${prefix}dense`]: '1' } : {}),
  };
  const isState = (key: string) =>
    belongsTo(prefix, key) && !['page', 'cols', 'dense'].includes(key.slice(prefix.length));
  const seen: ViewSearch = { ...partOf(search, isState), ...look };
  const foreign = partOf(search, (key) => !belongsTo(prefix, key));
  const spokenUp = {
    ...(kept.cols ? { [`${prefix}cols`]: allColumns } : {}),
    ...(kept.isDense ? { [`${prefix}dense`]: '0' } : {}),
  };
  return {
    cols,
    isDense,
    setCols: (next) => {
      keep({ cols: next });
      write({ cols: next });
    },
    setDense: (next) => {
      keep({ isDense: next });
      write({ dense: next ? 1 : '' });
    },
    reset: () => {
      keep({ cols: '', isDense: false });
      write({ cols: '', dense: '' });
    },
    views: {
      list: kept.views.map((view) => ({
        name: view.name,
        href: pathname + stringifySearch({ ...foreign, ...spokenUp, ...view.search }),
        isCurrent: sameText(view.search) === sameText(seen),
      })),
      isFull: kept.views.length >= viewsMax,
      isPassing: holdsTyped(seen),
      save: (name) =>
        keep({ views: [...kept.views.filter((view) => view.name !== name), { name, search: seen }] }),
      remove: (name) => {
        keep({ views: kept.views.filter((view) => view.name !== name) });
        return () => void keep({ views: kept.views });
      },
    },
  };
}

/**
 * Page, size, order, search text and look of a table, kept in the address. What equals the default is left out of it.
 * `prefix` ('teachers-') keeps a second table of the same screen apart.
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
