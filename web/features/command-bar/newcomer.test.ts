import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { afterEach, expect, test, vi } from 'vitest';
import { paths, type Address } from '#web/paths.ts';
import { MemoryStorage } from '#web/test/memory-storage.ts';

type Places = Partial<Record<PortalRole, readonly [Address, ...Address[]]>>;

const all = (...places: [Address, ...Address[]]): Places => ({
  admin: places,
  courseadmin: places,
  teacher: places,
});
const office = (...admin: [Address, ...Address[]]): Places => ({ admin, courseadmin: admin });

const { students, allStudents, studentList, teachers, teachersList, payments, payment } = paths;

/** What a newcomer asks in English, Telugu and Hindi, and where each role finds it. */
const questions: readonly (readonly [string, string, string, Places])[] = [
  [
    'where do I call the roll of yesterday',
    'నిన్నటి హాజరు ఎక్కడ తీసుకోవాలి',
    'कल की हाज़िरी कहाँ लूँ',
    all(paths.attendance),
  ],
  ['see who owes', 'ఎవరు బాకీ ఉన్నారు', 'किस पर बकाया है', office(paths.owing)],
  ['add a payment', 'పేమెంట్ ఎలా నమోదు చేయాలి', 'भुगतान कैसे दर्ज करूँ', office(payments, payment)],
  ['print the calendar', 'క్యాలెండర్ ప్రింట్', 'कैलेंडर कैसे छापूँ', all(paths.calendar)],
  ['find a duplicate', 'ఒకే విద్యార్థి రెండుసార్లు', 'एक विद्यार्थी दो बार है', { admin: [paths.duplicates] }],
  ['change the clock', 'గడియారం ఎలా మార్చాలి', 'घड़ी कैसे बदलूँ', { admin: ['/Settings?section=languages'] }],
  ['see what a teacher did', 'టీచర్ ఏమి చేశారు', 'शिक्षक ने क्या किया', office(teachers, teachersList)],
  [
    'invite a teacher',
    'టీచర్‌ను ఆహ్వానించాలి',
    'शिक्षक को आमंत्रित करूँ',
    office(teachers, teachersList, '/teachers?do=invite', '/Teachers List?do=invite'),
  ],
  ['export students', 'విద్యార్థుల జాబితా ఎగుమతి', 'विद्यार्थियों की सूची निर्यात', office(students, allStudents)],
  ['write to a class', 'క్లాస్‌కు సందేశం రాయాలి', 'कक्षा को संदेश लिखूँ', all(paths.messages)],
  ['give a refund', 'డబ్బు వాపసు ఇవ్వాలి', 'पैसे वापस कैसे करूँ', office(payments, payment)],
  [
    'set a price',
    'కోర్సు ధర ఎలా పెట్టాలి',
    'पाठ्यक्रम का मूल्य तय करूँ',
    { admin: [paths.courses], courseadmin: [paths.myCourses] },
  ],
  [
    'add an extra meeting',
    'అదనపు సమావేశం చేర్చాలి',
    'अतिरिक्त बैठक जोड़ूँ',
    all(paths.courseAssociation, paths.calendar),
  ],
  [
    'see who waits for a place',
    'చోటు కోసం ఎవరు వేచి ఉన్నారు',
    'जगह की प्रतीक्षा में कौन है',
    office(paths.courseAssociation),
  ],
  ['approve a change', 'మార్పును ఆమోదించాలి', 'बदलाव को स्वीकृति दूँ', all(paths.approvals)],
  ['download my data', 'నా డేటా డౌన్‌లోడ్', 'मेरा डेटा डाउनलोड', { admin: [students, teachers] }],
  ['see reports', 'నివేదికలు ఎక్కడ', 'रिपोर्ट कहाँ देखूँ', all(paths.reports, paths.attendanceReport)],
  ['change the link of a class', 'క్లాస్ లింక్ మార్చాలి', 'कक्षा का लिंक बदलूँ', office(paths.courseAssociation)],
  [
    'attendance of one student',
    'ఒక విద్యార్థి హాజరు',
    'एक विद्यार्थी की उपस्थिति',
    all(paths.attendanceReport, students, allStudents, studentList),
  ],
  ['log out', 'లాగ్ అవుట్', 'लॉग आउट कैसे करूँ', all('/profile?do=log-out')],
];

/** The modules as a page in that language has them. */
async function barIn(language: PortalLanguage) {
  const storage = new MemoryStorage();
  storage.setItem('language', language);
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  const [{ pagesLike }, { actionsMeant, startOf }, { tasksLike }, { places }, { helpTexts }] =
    await Promise.all([
      import('./pages.ts'),
      import('./actions.ts'),
      import('./find-task.ts'),
      import('./guide.ts'),
      import('#web/texts/help.ts'),
    ]);
  /** Where what the bar shows for a text leads: at most five pages, the actions, at most three tasks. */
  return (role: PortalRole, text: string): readonly string[] => [
    ...pagesLike(role, text)
      .slice(0, 5)
      .map(({ href }) => href),
    ...actionsMeant(role, text, '2026-11-26').map(({ action }) => startOf(action, role)),
    ...tasksLike(helpTexts.tasks, text)
      .flatMap((task) => places[task][role]?.split('?', 1) ?? [])
      .slice(0, 3),
  ];
}

afterEach(() => {
  vi.unstubAllGlobals();
  // The next test must not get the modules of this language.
  vi.resetModules();
});

test.each([
  ['en', 0],
  ['te', 1],
  ['hi', 2],
] as const)(
  'twenty questions of a newcomer are answered by the command bar in one try, in %s',
  async (language, column) => {
    const bar = await barIn(language);
    const missed = questions.flatMap((question) =>
      portalRoles.flatMap((role) => {
        const wanted: readonly string[] = question[3][role] ?? [];
        const found = bar(role, question[column]);
        return wanted.length === 0 || wanted.some((place) => found.includes(place))
          ? []
          : [[role, question[column], ...found].join(' | ')];
      }),
    );
    expect(missed).toEqual([]);
  },
);

test('each of these places is two presses away from the menu', async () => {
  const [{ linksOf, menuOf }, { sectionOf }, { pages }] = await Promise.all([
    import('#web/layout/menu.ts'),
    import('#web/layout/section.ts'),
    import('#web/pages.ts'),
  ]);
  // The account menu at the top.
  const account = new Set<string>([paths.profile]);
  const far = portalRoles.flatMap((role) => {
    const inMenu = pages.filter(
      ({ menu: place, path }) =>
        place?.of.includes(role) && linksOf(menuOf(role)).some(({ href }) => href === (place.href ?? path)),
    );
    // A folded group takes a press, and so does a tab.
    const near = new Set<string>(
      inMenu.flatMap((page) => [page, ...sectionOf(page, role, pages)].map(({ path }) => path)),
    );
    return questions.flatMap(([question, , , where]) => {
      const wanted = where[role] ?? [];
      const isNear = wanted.some((place) => {
        const path = place.replace(/\?.*/, '');
        return near.has(path) || account.has(path);
      });
      return wanted.length === 0 || isNear ? [] : [`${role}: ${question}`];
    });
  });
  expect(far).toEqual([]);
});
