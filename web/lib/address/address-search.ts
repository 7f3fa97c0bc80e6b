import { useMatch, useRouter, useSearch } from '@tanstack/react-router';
import { useNavigate } from './navigate.ts';

/** The part of an address after `?`, as the portal reads it: flat text values. */
export type PlainSearch = Readonly<Record<string, string>>;

export const parseSearch = (search: string): PlainSearch => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): '' | `?${string}` {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** The text of an address that names the chosen columns. */
export const isColumnList = (text: string) => /^[\w-]{1,60}(\.[\w-]{1,60}){0,39}$/.test(text);

const sortPattern = /^-?[\w-]{1,60}$/;
const countPattern = /^[1-9]\d{0,6}$/;

/** The part of a key that says its meaning: a second table of a screen writes its page to `teachers-page`. */
export const kindOf = (key: string) => key.slice(key.lastIndexOf('-') + 1);

const valid: Readonly<Record<string, (value: string) => boolean>> = {
  page: (value) => countPattern.test(value),
  size: (value) => countPattern.test(value) && Number(value) <= 100,
  sort: (value) => sortPattern.test(value),
  cols: isColumnList,
  dense: (value) => value === '0' || value === '1',
};

/** The longest text that fits into an address. */
export const textMax = 200;
/** Many columns have long names; what a sign-in service gives back may be long. */
const longMax: Readonly<Record<string, number>> = { cols: 1000, code: 8000, iss: 300 };

function canBeMeant(key: string, text: string): boolean {
  const max = longMax[kindOf(key)] ?? textMax;
  return text !== '' && text.length <= max && (valid[kindOf(key)]?.(text) ?? true);
}

/**
 * Shared by every screen. It drops the values that are not valid, so an edited address never breaks a page. The router
 * merges the result with the values it read. For this reason a dropped key is present with the value undefined.
 */
export function validateSearch(search: Readonly<Record<string, unknown>>): PlainSearch {
  const entries = Object.entries(search).map(([key, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return [key, canBeMeant(key, text) ? text : undefined] as const;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key without a value reads like one that is absent
  return Object.fromEntries(entries) as PlainSearch;
}

export type Change = Readonly<Record<string, string | number | null | undefined>>;

/** Whether Back undoes a change as a step of its own. */
export type How = 'step' | 'replace';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address of a person who has just signed up, for the sign-in that follows. */
    email?: string | undefined;
    /** Why a sign-in with a service did not work, for the sign-in page. */
    fault?: string | undefined;
    /** Where somebody who has just signed out can also sign out of the service. */
    signOutUrl?: string | undefined;
    /** The search of the entry before this one, if a step within the page led here. */
    before?: string | undefined;
  }
}

/** Addresses match in any case, with or without a slash at the end. */
const plainPath = (path: string) => decodeURI(path).toLowerCase().replace(/\/$/, '');

/** Changes of typing and of a table's look: Back does not replay every keystroke. */
const inPassing: ReadonlySet<string> = new Set(['q', 'sort', 'size', 'cols', 'dense']);

const usualFor = (next: Change): How =>
  Object.keys(next).some((key) => inPassing.has(kindOf(key))) ? 'replace' : 'step';

/**
 * Changes the search of the current address. A choice is a step that Back undoes: a filter, a page, an open dialog. A
 * change that returns to the address of the step before goes back in the history. So Back does not open a closed dialog
 * again.
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
    // Text that was typed just before leaving must not follow the person to the next page.
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
