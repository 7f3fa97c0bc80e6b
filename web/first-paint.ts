/** What the top of a page says: title and lead. */
export type HeadWords = readonly [title: string, lead: string];

/** A question to the server, by its address and, where it has one, its body; `*uid*` stands for the person in both. */
export type Ask = readonly [url: string, body?: string];

/** What the pages of a role say before there is anything to say it with, and what they ask the server for. */
interface OfRole {
  /** Of the dashboard, as the browser writes it, in small letters. */
  readonly path: string;
  /** By such addresses; of the dashboard, which is at home as well, without the greeting. */
  readonly pages: Readonly<Record<string, HeadWords>>;
  /** By such addresses, as long as nothing follows them after `?`. */
  readonly asks: Readonly<Record<string, readonly Ask[]>>;
}

export interface FirstWords {
  /** The pages outside, by address. */
  readonly door: Readonly<Record<string, HeadWords>>;
  readonly roles: Readonly<Record<string, OfRole>>;
  /** What is asked for on every signed-in page. */
  readonly asks: readonly Ask[];
  readonly greetings: { readonly morning: string; readonly day: string; readonly evening: string };
}

/** Answers on their way since before the portal's scripts were there, by address and body. */
export interface Ahead {
  readonly token: string;
  readonly since: number;
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  var ahead: Ahead | undefined;
}

/**
 * Runs on its own, before everything else of the portal: shows in the page of HTML what its top will say, and asks the
 * server for what the page will want to know. The build writes this function as it stands here, so it uses nothing from
 * outside of itself. Deciding who may see what is the server's part, here as everywhere.
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
      // Whoever takes it hears of a failure.
      answer.catch(() => undefined);
      answers.set(url + (body ?? ''), answer);
    }
    globalThis.ahead = { token, since: Date.now(), answers };
  }

  // The other languages come whole, in a file of their own.
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
