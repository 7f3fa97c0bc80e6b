/** The words at the top of a page: title and lead. */
export type HeadWords = readonly [title: string, lead: string];

/** A request to the server, by its address and, where it has one, its body; `*uid*` stands for the person in both. */
export type Ask = readonly [url: string, body?: string];

/** The first words of a role's pages, and their first requests. */
interface OfRole {
  /** The dashboard's path as the browser writes it, in lower case. */
  readonly path: string;
  /** By such addresses. The dashboard is also reached at /; its words here have no greeting. */
  readonly pages: Readonly<Record<string, HeadWords>>;
  /** By such addresses, if nothing follows them after `?`. */
  readonly asks: Readonly<Record<string, readonly Ask[]>>;
}

export interface FirstWords {
  /** The pages before sign-in, by address. */
  readonly door: Readonly<Record<string, HeadWords>>;
  readonly roles: Readonly<Record<string, OfRole>>;
  /** The requests of every signed-in page. */
  readonly asks: readonly Ask[];
  readonly greetings: { readonly morning: string; readonly day: string; readonly evening: string };
}

/** Answers that were requested before the portal's scripts loaded, by address and body. */
export interface Prefetched {
  readonly token: string;
  readonly since: number;
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  var prefetched: Prefetched | undefined;
}

/**
 * Runs alone, before all other code of the portal. It shows the top of the page in the HTML page, and makes the first
 * requests of the page. The build writes this function into a file as it stands here, so it uses nothing from outside
 * itself. The server decides what the person may see, here as everywhere.
 */
export function paintFirst(): void {
  const words: FirstWords = JSON.parse(document.getElementById('first-words')?.textContent ?? '');
  const kept = (key: string) => localStorage.getItem(key) ?? '';
  const { documentElement: root } = document;
  const [token, scheme, language] = [kept('token'), kept('color-scheme'), kept('language')];
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
  const path = location.pathname.toLowerCase().replace(/(.)\/$/, '$1');
  const own = token && Object.hasOwn(words.roles, kept('role')) ? words.roles[kept('role')] : undefined;
  const isOwn = own !== undefined && [own.path, '/'].includes(path);

  if (own) {
    const answers = new Map<string, Promise<Response>>();
    const uid = encodeURIComponent(kept('uid'));
    for (const ask of [...words.asks, ...(own.asks[path + location.search] ?? [])]) {
      const [url = '', body] = ask.map((part) => part?.replace('*uid*', uid));
      const answer = fetch(url, {
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { method: 'POST', body }),
      });
      // The code that takes the answer handles its failure.
      answer.catch(() => undefined);
      answers.set(url + (body ?? ''), answer);
    }
    globalThis.prefetched = { token, since: Date.now(), answers };
  }

  // The other languages are loaded whole, from a file of their own.
  if (/te|hi/.test(language)) return;
  const said = token ? own?.pages[path] : words.door[path];
  if (!said) return;
  const hour = new Date().getHours();
  const { morning, day, evening } = words.greetings;
  const greeting = isOwn ? `${hour < 12 ? morning : hour < 17 ? day : evening} ` : '';
  const paint = () => {
    const first = document.getElementById('first');
    const [title, lead] = first?.querySelectorAll('p') ?? [];
    if (!first || !title || !lead) return;
    title.textContent = said[0];
    lead.textContent = greeting + said[1];
    first.dataset['of'] = token ? 'page' : 'door';
    first.hidden = false;
  };
  if (document.readyState === 'loading') document.addEventListener('readystatechange', paint, { once: true });
  else paint();
}
