import type { CourseItem, TodayItems, TodayKind } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { weekText } from '#web/features/homework/week-text.ts';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { formatClock } from '#web/lib/format/clock-name.ts';
import { formatDate, formatTime, formatWeekdayTime } from '#web/lib/format/format.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { paths, to, type Address } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { todayTexts } from '#web/texts/today.ts';
import { formatMoney } from '#web/lib/format/format.ts';

const t = dashboardsTexts.today;
const more = todayTexts;

type Part = string | null;

/** What there is of several things to name, in one line. */
const line = (...parts: Part[]) => parts.filter(Boolean).join(' · ');

/** 19-Nov-2026 06:30 PM IST: each line says whose clock it is. */
const moment = (at: Part) => (at ? `${formatDate(at)} ${formatTime(at)} ${formatClock(at)}` : '');

/** Thursday 06:30 PM IST. A class far away may meet on another of its own days. */
const weekdayTime = (at: Part) => (at ? `${formatWeekdayTime(at)} ${formatClock(at)}` : '');

/** Which roll, where the class and the viewer have different days: its day is that of the class. */
const rollOf = (at: Part, day: Part) =>
  at && day && formatDate(at) !== formatDate(day) ? more.rollOf({ day: formatDate(day) }) : null;

const said = (say: (moment: string) => string, words: string) => (words === '' ? '' : say(words));

interface Words {
  /** The name of the person or thing. */
  readonly title: string;
  /** What decides, beside the class. */
  readonly detail: string;
}

const hourMs = 3_600_000;

/** In days, and in hours for the last two. */
function leftUntil(at: string): string {
  const hours = Math.max(Math.floor((Date.parse(at) - Date.now()) / hourMs), 0);
  return hours < 48 ? t.hoursLeft({ hours }) : t.daysLeft({ days: Math.floor(hours / 24) });
}

/** Who should have called the roll. Somebody suspended cannot: the class needs another teacher. */
export const takerName = ({ fullname, suspended }: { fullname: string; suspended: boolean }) =>
  suspended ? more.suspended({ teacher: fullname }) : fullname;

/** ₹1,500.00, or several amounts; '' for who has not been charged. */
export const owedBy = (item: TodayItems[TodayKind]): string =>
  'owes' in item
    ? (item.owes ?? []).map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
    : '';

/** So many days are named; of more, the first and the last ones. */
const namedDays = 4;

/** The days of the absences, as far as they are named. */
export function absencesOf(item: TodayItems[TodayKind]): readonly string[] {
  const days = 'days' in item ? (item.days ?? []) : [];
  return days.length > namedDays ? [days[0]!, '…', ...days.slice(1 - namedDays)] : days;
}

const wordsOf: { readonly [K in TodayKind]: (item: TodayItems[K]) => Words } = {
  unmarked_class: ({ class_name, attendance_date, at, teacher, missing }) => ({
    title: line(class_name, formatDate(at ?? attendance_date)),
    detail: line(
      missing === undefined ? null : missing === 0 ? more.ownMark : more.notFinished({ count: missing }),
      teacher ? takerName(teacher) : null,
      weekdayTime(at),
      rollOf(at, attendance_date),
    ),
  }),
  class_without_teacher: ({ class_name, at, since }) => ({
    title: line(class_name),
    detail: line(
      since ? more.since({ day: formatDate(since) }) : null,
      said((moment) => t.meets({ moment }), weekdayTime(at)),
    ),
  }),
  paid_not_placed: ({ student_name, course_name, at }) => ({
    title: line(student_name),
    detail: line(
      course_name,
      said((moment) => t.paid({ moment }), moment(at)),
    ),
  }),
  attending_unpaid: (item) => ({
    title: line(item.student_name),
    detail: line(
      item.owes ? more.owes({ amounts: owedBy(item) }) : more.notCharged,
      item.since ? more.firstDue({ day: formatDate(item.since) }) : null,
      said((day) => t.lastThere({ day }), formatDate(item.attendance_date)),
    ),
  }),
  three_absences: (item) => ({
    title: line(item.student_name),
    detail: item.days
      ? more.absentOn({
          days: absencesOf(item)
            .map((day) => formatDate(day) || day)
            .join(', '),
        })
      : said((day) => t.lastAbsent({ day }), formatDate(item.attendance_date)),
  }),
  homework_to_check: ({ student_name, week_name, at }) => ({
    title: more.homework({ student: student_name, week: weekText(week_name) }),
    detail: more.handedIn({ moment: moment(at) }),
  }),
  family_answer: ({ student_name, answer, held_on, body, at }) => ({
    title: line(
      student_name,
      answer === 'cannot_come' && held_on !== null ? more.cannotCome({ day: formatDate(held_on) }) : body,
    ),
    detail: line(answer === 'cannot_come' ? body : null, moment(at)),
  }),
  registered_not_placed: ({ student_name, course_name, at }) => ({
    title: line(student_name),
    detail: line(course_name, moment(at)),
  }),
  check_ends: ({ fullname, check, valid_until }) => ({
    title: line(fullname),
    detail: line(check, formatDate(valid_until)),
  }),
  correction: ({ student_name, at }) => ({ title: line(student_name), detail: moment(at) }),
  open_cover: ({ teacher_name, class_name, at }) => ({
    title: line(class_name, moment(at)),
    detail: line(teacher_name, leftUntil(at)),
  }),
  failed_mail: ({ person, event_name, course_name, at }) => ({
    title: person
      ? t.mailsTo({ name: person.fullname })
      : event_name
        ? t.mailAbout({ event: event_name })
        : t.mail,
    detail: line(
      course_name,
      said((moment) => t.mailFailed({ moment }), moment(at)),
    ),
  }),
  event_without_link: ({ event_name, course_name, at }) => ({
    title: line(event_name),
    detail: line(
      course_name,
      said((moment) => t.begins({ moment }), moment(at)),
    ),
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

const studentAddress = (role: PortalRole, { student_id }: CourseItem, tab = ''): Address =>
  student_id ? `${thingAddress('student', student_id, role)}${stringifySearch({ tab })}` : studentList[role];

/** Where a class is proposed to each of the course. */
const toPlace = (course: string): Fix => ({
  href: `${paths.toPlace}${stringifySearch({ course })}`,
  action: t.paid_not_placed.action,
});

/**
 * A course admin cannot open the page of a student who is in none of their courses yet. The payment shows what is
 * known.
 */
function placing(role: PortalRole, item: CourseItem): Fix {
  const { payment, is_enrolled, course_name } = item;
  if (is_enrolled === true) return toPlace(course_name);
  if (role === 'admin' || !payment) {
    return { href: studentAddress(role, item), action: t.paid_not_placed.action };
  }
  return { href: to(paths.ownPayment, payment), action: t.seePayment };
}

/** The roll call of exactly that meeting. */
const calling = ({ course_id, class_id, attendance_date }: CourseItem): Address =>
  class_id && attendance_date ? rollAddress({ course_id, class_id, attendance_date }) : paths.attendance;

/** The page of somebody whose address mails came back from. */
const personAddress = (role: PortalRole, person: TodayItems['failed_mail']['person']): Address | null => {
  if (person?.role === 'student') return thingAddress('student', person.user_id, role);
  return person?.role === 'teacher' ? thingAddress('teacher', person.user_id, role) : null;
};

/** Of a line about a debt: a fee is charged. Of others nothing is said against it. */
export const isChargedIn = (kind: TodayKind, item: object) =>
  kind !== 'attending_unpaid' || ('owes' in item && item.owes !== undefined);

const fixOf: { readonly [K in TodayKind]: (role: PortalRole, item: TodayItems[K]) => Fix } = {
  unmarked_class: (_role, item) => ({ href: calling(item), action: t.unmarked_class.action }),
  class_without_teacher: (_role, { course_id }) => ({
    href: `${paths.courseAssociation}${stringifySearch({ course: course_id })}`,
    action: t.class_without_teacher.action,
  }),
  paid_not_placed: placing,
  attending_unpaid: (role, item) => ({
    href: studentAddress(role, item, role === 'teacher' ? '' : 'money'),
    action:
      role === 'teacher' || isChargedIn('attending_unpaid', item) ? t.attending_unpaid.action : more.charge,
  }),
  three_absences: (role, item) => ({
    href: studentAddress(role, item, 'attendance'),
    action: t.three_absences.action,
  }),
  homework_to_check: (role, { course_id, class_id, homework_id }) => ({
    href:
      role === 'teacher'
        ? `${paths.homeworks}${stringifySearch({ status: 'pending', course: course_id, class: class_id, pdf: homework_id })}`
        : `${to(paths.class, class_id)}${stringifySearch({ tab: 'homework' })}`,
    action: t.homework_to_check.action,
  }),
  family_answer: (_role, { class_id }) => ({
    href: `${to(paths.class, class_id)}${stringifySearch({ tab: 'answers' })}`,
    action: t.family_answer.action,
  }),
  registered_not_placed: () => ({ href: paths.registrations, action: t.registered_not_placed.action }),
  check_ends: (role, { user_id, is_teacher }) => ({
    href: thingAddress(is_teacher ? 'teacher' : 'student', user_id, role) ?? paths.teachers,
    action: t.check_ends.action,
  }),
  correction: (role) => ({ href: studentList[role], action: t.correction.action }),
  open_cover: () => ({ href: paths.cover, action: t.open_cover.action }),
  failed_mail: (role, { person, event_id }) => ({
    href:
      personAddress(role, person) ?? `${paths.mails}${stringifySearch({ state: 'failed', event: event_id })}`,
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

/** What waits longer than today matters, kind by kind. */
export const olderList: Address = `${paths.today}${stringifySearch({ age: 'older' })}`;
