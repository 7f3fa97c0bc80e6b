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
  IconMessages,
  IconSettings,
  IconUser,
  IconUserEdit,
  IconUserPlus,
} from '@tabler/icons-react';
import { settingsSections } from '#web/features/provider/settings-sections.ts';
import { linksOf, linkTo, menuOf, type MenuLink } from '#web/layout/menu.ts';
import { pages, type Page } from '#web/pages.ts';
import { isPlain, paths } from '#web/paths.ts';
import { searchWords } from '#web/texts/search-words.ts';
import { searchTexts } from '#web/texts/search.ts';
import { texts } from '#web/texts/texts.ts';
import { foldedWords, isAnyStart } from '../search/match.ts';
import { isLike, tellingOf } from './find-task.ts';

export interface PageLink extends MenuLink {
  /** The part of the menu it stands in. */
  readonly group: string;
}

const { pages: names } = searchTexts;

/** Parts of pages where somebody may want to be at once. */
const parts = [
  {
    of: paths.profile,
    link: { label: texts.shell.logOut, href: `${paths.profile}?do=log-out`, icon: IconLogout },
    words: searchWords('pages', 'logOut'),
  },
  {
    of: paths.today,
    link: { label: names.familyAnswers, href: `${paths.today}?tab=family_answer`, icon: IconMessages },
    words: searchWords('pages', 'familyAnswers'),
  },
  {
    of: paths.events,
    link: { label: names.addEvent, href: `${paths.events}?dialog=add`, icon: IconCalendarPlus },
    words: searchWords('pages', 'addEvent'),
  },
  ...[paths.accountAdminDashboard, paths.courseAdminDashboard, paths.teacherDashboard].map(
    (of) =>
      ({
        of,
        link: { label: names.figures, href: `${of}?tab=figures`, icon: IconChartBar },
        words: searchWords('pages', 'figures'),
      }) as const,
  ),
  ...settingsSections.map(
    (section) =>
      ({
        of: paths.settings,
        link: {
          label: searchTexts.settings[section],
          href: `${paths.settings}?section=${section}`,
          icon: IconSettings,
        },
        words: searchWords('settings', section),
      }) as const,
  ),
  {
    of: paths.mails,
    link: { label: names.mailPreviews, href: `${paths.mails}?tab=previews`, icon: IconMailOpened },
    words: searchWords('pages', 'mailPreviews'),
  },
  ...[paths.students, paths.allStudents].flatMap((of) => [
    {
      of,
      link: { label: names.addStudent, href: `${of}?do=add-student`, icon: IconUserPlus },
      words: searchWords('pages', 'addStudent'),
    } as const,
    {
      of,
      link: { label: names.unpaid, href: `${of}?payment=unpaid`, icon: IconCash },
      words: searchWords('pages', 'unpaid'),
    } as const,
  ]),
  ...[paths.teachers, paths.teachersList].map(
    (of) =>
      ({
        of,
        link: { label: names.invite, href: `${of}?do=invite`, icon: IconMailForward },
        words: searchWords('pages', 'invite'),
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

const wordsOf: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...pages.flatMap((page) =>
      jumpTo(page).map(({ href }) => [href, page.words ? searchWords('pages', page.words) : []] as const),
    ),
    ...parts.map(({ link, words }) => [link.href, words] as const),
  ].map(([href, words]) => [href, words.flatMap(foldedWords)]),
);

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

/** How much of a word is known: all of it, its beginning, or only something like it. */
function knownOf(all: readonly string[], word: string): number {
  if (all.includes(word)) return 1;
  if (word.length > 2 && isAnyStart(all, word)) return 0.8;
  return all.some((one) => isLike(word, one)) ? 0.5 : 0;
}

/** How well the page answers to what was typed: 0 the best, null when it does not. */
function fitOf({ label, group, href }: PageLink, typed: readonly string[]): number | null {
  const name = foldedWords(label);
  if (name.join(' ') === typed.join(' ')) return 0;
  if (typed.every((word) => isAnyStart(name, word))) return name[0]?.startsWith(typed[0] ?? '') ? 1 : 2;
  const all = [...name, ...foldedWords(group), ...(wordsOf.get(href) ?? [])];
  // Whole words before beginnings.
  if (typed.every((word) => isAnyStart(all, word)))
    return typed.every((word) => all.includes(word)) ? 3 : 3.5;
  // A question in plain words: more than half of what it says is known.
  const telling = tellingOf(typed);
  const known = telling.map((word) => knownOf(all, word)).filter((one) => one > 0);
  if (known.length * 2 <= telling.length) return null;
  return 5 - known.reduce((sum, one) => sum + one, 0) / telling.length;
}

/** The pages meant by a text, by name before other words. A word that is only like another counts where none is the same. */
export function pagesLike(role: PortalRole, text: string): readonly PageLink[] {
  const typed = foldedWords(text);
  if (typed.length === 0) return [];
  const fits = pagesOf(role).flatMap((page) => {
    const fit = fitOf(page, typed);
    return fit === null ? [] : [{ page, fit }];
  });
  const isKnown = typed.length === 1 && fits.some(({ fit }) => fit < 4);
  return fits
    .filter(({ fit }) => !isKnown || fit < 4)
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ page }) => page);
}
