import type { FoundItem, FoundKind } from '@gurukul/contract/search';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import {
  IconArrowsExchange,
  IconCalendarX,
  IconCash,
  IconCashBanknoteOff,
  IconChecklist,
  IconClipboardText,
  IconCoins,
  IconHistory,
  IconId,
  IconMailQuestion,
  IconMessage2,
  IconNote,
  IconReceipt,
  IconReplaceUser,
  IconReport,
  IconTag,
  IconWorldUpload,
  IconClockEdit,
  type Icon,
} from '@tabler/icons-react';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { updatingAddress } from '#web/features/students/updating-address.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { paths, to, type Address, type Path } from '#web/paths.ts';
import { searchWords } from '#web/texts/search-words.ts';
import type { searchTexts } from '#web/texts/search.ts';
import { takeDay } from './days.ts';
import { foldedWords } from '../search/match.ts';
import { targetOf } from './targets.ts';

export type ActionName = keyof (typeof searchTexts)['actions'];

/** What somebody wants to do, and to what. */
interface Action {
  readonly name: ActionName;
  readonly of: readonly PortalRole[];
  /** What it can be done to. */
  readonly to: readonly FoundKind[];
  /** A text may name its day. */
  readonly hasDay?: true;
  /** Where it leads with nothing named. */
  readonly page: Path | Readonly<Record<PortalRole, Path>>;
  readonly href: (item: FoundItem, day: string | null, role: PortalRole) => Address | null;
  readonly icon: Icon;
}

const lists = { admin: paths.students, courseadmin: paths.allStudents, teacher: paths.studentList } as const;
const money = { admin: paths.payments, courseadmin: paths.payment, teacher: paths.home } as const;
const ownCourses = { admin: paths.courses, courseadmin: paths.myCourses, teacher: paths.home } as const;
const weeks = {
  admin: paths.courseAssociation,
  courseadmin: paths.schedule,
  teacher: paths.schedule,
} as const;

/** Where an action without a name begins. */
export const startOf = ({ page }: Action, role: PortalRole): Path =>
  typeof page === 'string' ? page : page[role];

const everybody = portalRoles;
const office = ['admin', 'courseadmin'] as const;

/** The page of the thing, where the shell opens the dialog of the action. */
const onPage = (item: FoundItem, role: PortalRole, search: Readonly<Record<string, unknown>>) => {
  const page = targetOf(role, item);
  return page === null ? null : (`${page}${stringifySearch(search)}` as Address);
};

/** A dialog above the page of the thing. */
const dialog =
  (name: string, tab = ''): Action['href'] =>
  (item, day, role) =>
    onPage(item, role, { tab, do: name, of: item.id, day });

const tab =
  (name: string): Action['href'] =>
  (item, _, role) =>
    onPage(item, role, { tab: name });

const ofMeeting =
  (name: 'cancel' | 'move' | 'cover'): Action['href'] =>
  (item, day, role) =>
    item.kind === 'teacher'
      ? onPage(item, role, { do: `${name}-teacher`, of: item.id, day })
      : onPage(item, role, { tab: 'meetings', do: `${name}-class`, of: item.id, day });

const actions: readonly Action[] = [
  {
    name: 'callRoll',
    hasDay: true,
    of: everybody,
    to: ['class'],
    page: paths.attendance,
    icon: IconChecklist,
    href: (item, day, role) =>
      day === null || item.course_id === null
        ? dialog('roll')(item, day, role)
        : rollAddress({ class_id: item.id, course_id: item.course_id, attendance_date: day }),
  },
  {
    name: 'message',
    of: everybody,
    to: ['class', 'student', 'teacher', 'course'],
    page: paths.messages,
    icon: IconMessage2,
    href: (item, day, role) => dialog(`message-${item.kind}`)(item, day, role),
  },
  {
    name: 'move',
    of: office,
    to: ['student'],
    page: paths.updating,
    icon: IconArrowsExchange,
    href: (item) => updatingAddress(item.id),
  },
  {
    name: 'cancel',
    hasDay: true,
    of: everybody,
    to: ['class'],
    page: weeks,
    icon: IconCalendarX,
    href: ofMeeting('cancel'),
  },
  {
    name: 'postpone',
    hasDay: true,
    of: everybody,
    to: ['class'],
    page: weeks,
    icon: IconClockEdit,
    href: ofMeeting('move'),
  },
  {
    name: 'cover',
    hasDay: true,
    of: everybody,
    to: ['teacher', 'class'],
    page: paths.cover,
    icon: IconReplaceUser,
    href: ofMeeting('cover'),
  },
  {
    name: 'receipt',
    of: office,
    to: ['student', 'payment'],
    page: money,
    icon: IconReceipt,
    href: (item, day, role) =>
      item.kind === 'payment' ? targetOf(role, item) : dialog('receipt', 'money')(item, day, role),
  },
  {
    name: 'payment',
    of: office,
    to: ['student'],
    page: money,
    icon: IconCash,
    href: dialog('payment', 'money'),
  },
  {
    name: 'charge',
    of: office,
    to: ['student', 'class', 'course'],
    page: paths.owing,
    icon: IconCoins,
    href: tab('money'),
  },
  {
    name: 'refund',
    of: office,
    to: ['student', 'payment'],
    page: money,
    icon: IconCashBanknoteOff,
    href: (item, day, role) =>
      item.kind === 'payment' ? targetOf(role, item) : tab('money')(item, day, role),
  },
  {
    name: 'price',
    of: office,
    to: ['course'],
    page: ownCourses,
    icon: IconTag,
    href: ({ id }) => to(paths.edit, id),
  },
  {
    name: 'publish',
    of: office,
    to: ['course'],
    page: ownCourses,
    icon: IconWorldUpload,
    href: (item, _, role) => targetOf(role, item),
  },
  {
    name: 'report',
    of: everybody,
    to: ['class', 'student'],
    page: paths.attendanceReport,
    icon: IconReport,
    href: (item, day, role) =>
      item.kind === 'student'
        ? tab('attendance')(item, day, role)
        : `${paths.attendanceReport}${stringifySearch({ course: item.course_id, class: item.id })}`,
  },
  {
    name: 'whyNoMail',
    of: office,
    to: ['student'],
    page: paths.mails,
    icon: IconMailQuestion,
    href: tab('mails'),
  },
  {
    name: 'note',
    of: everybody,
    to: ['student'],
    page: lists,
    icon: IconNote,
    href: tab('notes'),
  },
  {
    name: 'correct',
    of: office,
    to: ['student'],
    page: lists,
    icon: IconId,
    href: tab('about'),
  },
  {
    name: 'homework',
    of: everybody,
    to: ['class', 'student'],
    page: { admin: paths.courseAssociation, courseadmin: paths.homeworks, teacher: paths.homeworks },
    icon: IconClipboardText,
    href: tab('homework'),
  },
  {
    name: 'history',
    of: office,
    to: ['student', 'class', 'teacher'],
    page: paths.bin,
    icon: IconHistory,
    // Of a colleague, what they did.
    href: (item, day, role) => tab(item.kind === 'teacher' ? 'history-by' : 'history')(item, day, role),
  },
];

const phrases: ReadonlyMap<Action, readonly (readonly string[])[]> = new Map(
  actions.map((action) => [
    action,
    // A comma stands between two phrases.
    searchWords('actions', action.name).flatMap((words) => words.split(',').map(foldedWords)),
  ]),
);

/** What stands between an action and a name. */
const between = new Set(
  'for to of on with the a an my class student teacher her his their కి కు కోసం యొక్క को का की के से में लिए'.split(
    ' ',
  ),
);

const isSame = (words: readonly string[], phrase: readonly string[]) =>
  words.length === phrase.length && phrase.every((word, index) => word === words[index]);

/** Words without those that only lead to them: "for Lakshmi". A name may have such a word within it. */
function bare(words: readonly string[]): readonly string[] {
  const isEmpty = (word: string | undefined) =>
    word !== undefined && between.has(foldedWords(word).join(' '));
  if (isEmpty(words[0])) return bare(words.slice(1));
  // A class may be called A.
  const last = words.at(-1);
  return isEmpty(last) && last?.toLowerCase() !== 'a' ? bare(words.slice(0, -1)) : words;
}

/** The words that a phrase leaves, where a text begins or, as in Telugu and Hindi, ends with it. */
function leftBy(phrase: readonly string[], words: readonly string[]): readonly string[] | null {
  const folded = words.map((word) => foldedWords(word).join(' '));
  const { length } = phrase;
  if (isSame(folded.slice(0, length), phrase)) return words.slice(length);
  return isSame(folded.slice(-length), phrase) ? words.slice(0, -length) : null;
}

export interface MeantAction {
  readonly action: Action;
  /** The name that is looked up; '' when only the action was typed. */
  readonly name: string;
  readonly day: string | null;
}

/**
 * The actions that a text means: "cancel gita c tomorrow" is an action, a name and a day. Of the phrases of an action the longest
 * counts. While only its beginning is typed, the action is meant without a name.
 */
export function actionsMeant(role: PortalRole, text: string, today: string): readonly MeantAction[] {
  const typed = text.split(/\s+/).filter((word) => foldedWords(word).length > 0);
  if (typed.length === 0) return [];
  const dated = takeDay(typed, today);
  const start = typed.map((word) => foldedWords(word).join(' ')).join(' ');
  return actions.flatMap((action) => {
    if (!action.of.includes(role)) return [];
    const all = phrases.get(action) ?? [];
    const { day, rest } = action.hasDay ? dated : { day: null, rest: typed };
    const left = all
      .map((phrase) => leftBy(phrase, rest))
      .filter((one) => one !== null)
      .toSorted((a, b) => a.length - b.length)[0];
    if (left) return [{ action, name: bare(left).join(' '), day }];
    return start.length > 2 && all.some((phrase) => phrase.join(' ').startsWith(start))
      ? [{ action, name: '', day: null }]
      : [];
  });
}

/** The name to look up for these; actions that share a verb share it. The text itself when none is named. */
export const nameIn = (meant: readonly MeantAction[], text: string) =>
  meant
    .map(({ name }) => name)
    .toSorted((a, b) => a.length - b.length)
    .find((name) => name !== '') ?? text;
