import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { PageSize } from './constants.ts';

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
};

/** Shared by every screen: drops what cannot be meant, so that an edited address never breaks a page. */
export function validateSearch(search: Readonly<Record<string, unknown>>): PlainSearch {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value);
    if (text !== '' && text.length <= 200 && (valid[kindOf(key)]?.(text) ?? true)) kept[key] = text;
  }
  return kept;
}

type Change = Readonly<Record<string, string | number | null | undefined>>;

/** Addresses match in any case, with or without a slash at the end. */
const plainPath = (path: string) => decodeURI(path).toLowerCase().replace(/\/$/, '');

/** Reads and changes the address's search; null or '' removes a key. Going back does not replay every keystroke. */
export function useSearchState(): [PlainSearch, (change: Change) => void] {
  const search: PlainSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const change = (next: Change) => {
    // What was typed just before leaving must not follow the person to the next page.
    if (plainPath(router.latestLocation.pathname) !== plainPath(own)) return;
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (old: PlainSearch) => ({ ...old, ...asText(next) }),
    });
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
export function useSearchParam(key: string, fallback = ''): [string, (value: string) => void] {
  const [search, change] = useSearchState();
  return [search[key] ?? fallback, (value) => change({ [key]: value === fallback ? '' : value })];
}

export interface TableSearch {
  readonly page: number;
  readonly size: number;
  readonly sizes?: readonly number[] | undefined;
  /** Column id, with a minus in front when descending; '' as listed. */
  readonly sort: string;
  readonly q: string;
  setPage(page: number): void;
  setSize(size: number): void;
  setSort(sort: string): void;
  setQuery(q: string): void;
}

/**
 * Page, size, order and search text of a table, kept in the address. What equals the default is left out of it.
 * `prefix` ('teachers-') keeps a second table of the same screen apart.
 */
export function useTableSearch({ size, sizes }: PageSize, sort = '', prefix = ''): TableSearch {
  const [search, change] = useSearchState();
  const read = (key: string) => search[prefix + key];
  const write = (next: Change) =>
    change(Object.fromEntries(Object.entries(next).map(([key, value]) => [prefix + key, value])));
  const asked = Number(read('size') ?? size);
  return {
    page: Number(read('page') ?? 1),
    size: sizes?.includes(asked) ? asked : size,
    sizes,
    sort: read('sort') ?? sort,
    q: read('q') ?? '',
    setPage: (page) => write({ page: page === 1 ? '' : page }),
    setSize: (next) => write({ size: next === size ? '' : next, page: '' }),
    setSort: (next) => write({ sort: next === sort ? '' : next, page: '' }),
    setQuery: (q) => write({ q, page: '' }),
  };
}
