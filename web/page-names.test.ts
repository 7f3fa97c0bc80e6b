import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { readCatalogue } from '@gurukul/contract/shared/words/read-catalogue';
import { describe, expect, test } from 'vitest';
import { pagesOf } from './features/command-bar/pages.ts';
import { heads } from './page-heads.ts';
import { pages, type Page } from './pages.ts';
import { paths } from './paths.ts';
import * as english from './texts/en.ts';

type Texts = typeof english;

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const languages = ['en', 'te', 'hi'] as const;
type Language = (typeof languages)[number];

/** By language, the texts of the nouns that pages take their heads from. */
const textsIn = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(
      Object.keys(english).map((name) => [name, readCatalogue(kebab(name), language)]),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the same keys
    ) as unknown as Texts,
  ]),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each language is there
) as Readonly<Record<Language, Texts>>;

const titleIn =
  (noun: string, part = '') =>
  (language: Language) => {
    const texts = readCatalogue(noun, language);
    return String(part ? Object(texts[part]).title : texts['title']);
  };

/** The titles of pages whose head is not the same for everybody. */
const others: Readonly<Record<string, (language: Language) => string>> = {
  [paths.today]: titleIn('dashboards', 'today'),
  [paths.cases]: titleIn('cases'),
  [paths.corrections]: titleIn('my-page', 'queue'),
  [paths.duplicates]: titleIn('duplicates'),
  [paths.registrations]: titleIn('registrations'),
  [paths.toPlace]: titleIn('placing'),
  [paths.bring]: titleIn('bring'),
  [paths.importStudents]: titleIn('student-import'),
  [paths.tests]: titleIn('tests'),
};

/** What the specification calls otherwise at the top of the page than in the menu. */
const specified = new Set<string>([
  paths.accountAdminDashboard,
  paths.courseAdminDashboard,
  paths.teacherDashboard,
  paths.courseAdmins,
  paths.courseAssociation,
  paths.viewAttendance,
  paths.profile,
  paths.schedule,
]);

/** A link's words in another language, by all the keys that say them in English. */
function inLanguage(label: string, language: Language): readonly unknown[] {
  const [own, there] = [textsIn.en, textsIn[language]].map(({ shell, search }) => ({
    ...shell,
    ...shell.menu,
    ...search.pages,
  }));
  return Object.entries(own ?? {}).flatMap(([key, said]) =>
    said === label ? [(there as Readonly<Record<string, unknown>>)[key]] : [],
  );
}

describe.each(languages)('in %s', (language) => {
  const texts = textsIn[language];

  test.each(portalRoles)(
    'menu, tabs, trail and command bar of the %s call each page by its title',
    (role) => {
      const titleOf = (page: Page) =>
        heads[page.path]?.(texts, role).title ?? others[page.path]?.(language) ?? '';
      const links = pagesOf(role).flatMap(({ href, label }) => {
        const page = pages.find(({ path }) => path === href);
        return page && !specified.has(href) ? [{ href, label, title: titleOf(page) }] : [];
      });
      expect(links.length).toBeGreaterThan(10);
      expect(links.filter(({ label, title }) => !inLanguage(label, language).includes(title))).toEqual([]);
    },
  );
});

/** Phrases that send a reader to a page: `Open Payments and press ...`, `You find it under Approvals`. */
const namings =
  /(?:\b[Oo]pen (?:the )?|\bunder |\bpages? |\bfinds? (?:it|them) in (?:the )?|\b(?:in|from) the )(?=[A-Z])([A-Za-z ]+)/g;

/** What such phrases name beside pages: panels of the own profile and of the first page, and files. */
const places = ['Notifications', 'Other ways in', 'Your day', 'Another day', 'PDF'];

test('a text that sends somebody to a page calls it by its name', () => {
  const { shell, search } = textsIn.en;
  const known = [...Object.values(shell.menu), ...Object.values(search.pages), ...places].map(String);
  const found = Object.keys(english).flatMap((noun) =>
    [...JSON.stringify(readCatalogue(kebab(noun), 'en')).matchAll(namings)].map(([said, name = '']) => ({
      noun,
      said,
      isKnown: known.some((one) => name === one || name.startsWith(`${one} `)),
    })),
  );
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter(({ isKnown }) => !isKnown)).toEqual([]);
});

test('no text says "audit trail": the page is called Bin', () => {
  const said = languages.flatMap((language) =>
    Object.keys(english).filter((noun) =>
      /audit trail|ఆడిట్|ऑडिट/i.test(JSON.stringify(readCatalogue(kebab(noun), language))),
    ),
  );
  expect(said).toEqual([]);
});
