import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { attendanceStatuses } from './shared/meetings/attendance-statuses.ts';
import { answer, date, idOrNone, page, pageSize, wholeNumber } from './shared/fields.ts';
import { wireCount, wireCurrency, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** Weeks of a trend, the asked one included, and the weeks before it that it is compared with. */
export const trendWeeks = 12;
export const weeksBefore = 4;

/** Months of cohorts, this one included, and after how many months it is counted who still comes. */
export const cohortMonths = 12;
export const cohortSteps = [1, 2, 3, 6] as const;

/** Months of money received, this one included, and the days from which on a debt is that old. */
export const moneyMonths = 6;
export const debtAges = [0, 30, 60, 90] as const;

/** Courses, or classes of the chosen course, in a trend: those with the lowest attendance of the weeks before. */
export const trendLines = 10;

/**
 * `planned`: meetings of the weekly rule, moved and extra ones, without days off. Each of them is `held` (over, and not
 * canceled), `canceled` or `to_come`. `due`: held ones whose class had students that day. The roll of each of them was
 * called `on_time` (within a day after the meeting), `late` or is `not_called`.
 */
export const meetingFigures = [
  'planned',
  'held',
  'canceled',
  'to_come',
  'due',
  'on_time',
  'late',
  'not_called',
] as const;
export type MeetingFigure = (typeof meetingFigures)[number];

/** Marks of the week, and of the weeks before it; those that say present. */
export const markFigures = ['marks', 'present', 'marks_before', 'present_before'] as const;
export type MarkFigure = (typeof markFigures)[number];

/**
 * `joined`: students who are there during the week, and were not when it began. `left`: those who were, and are not when
 * it ends. `cohort`: those who joined in a month, or of them those who still came so many months later.
 */
export const studentFigures = ['joined', 'left', 'cohort'] as const;
export type StudentFigure = (typeof studentFigures)[number];

const received = z.object({
  currency: wireCurrency,
  /** Payments whose status is `success`. */
  payments: wireCount,
  received: wireMoney,
});

/** The week from Monday to Sunday. Meetings and marks count on the calendar of their class, money on that of India. */
export const weekFigures = z.object({
  from: wireDate,
  to: wireDate,
  /** The week that it is now, on the provider's clock. */
  is_current: z.boolean(),
  meetings: z.object({
    planned: wireCount,
    held: wireCount,
    canceled: wireCount,
    to_come: wireCount,
    due: wireCount,
    on_time: wireCount,
    late: wireCount,
    not_called: wireCount,
  }),
  attendance: z.object({
    marks: wireCount,
    present: wireCount,
    marks_before: wireCount,
    present_before: wireCount,
  }),
  /** By currency, and never added across. Null for a teacher, and of a class. */
  money: z.nullable(z.array(received)),
  joined: wireCount,
  left: wireCount,
});
export type WeekFigures = z.infer<typeof weekFigures>;

const counts = z.array(wireCount);

export const trendLine = z.object({
  course_id: wireId,
  /** Null: a course. */
  class_id: z.nullable(wireId),
  name: z.string(),
  /** By week, oldest first. */
  marks: counts,
  present: counts,
});
export type TrendLine = z.infer<typeof trendLine>;

export const trendFigures = z.object({
  /** The Mondays, oldest first. */
  weeks: z.array(wireDate),
  marks: counts,
  present: counts,
  lines: z.array(trendLine).max(trendLines),
  /** All that have marks in the weeks before. */
  line_count: wireCount,
});
export type TrendFigures = z.infer<typeof trendFigures>;

export const cohort = z.object({
  /** Its first day. */
  month: wireDate,
  joined: wireCount,
  /** For each of `cohortSteps`. Null: not yet over for everybody. */
  stayed: z.array(z.nullable(wireCount)),
});
export type Cohort = z.infer<typeof cohort>;

export const moneyFigures = z.object({
  /** Oldest month first. */
  months: z.array(z.object({ month: wireDate, money: z.array(received) })),
  /** What is due today, by the age of its oldest part: for each of `debtAges` until the next one. */
  debts: z.array(z.object({ currency: z.string(), due: z.array(wireMoney) })),
});
export type MoneyFigures = z.infer<typeof moneyFigures>;

export const figureParts = ['week', 'trends', 'cohorts', 'money'] as const;

const listedMeeting = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  /** On the calendar of the class. */
  held_on: wireDate,
  starts_at: wireInstant,
  teacher: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  state: z.enum(['held', 'canceled', 'to_come']),
  /** Null: nobody has called it. */
  called_at: z.nullable(wireInstant),
});
export type ListedMeeting = z.infer<typeof listedMeeting>;

const listedStudent = z.object({
  student_id: wireId,
  fullname: z.string(),
  course_id: wireId,
  course_name: z.string(),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  /** Of joining or of leaving; of a mark. */
  day: wireDate,
});
export type ListedStudent = z.infer<typeof listedStudent>;

const listedMark = listedStudent.extend({ status: z.enum(attendanceStatuses) });
export type ListedMark = z.infer<typeof listedMark>;

const who = { admin: 'any', courseadmin: 'own', teacher: 'own' } as const;

const about = {
  /** Any day of the week. Absent: the present week on the provider's clock. */
  week: date.optional(),
  course_id: idOrNone,
  class_id: idOrNone,
};

export const figures = {
  get_figures: call(
    'POST /dashboard/get_figures',
    {
      summary:
        'The figures of a week, the trends before it, who stays, or the money, of the courses and classes within reach',
      who,
      noAction: 'counts what the lists show',
      additive: true,
    },
    z.object({ ...about, part: z.enum(figureParts).default('week') }),
    /** Only the part that was asked for. */
    answer({
      week: weekFigures.optional(),
      trends: trendFigures.optional(),
      /** Oldest month first. */
      cohorts: z.array(cohort).optional(),
      /** Null for a teacher, and of a class. */
      money: z.nullable(moneyFigures).optional(),
    }),
  ),
  get_figure_list: call(
    'POST /dashboard/get_figure_list',
    {
      summary: 'The meetings, marks or students that a figure counts, one page at a time',
      who,
      noAction: 'lists what the figures count',
      additive: true,
    },
    z.object({
      ...about,
      figure: z.enum([...meetingFigures, ...markFigures, ...studentFigures]),
      /** Of a cohort: any day of its month. */
      month: date.optional(),
      /** Of a cohort: those who still came so many months later. Absent: all who joined. */
      after: wholeNumber(1, 24).optional(),
      page,
      pageSize,
    }),
    /** One of the three lists. */
    answer({
      from: wireDate,
      to: wireDate,
      meetings: z.array(listedMeeting).optional(),
      marks: z.array(listedMark).optional(),
      students: z.array(listedStudent).optional(),
      total_count: wireCount,
    }),
  ),
};
