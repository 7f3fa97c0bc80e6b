import type { CourseItem, TodayItems, TodayKind } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCalendarX,
  IconCash,
  IconLinkOff,
  IconMailX,
  IconMapPinQuestion,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { formatDate, formatTime, formatWeekdayTime } from '#web/lib/format.ts';
import { stringifySearch } from '#web/lib/address-search.ts';
import { thingAddress } from '#web/lib/thing-address.ts';
import { paths, to, type Address } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';

const t = dashboardsTexts.today;

type Given = string | null;

/** What there is of several things to name, in one line. */
const line = (...parts: Given[]) => parts.filter(Boolean).join(' · ');

/** 19-Nov-2026 06:30 PM */
const moment = (at: Given) => (at ? `${formatDate(at)} ${formatTime(at)}` : '');

const said = (say: (moment: string) => string, words: string) => (words === '' ? '' : say(words));

/** A class far away may meet on another of its own days. Then the text says that the time is on the viewer's clock. */
function timeOn(day: Given, at: Given): string {
  const time = formatWeekdayTime(at);
  return time !== '' && formatDate(at) !== formatDate(day) ? t.onYourClock(time) : time;
}

interface Words {
  /** The name of the person or thing. */
  readonly title: string;
  readonly detail: string;
}

const hourMs = 3_600_000;

/** In days, and in hours for the last two. */
function leftUntil(at: string): string {
  const hours = Math.max(Math.floor((Date.parse(at) - Date.now()) / hourMs), 0);
  return hours < 48 ? t.hoursLeft(hours) : t.daysLeft(Math.floor(hours / 24));
}

const wordsOf: { readonly [K in TodayKind]: (item: TodayItems[K]) => Words } = {
  unmarked_class: ({ course_name, class_name, attendance_date, at, teacher }) => ({
    title: line(class_name, formatDate(attendance_date)),
    detail: line(teacher?.fullname ?? null, course_name, timeOn(attendance_date, at)),
  }),
  class_without_teacher: ({ course_name, class_name, at }) => ({
    title: line(class_name),
    detail: line(course_name, said(t.meets, formatWeekdayTime(at))),
  }),
  paid_not_placed: ({ student_name, course_name, at }) => ({
    title: line(student_name),
    detail: line(course_name, said(t.paid, moment(at))),
  }),
  attending_unpaid: ({ student_name, course_name, class_name, attendance_date }) => ({
    title: line(student_name),
    detail: line(course_name, class_name, said(t.lastThere, formatDate(attendance_date))),
  }),
  three_absences: ({ student_name, course_name, class_name, attendance_date }) => ({
    title: line(student_name),
    detail: line(course_name, class_name, said(t.lastAbsent, formatDate(attendance_date))),
  }),
  open_cover: ({ teacher_name, course_name, class_name, at }) => ({
    title: line(class_name, moment(at)),
    detail: line(teacher_name, course_name, leftUntil(at)),
  }),
  failed_mail: ({ event_name, course_name, at }) => ({
    title: event_name ? t.mailAbout(event_name) : t.mail,
    detail: line(course_name, said(t.mailFailed, moment(at))),
  }),
  event_without_link: ({ event_name, course_name, at }) => ({
    title: line(event_name),
    detail: line(course_name, said(t.begins, moment(at))),
  }),
};

/** What an item is about, in two lines. */
export function todayWords<K extends TodayKind>(kind: K, item: TodayItems[K]): Words {
  const { title, detail } = wordsOf[kind](item);
  return { title: title || t.unknown, detail };
}

/** The page where one step solves the task, and the name of that step. */
interface Fix {
  readonly href: Address;
  readonly action: string;
}

const studentList: Readonly<Record<PortalRole, Address>> = {
  admin: paths.students,
  courseadmin: paths.allStudents,
  teacher: paths.studentList,
};

const studentAddress = (role: PortalRole, { student_id }: CourseItem) =>
  student_id ? thingAddress('student', student_id, role) : studentList[role];

/**
 * A course admin cannot open the page of a student who is in none of their courses yet. The payment shows what is
 * known.
 */
function placing(role: PortalRole, item: CourseItem): Fix {
  const { payment, is_enrolled } = item;
  const isReached = role === 'admin' || is_enrolled === true;
  if (isReached || !payment) {
    return { href: studentAddress(role, item), action: t.paid_not_placed.action };
  }
  return { href: to(paths.ownPayment, payment), action: t.seePayment };
}

/** The roll call of exactly that meeting. */
const calling = ({ course_id, class_id, attendance_date }: CourseItem): Address =>
  class_id && attendance_date ? rollAddress({ course_id, class_id, attendance_date }) : paths.attendance;

const fixOf: { readonly [K in TodayKind]: (role: PortalRole, item: TodayItems[K]) => Fix } = {
  unmarked_class: (_role, item) => ({ href: calling(item), action: t.unmarked_class.action }),
  class_without_teacher: (_role, { course_id }) => ({
    href: `${paths.courseAssociation}${stringifySearch({ course: course_id })}`,
    action: t.class_without_teacher.action,
  }),
  paid_not_placed: placing,
  attending_unpaid: (role, item) => ({ href: studentAddress(role, item), action: t.attending_unpaid.action }),
  three_absences: (role, item) => ({ href: studentAddress(role, item), action: t.three_absences.action }),
  open_cover: () => ({ href: paths.cover, action: t.open_cover.action }),
  failed_mail: (_role, { event_id }) => ({
    href: `${paths.mails}${stringifySearch({ state: 'failed', event: event_id })}`,
    action: t.failed_mail.action,
  }),
  event_without_link: (_role, { event_id }) => ({
    href: `${paths.events}${stringifySearch({ dialog: 'edit', event: event_id })}`,
    action: t.event_without_link.action,
  }),
};

export const todayFix = <K extends TodayKind>(kind: K, item: TodayItems[K], role: PortalRole): Fix =>
  fixOf[kind](role, item);

/** Where all of a kind stand. */
export const todayList = (kind: TodayKind): Address =>
  kind === 'failed_mail'
    ? `${paths.mails}${stringifySearch({ state: 'failed' })}`
    : `${paths.today}${stringifySearch({ tab: kind })}`;

export const todayIcons: Readonly<Record<TodayKind, Icon>> = {
  unmarked_class: IconCalendarX,
  class_without_teacher: IconUserQuestion,
  paid_not_placed: IconMapPinQuestion,
  attending_unpaid: IconCash,
  three_absences: IconAlertTriangle,
  open_cover: IconArrowsExchange,
  failed_mail: IconMailX,
  event_without_link: IconLinkOff,
};
