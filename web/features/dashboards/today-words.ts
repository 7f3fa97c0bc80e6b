import type { TodayItem, TodayKind } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import {
  IconAlertTriangle,
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
import { paths } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';

const t = dashboardsTexts.today;

type Given = string | null | undefined;

/** What there is of several things to name, in one line. */
const line = (...parts: Given[]) => parts.filter(Boolean).join(' · ');

/** 19-Nov-2026 06:30 PM */
const moment = (at: Given) => (at ? `${formatDate(at)} ${formatTime(at)}` : '');

const said = (say: (moment: string) => string, words: string) => (words === '' ? '' : say(words));

/** A class far away may meet on another day of its own: that the time is the viewer's goes no longer without saying. */
function timeOn(day: Given, at: Given): string {
  const time = formatWeekdayTime(at);
  return time !== '' && formatDate(at) !== formatDate(day) ? t.onYourClock(time) : time;
}

interface Words {
  /** Whom or what it is about. */
  readonly title: string;
  readonly detail: string;
}

const wordsOf: Readonly<Record<TodayKind, (item: TodayItem) => Words>> = {
  unmarked_class: ({ course_name, class_name, attendance_date, at }) => ({
    title: line(class_name, formatDate(attendance_date)),
    detail: line(course_name, timeOn(attendance_date, at)),
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
  failed_mail: ({ event_name, course_name, at }) => ({
    title: event_name ? t.letterAbout(event_name) : t.letter,
    detail: line(course_name, said(t.mailFailed, moment(at))),
  }),
  event_without_link: ({ event_name, course_name, at }) => ({
    title: line(event_name),
    detail: line(course_name, said(t.begins, moment(at))),
  }),
};

/** What an item is about, in two lines. */
export function todayWords(kind: TodayKind, item: TodayItem): Words {
  const { title, detail } = wordsOf[kind](item);
  return { title: title || t.unknown, detail };
}

/** Where the thing is put right in one step, and what is done there. */
interface Fix {
  readonly href: string;
  readonly action: string;
}

const studentOf: Readonly<Record<PortalRole, (id: number) => string>> = {
  admin: paths.student,
  courseadmin: paths.singleStudent,
  teacher: paths.studentProfile,
};

const studentList: Readonly<Record<PortalRole, string>> = {
  admin: paths.students,
  courseadmin: paths.allStudents,
  teacher: paths.studentList,
};

const studentAddress = (role: PortalRole, { student_id }: TodayItem) =>
  student_id ? studentOf[role](student_id) : studentList[role];

/** A course admin has no page of a student who is in none of his courses yet: there the payment tells what is known. */
function placing(role: PortalRole, item: TodayItem): Fix {
  const { payment, is_enrolled } = item;
  const isReached = role === 'admin' || is_enrolled === true;
  if (isReached || !payment) {
    return { href: studentAddress(role, item), action: t.paid_not_placed.action };
  }
  return { href: paths.ownPayment(payment), action: t.seePayment };
}

/** A teacher calls the roll; the office, which was not there, marks. */
function marking(role: PortalRole, { course_id, class_id, attendance_date }: TodayItem): Fix {
  if (role === 'teacher' && course_id && class_id && attendance_date) {
    return { href: rollAddress({ course_id, class_id, attendance_date }), action: t.callRoll };
  }
  const search = stringifySearch({ course: course_id, class: class_id, date: attendance_date, show: 'yes' });
  return { href: paths.markAttendance + search, action: t.unmarked_class.action };
}

const addressOf: Readonly<
  Record<
    Exclude<TodayKind, 'paid_not_placed' | 'unmarked_class'>,
    (role: PortalRole, item: TodayItem) => string
  >
> = {
  class_without_teacher: (_role, { course_id }) =>
    paths.courseAssociation + stringifySearch({ course: course_id }),
  attending_unpaid: studentAddress,
  three_absences: studentAddress,
  failed_mail: (_role, { event_id }) => paths.mails + stringifySearch({ state: 'failed', event: event_id }),
  event_without_link: (_role, { event_id }) =>
    paths.events + stringifySearch({ dialog: 'edit', event: event_id }),
};

export function todayFix(kind: TodayKind, item: TodayItem, role: PortalRole): Fix {
  if (kind === 'paid_not_placed') return placing(role, item);
  if (kind === 'unmarked_class') return marking(role, item);
  return { href: addressOf[kind](role, item), action: t[kind].action };
}

/** Where the rest of a kind stands, as far as a list shows it and nothing else. */
export const todayList: Readonly<Partial<Record<TodayKind, string>>> = {
  failed_mail: paths.mails + stringifySearch({ state: 'failed' }),
};

export const todayIcons: Readonly<Record<TodayKind, Icon>> = {
  unmarked_class: IconCalendarX,
  class_without_teacher: IconUserQuestion,
  paid_not_placed: IconMapPinQuestion,
  attending_unpaid: IconCash,
  three_absences: IconAlertTriangle,
  failed_mail: IconMailX,
  event_without_link: IconLinkOff,
};
