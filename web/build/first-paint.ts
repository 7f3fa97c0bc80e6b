import { readFileSync } from 'node:fs';
import { accounts } from '@gurukul/contract/accounts';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import { completed } from '@gurukul/contract/shared/words/read-catalogue';
import { minifySync, type HtmlTagDescriptor, type Plugin } from 'vite';
import { addressOf } from '../calls/address.ts';
import { paintFirst, type Ask, type FirstWords, type HeadWords } from '../first-paint.ts';
import { heads, type Head } from '../page-heads.ts';
import type { Page, Question } from '../pages.ts';
import { dashboardOf, paths } from '../paths.ts';
import * as english from '../texts/en.ts';
import { sectionOf } from '../layout/section.ts';
import { readPages } from './page-table.ts';
import { rowsAt } from './rows-at.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the same keys
const en = completed(english, english, 'en') as unknown as typeof english;

const name = 'first-paint.js';

/** Written into the page itself: no style sheet has to load first. The portal removes it when it starts. */
const styles = readFileSync(new URL('../theme/first-paint.css', import.meta.url), 'utf8')
  .replaceAll(/\/\*[^]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ');

/** A placeholder for the id of the signed-in person, which only the browser knows. */
const uid = '*uid*';

/** The same for the number at the end of an address. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it only stands for a number
const id = '*id*' as never;

const askOf = ({ call, input, shows, none, place }: Question, path = ''): Ask => {
  const { url, body } = addressOf(call, { ...input });
  if (shows && !rowsAt[path]) throw new Error(`Say in rows-at.ts where the rows of ${path} stand`);
  if (shows) return [url, body ?? null, shows, none?.(en) ?? '', place ?? null, rowsAt[path] ?? null];
  return body === undefined ? [url] : [url, body];
};

const written = (path: string) => encodeURI(path).toLowerCase();

/** Entries by the addresses of a page as the browser writes them. A dashboard is also reached at /. */
const entriesOf = <T>({ path }: Page, role: PortalRole, said: T): [string, T][] =>
  [path, ...(path === dashboardOf(role) ? [paths.home] : [])].map((each) => [written(each), said]);

const headOf = ({ title, lead }: Head, hasSection: boolean): HeadWords =>
  hasSection ? [title, lead, 1] : [title, lead];

/** The titles and first requests of a role's pages. Of the pages in a menu, only those of the role's menu. */
async function ofRole(pages: readonly Page[], role: PortalRole) {
  const own = pages.filter(({ roles, menu }) => (menu?.of ?? roles).includes(role));
  const said = own.flatMap((page) => {
    const head = heads[page.path];
    return head ? entriesOf(page, role, headOf(head(en, role), sectionOf(page, role, pages).length > 0)) : [];
  });
  const asked = own.map(async (page) => {
    const questions = page.load?.(uid, role, id);
    return questions
      ? entriesOf(
          page,
          role,
          questions.map((question) => askOf(question, page.path)),
        )
      : [];
  });
  return {
    path: written(dashboardOf(role)),
    pages: Object.fromEntries(said),
    asks: Object.fromEntries((await Promise.all(asked)).flat()),
  };
}

async function firstWords(): Promise<FirstWords> {
  const pages = await readPages();
  const { welcome, lead } = en.accounts.login;
  const roles = portalRoles.map(async (role) => [role, await ofRole(pages, role)] as const);
  return {
    door: Object.fromEntries([paths.login, paths.home].map((path) => [written(path), [welcome, lead]])),
    roles: Object.fromEntries(await Promise.all(roles)),
    asks: [askOf({ call: accounts.get_user_profile, input: { uid } })],
    greetings: en.dashboards.greetings,
  };
}

/**
 * Adds a small script beside the HTML page. It runs as soon as it has loaded, because a module of the portal would wait
 * for all others, and starts the modules that the page named. The policy of the pages allows no inline script.
 */
export function firstPaint(): Plugin & { has: (file: string) => boolean; file: () => string } {
  let file = '';
  return {
    name: 'gurukul-first-paint',
    apply: 'build',
    has: (asked) => asked === file,
    file: () => file,
    buildStart() {
      const { code, errors } = minifySync(name, `(${String(paintFirst)})();`);
      if (errors.length > 0) this.error(`The first script cannot be written: ${errors[0]?.message}`);
      const reference = this.emitFile({ type: 'asset', name, source: code });
      file = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const modules: string[] = [];
        const others = html.replaceAll(
          / *<script type="module" crossorigin src="([^"]+)"><\/script>\n/g,
          (_, src) => {
            modules.push(src);
            return '';
          },
        );
        if (modules.length === 0) this.error('The HTML page names no module');
        const tags: HtmlTagDescriptor[] = [
          { tag: 'style', children: styles, injectTo: 'head-prepend' },
          // Before the script, which reads them. They are data, so the policy allows them inline.
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'first-words' },
            children: JSON.stringify(await firstWords()),
            injectTo: 'head-prepend',
          },
          {
            tag: 'script',
            attrs: { src: `/${file}`, async: true, fetchpriority: 'high', 'data-modules': modules.join(' ') },
            injectTo: 'head-prepend',
          },
        ];
        return { html: others, tags };
      },
    },
  };
}
