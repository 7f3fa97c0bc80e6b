import { readFileSync } from 'node:fs';
import { accounts } from '@gurukul/contract/accounts';
import { attendance } from '@gurukul/contract/attendance';
import { dashboards } from '@gurukul/contract/dashboards';
import { minifySync, type HtmlTagDescriptor, type Plugin } from 'vite';
import { paintFirst, type FirstWords } from '../first-paint.ts';
import { paths } from '../paths.ts';
import { accounts as accountsTexts } from '../texts/en/accounts.ts';
import { dashboards as dashboardsTexts } from '../texts/en/dashboards.ts';
import { shell } from '../texts/en/shell.ts';

const name = 'first-paint.js';

/** In the page itself: no other file of styles has to wait for it, and it is gone when the portal is there. */
const styles = readFileSync(new URL('../theme/first-paint.css', import.meta.url), 'utf8')
  .replaceAll(/\/\*[^]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ');

/** Every dashboard names the person in its address, under one name or the other. */
const addressOf = ({ path }: { path: string }) => `/api${path.replace(/\{\w+\}/, '{uid}')}`;

const written = (path: string) => encodeURI(path).toLowerCase();

const today = dashboards.get_today;
const { dashboardTitles: titles } = shell;

const words: FirstWords = {
  login: { path: paths.login, title: accountsTexts.login.welcome, lead: accountsTexts.login.lead },
  roles: {
    admin: {
      path: written(paths.accountAdminDashboard),
      title: titles.admin,
      lead: dashboardsTexts.lead.admin,
      asks: [today, dashboards.admin_dashboard].map(addressOf),
    },
    courseadmin: {
      path: written(paths.courseAdminDashboard),
      title: titles.courseadmin,
      lead: dashboardsTexts.lead.courseadmin,
      asks: [today, dashboards.course_admin_dashboard].map(addressOf),
    },
    teacher: {
      path: written(paths.teacherDashboard),
      title: titles.teacher,
      lead: dashboardsTexts.lead.teacher,
      asks: [today, dashboards.teacher_dashboard, attendance.get_rolls].map(addressOf),
    },
  },
  asks: [accounts.get_user_profile].map(addressOf),
  greetings: dashboardsTexts.greetings,
};

/**
 * Lays a small script beside the page of HTML that runs as soon as it has come, by itself: a module of the portal would
 * wait for all others. The policy of the pages lets no script stand in the page itself.
 */
export function firstPaint(): Plugin & { has: (file: string) => boolean } {
  let file = '';
  return {
    name: 'gurukul-first-paint',
    apply: 'build',
    has: (asked) => asked === file,
    buildStart() {
      const { code, errors } = minifySync(name, `(${String(paintFirst)})();`);
      if (errors.length > 0) this.error(`The first script cannot be written: ${errors[0]?.message}`);
      const reference = this.emitFile({ type: 'asset', name, source: code });
      file = this.getFileName(reference);
    },
    transformIndexHtml(): HtmlTagDescriptor[] {
      return [
        { tag: 'style', children: styles, injectTo: 'head-prepend' },
        // Before the script, which reads them. They are no script, so the policy lets them stand.
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'first-words' },
          children: JSON.stringify(words),
          injectTo: 'head-prepend',
        },
        {
          tag: 'script',
          attrs: { src: `/${file}`, async: true, fetchpriority: 'high' },
          injectTo: 'head-prepend',
        },
      ];
    },
  };
}
