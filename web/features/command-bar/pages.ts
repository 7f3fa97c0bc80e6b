import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import {
  IconCalendarPlus,
  IconChartBar,
  IconCash,
  IconClipboardCheck,
  IconFileImport,
  IconKey,
  IconLogout,
  IconMailForward,
  IconMailOpened,
  IconSettings,
  IconUser,
  IconUserEdit,
  IconUserPlus,
} from '@tabler/icons-react';
import { settingsSections } from '#web/features/provider/settings-sections.ts';
import { linksOf, linkTo, menuOf, type MenuLink } from '#web/layout/menu.ts';
import { pages, type Page } from '#web/pages.ts';
import { isPlain, paths } from '#web/paths.ts';
import { searchTexts } from '#web/texts/search.ts';
import { texts } from '#web/texts/texts.ts';
import { foldedWords, isAnyStart } from '../search/match.ts';
import { isLike, tellingOf } from './find-task.ts';

export interface PageLink extends MenuLink {
  /** The part of the menu it stands in. */
  readonly group: string;
}

const { pages: names, words } = searchTexts;

/** Parts of pages where somebody may want to be at once. */
const parts = [
  {
    of: paths.profile,
    link: { label: texts.shell.logOut, href: `${paths.profile}?do=log-out`, icon: IconLogout },
    words: words.logOut,
  },
  {
    of: paths.events,
    link: { label: names.addEvent, href: `${paths.events}?dialog=add`, icon: IconCalendarPlus },
    words: words.addEvent,
  },
  ...[paths.accountAdminDashboard, paths.courseAdminDashboard, paths.teacherDashboard].map(
    (of) =>
      ({
        of,
        link: { label: names.figures, href: `${of}?tab=figures`, icon: IconChartBar },
        words: words.figures,
      }) as const,
  ),
  ...settingsSections.map(
    (section) =>
      ({
        of: paths.settings,
        link: {
          label: searchTexts.settings[section].name,
          href: `${paths.settings}?section=${section}`,
          icon: IconSettings,
        },
        words: searchTexts.settings[section].words,
      }) as const,
  ),
  {
    of: paths.mails,
    link: { label: names.mailPreviews, href: `${paths.mails}?tab=previews`, icon: IconMailOpened },
    words: words.mailPreviews,
  },
  ...[paths.students, paths.allStudents].flatMap((of) => [
    {
      of,
      link: { label: names.addStudent, href: `${of}?do=add-student`, icon: IconUserPlus },
      words: words.addStudent,
    } as const,
    {
      of,
      link: { label: names.unpaid, href: `${of}?payment=unpaid`, icon: IconCash },
      words: words.unpaid,
    } as const,
  ]),
  ...[paths.teachers, paths.teachersList].map(
    (of) =>
      ({
        of,
        link: { label: names.invite, href: `${of}?do=invite`, icon: IconMailForward },
        words: words.invite,
      }) as const,
  ),
] as const;

/** The pages that only the bar leads to, by the name of their words. */
const beside: Readonly<Partial<Record<string, Omit<MenuLink, 'href'>>>> = {
  practiceRoll: { label: names.practiceRoll, icon: IconClipboardCheck },
  importStudents: { label: names.importStudents, icon: IconFileImport },
  bring: { label: names.bring, icon: IconFileImport },
  profile: { label: texts.shell.myAccount, icon: IconUser },
  editProfile: { label: names.editProfile, icon: IconUserEdit },
  changePassword: { label: texts.shell.changePassword, icon: IconKey },
};

/** The link to a page that can be jumped to. */
function jumpTo(page: Page): MenuLink[] {
  const link = beside[page.words ?? ''];
  return link && isPlain(page.path) ? [{ ...link, href: page.path }] : linkTo(page);
}

const wordsOf: ReadonlyMap<string, string> = new Map([
  ...pages.flatMap((page) =>
    jumpTo(page).map(({ href }) => [href, page.words ? words[page.words] : ''] as const),
  ),
  ...parts.map(({ link, words: other }) => [link.href, other] as const),
]);

/** Every page that the role may open and one can jump to: those of its menu first, in its order. */
export function pagesOf(role: PortalRole): readonly PageLink[] {
  const menu = menuOf(role).flatMap((group) =>
    linksOf([group]).map((link) => ({ ...link, group: group.isFolded ? '' : (group.label ?? '') })),
  );
  const open = pages.filter(({ roles }) => roles.includes(role));
  const others = [
    ...open.filter(({ menu: place }) => !place?.of.includes(role)).flatMap(jumpTo),
    ...parts.filter((part) => open.some(({ path }) => path === part.of)).map(({ link }) => link),
  ];
  return [...menu, ...others.map((link) => ({ ...link, group: '' }))];
}

/** How well the page answers to what was typed: 0 the best, null when it does not. */
function fitOf({ label, group, href }: PageLink, typed: readonly string[]): number | null {
  const name = foldedWords(label);
  if (name.join(' ') === typed.join(' ')) return 0;
  if (typed.every((word) => isAnyStart(name, word))) return name[0]?.startsWith(typed[0] ?? '') ? 1 : 2;
  const all = [...name, ...foldedWords(group), ...foldedWords(wordsOf.get(href) ?? '')];
  if (typed.every((word) => isAnyStart(all, word))) return 3;
  // A question in plain words: more than half of what it says is known.
  const telling = tellingOf(typed);
  const known = telling.filter((word) => all.some((one) => isLike(word, one))).length;
  return typed.length > 1 && known * 2 > telling.length ? 5 - known / telling.length : null;
}

/** The pages meant by a text, by name before other words. */
export function pagesLike(role: PortalRole, text: string): readonly PageLink[] {
  const typed = foldedWords(text);
  if (typed.length === 0) return [];
  return pagesOf(role)
    .flatMap((page) => {
      const fit = fitOf(page, typed);
      return fit === null ? [] : [{ page, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ page }) => page);
}
