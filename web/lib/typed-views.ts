/** What is kept about tables stands under keys that begin so. */
export const tableMark = 'table ';

/** Whether somebody typed a part of an address: a name, an e-mail address, a number. */
export const holdsTyped = (search: Readonly<Record<string, string>>) =>
  Object.keys(search).some((key) => /(^|-)q$/.test(key));

interface Kept {
  readonly views?: readonly { readonly search: Readonly<Record<string, string>> }[];
}

/**
 * Views with a typed search leave the device: nobody is to read there later whom somebody looked for. Small and by
 * itself, since the page of sign-in carries it too.
 */
export function forgetTyped() {
  for (const [key, text] of Object.entries<string>(localStorage)) {
    if (!key.startsWith(tableMark)) continue;
    try {
      const kept: Kept = JSON.parse(text);
      const views = kept.views?.filter(({ search }) => !holdsTyped(search));
      localStorage.setItem(key, JSON.stringify({ ...kept, views }));
    } catch {
      // What nobody can read as views is nothing to keep.
      localStorage.removeItem(key);
    }
  }
}
