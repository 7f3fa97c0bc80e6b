/** The storage keys of table settings begin with this. */
export const tableMark = 'table ';

/** Whether a part of an address was typed by a person: a name, an email address, a number. */
export const holdsTyped = (search: Readonly<Record<string, string>>) =>
  Object.keys(search).some((key) => /(^|-)q$/.test(key));

interface ViewsCache {
  readonly views?: readonly { readonly search: Readonly<Record<string, string>> }[];
}

/**
 * Removes views with a typed search from the device, so that nobody can later read the names of people that somebody
 * searched for. This module is small, because the sign-in page loads it too.
 */
export function forgetTyped() {
  for (const [key, text] of Object.entries<string>(localStorage)) {
    if (!key.startsWith(tableMark)) continue;
    try {
      const kept: ViewsCache = JSON.parse(text);
      const views = kept.views?.filter(({ search }) => !holdsTyped(search));
      localStorage.setItem(key, JSON.stringify({ ...kept, views }));
    } catch {
      // Settings that cannot be read are removed.
      localStorage.removeItem(key);
    }
  }
}
