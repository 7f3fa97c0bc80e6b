/** The key is Mantine's own, under which earlier builds kept the choice. */
const key = 'color-scheme';

export type ColourScheme = 'light' | 'dark';

const isScheme = (text: string | null): text is ColourScheme => text === 'light' || text === 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function current(): ColourScheme {
  const chosen = localStorage.getItem(key);
  if (isScheme(chosen)) return chosen;
  return system.matches ? 'dark' : 'light';
}

function show() {
  document.documentElement.dataset['mantineColorScheme'] = current();
  for (const listener of listeners) listener();
}

/** Light or dark: what was chosen on this device, else what the system says. Styles read it from the root element. */
export const colourScheme = {
  current,
  choose: (scheme: ColourScheme) => {
    localStorage.setItem(key, scheme);
    show();
  },
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows it, and follows the system and other tabs from now on. */
  start: () => {
    system.addEventListener('change', show);
    addEventListener('storage', (event) => {
      if (event.key === key) show();
    });
    // Paper is white.
    addEventListener('beforeprint', () => {
      document.documentElement.dataset['mantineColorScheme'] = 'light';
    });
    addEventListener('afterprint', show);
    show();
  },
};
