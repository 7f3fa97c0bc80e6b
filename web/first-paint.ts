/** The words at the top of a page: title and lead. And whether a row of its section stands above them. */
export type HeadWords = readonly [title: string, lead: string, hasSection?: 1];

/** Fields of each row of an answer: the first that it has in one line, the others in a second one. */
export type ShownFields = readonly string[];

/** The place of the rows in the answer about one thing, a tuple. Its first part is the thing, whose name is the title. */
export type Place = number;

/** In pixels: the middle of the first row and the height of each, on a phone, on a laptop and on a wide screen. */
type Heights = readonly [
  phone: number,
  phoneRow: number,
  laptop: number,
  laptopRow: number,
  wide: number,
  wideRow: number,
];

/** Where the rows of the page stand, by language. One that is not named has the room of English. */
export type RowsAt = { readonly en: Heights } & Readonly<Record<string, Heights>>;

/**
 * A request to the server, by its address and, where it has one, its body; `*uid*` stands for the person in both and
 * `*id*` for the number at the end of the page's address. The page shows a part of the answer or, where a list is empty,
 * the words for that.
 */
export type Ask = readonly [
  url: string,
  body?: string | null,
  shown?: ShownFields,
  none?: string,
  place?: Place | null,
  at?: RowsAt | null,
];

/** The first words of a role's pages, and their first requests. */
interface OfRole {
  /** The dashboard's path as the browser writes it, in lower case. */
  readonly path: string;
  /** By such addresses. The dashboard is also reached at /; its words here have no greeting. */
  readonly pages: Readonly<Record<string, HeadWords>>;
  /** By such addresses, if nothing follows them after `?`. `$id` stands for a number at the end. */
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
 *
 * Then it starts the portal's modules. Where they are on the device already, their second of work would come before the
 * first rows, so they wait for those, at most for 400 ms.
 */
export function paintFirst(): void {
  const { modules = '' } = document.currentScript?.dataset ?? {};
  const parsed = new Promise<unknown>((resolve) => {
    if (document.readyState !== 'loading') resolve(null);
    else document.addEventListener('readystatechange', resolve, { once: true });
  });
  const painted = [parsed];

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

  const isTranslated = !['', 'en'].includes(language);
  const head = token ? own?.pages[path] : words.door[path];
  const show = (first: HTMLElement, of: 'page' | 'door') => {
    first.dataset['of'] = of;
    if (head?.[2]) first.dataset['section'] = '';
    if (isOwn) first.dataset['home'] = '';
    first.hidden = false;
  };

  /** Until the scripts of the page are there, a person can read its rows. */
  const paintRows = async (
    answer: Response,
    shown: ShownFields,
    none: string,
    place: Place | null,
    at: RowsAt | null,
  ) => {
    const { data } = await answer.json();
    const isList = (value: unknown) => Array.isArray(value) && !Array.isArray(value[0]);
    // Of several groups, the rows of the first.
    const lists = place === null ? [data[0]?.items, data, data.data, data[0]] : [data[place]];
    const rows: Readonly<Record<string, string>>[] = lists.find(isList) ?? [];
    const lines = rows.slice(0, 12).map((row) => {
      const [name = '', ...more] = shown.flatMap((field) => row[field] ?? []);
      return [name, more.join(' · ')];
    });
    if (lines.length === 0 && none && !isTranslated) lines.push([none]);
    const first = document.getElementById('first');
    if (!first || lines.length === 0) return;
    const title = first.querySelector('p');
    if (title && place !== null) title.textContent = data[0].fullname;
    const list = document.createElement('ul');
    for (const [n, length] of (at?.[language] ?? at?.en)?.entries() ?? [])
      list.style.setProperty(`--at-${n}`, `${length}px`);
    for (const line of lines) {
      const item = list.appendChild(document.createElement('li'));
      for (const text of line) item.appendChild(document.createElement('span')).textContent = text;
    }
    first.append(list);
    show(first, 'page');
  };

  if (own) {
    const answers = new Map<string, Promise<Response>>();
    const uid = encodeURIComponent(kept('uid'));
    const id = /\/([1-9]\d{0,14})$/.exec(path)?.[1] ?? '';
    const known = id ? path.replace(/\d+$/, '$id') : path;
    const fill = (text: string) => text.replace('*uid*', uid).replace('"*id*"', id).replace('*id*', id);
    for (const [address, text, shown, none = '', place = null, at = null] of [
      ...words.asks,
      ...(own.asks[known + location.search] ?? []),
    ]) {
      const [url, body] = [fill(address), text && fill(text)];
      const answer = fetch(url, {
        priority: 'high',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { method: 'POST', body }),
      });
      // The code that takes the answer reads it too, and handles its failure.
      const rows = answer
        .then((response) =>
          shown && response.ok ? paintRows(response.clone(), shown, none, place, at) : undefined,
        )
        .catch(() => undefined);
      if (shown) painted.push(rows);
      answers.set(url + (body ?? ''), answer);
    }
    globalThis.prefetched = { token, since: Date.now(), answers };
  }

  // The other languages are loaded whole, from a file of their own.
  const said = isTranslated ? undefined : head;
  const paintHead = ([heading, below]: HeadWords) => {
    const first = document.getElementById('first');
    const [title, lead] = first?.querySelectorAll('p') ?? [];
    if (!first || !title || !lead) return;
    const hour = new Date().getHours();
    const { morning, day, evening } = words.greetings;
    const greeting = isOwn ? `${hour < 12 ? morning : hour < 17 ? day : evening} ` : '';
    title.textContent = heading;
    lead.textContent = greeting + below;
    show(first, token ? 'page' : 'door');
  };
  if (said) void parsed.then(() => paintHead(said));

  const shown = Promise.all(painted).then(() => new Promise(requestAnimationFrame));
  const longEnough = new Promise((resolve) => {
    setTimeout(resolve, 400);
  });
  const start = () => {
    for (const module of modules.split(' ')) void import(/* @vite-ignore */ module);
  };
  void Promise.race([shown, longEnough.then(() => parsed)]).then(start);
}
