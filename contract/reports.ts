import * as z from 'zod';
import { paymentQuery } from './payments.ts';
import { call } from './shared/calls/call.ts';
import { answer, done, id, idOrNone, requiredLine } from './shared/fields.ts';
import { can, wireDate, wireId } from './shared/wire.ts';
import { courseStatusFilters, officeFilters } from './students.ts';

/** Every Monday, or on the first of each month. */
export const rhythms = ['weekly', 'monthly'] as const;
export type Rhythm = (typeof rhythms)[number];

export const reportLists = ['students', 'payments', 'attendance'] as const;
export type ReportList = (typeof reportLists)[number];

/** The most rows that a mail has as a file. Of a longer list it says the length, and has no file. */
export const reportRowsMax = 20_000;
/** The most schedules that send to one person. */
export const reportsMax = 30;
/** The most colleagues to whom one call schedules a report. */
export const reportReceiversMax = 20;
/** The hour of the provider's clock from which on they leave. */
export const reportHour = 7;

const { page: _page, pageSize: _pageSize, sort: _sort, ...paymentFilters } = paymentQuery;

/** A list with its filter. A course or class out of the receiver's reach finds nobody. */
export const report = z.discriminatedUnion('list', [
  z.object({
    list: z.literal('students'),
    course_status: z.enum(courseStatusFilters).default('all'),
    ...officeFilters,
    /** Those who joined in the week or month before only, in place of the days of the filter. */
    last_period: z.boolean().default(false),
  }),
  z.object({
    list: z.literal('payments'),
    ...paymentFilters,
    /** Those of the week or month before only, in place of the days of the filter. */
    last_period: z.boolean().default(false),
  }),
  /** Of the week or month before. */
  z.object({ list: z.literal('attendance'), course_id: id, class_id: id }),
]);
export type Report = z.output<typeof report>;

export const reportRow = z.object({
  report_id: wireId,
  name: z.string(),
  list: z.enum(reportLists),
  rhythm: z.enum(rhythms),
  receiver: z.object({ user_id: wireId, fullname: z.string() }),
  /** Who scheduled it. */
  author: z.string(),
  /** On the provider's clock. */
  next_on: wireDate,
  /** `stopped`: the receiver has no longer the role in which they read the list. */
  state: z.enum(['active', 'paused', 'stopped']),
  /** Who scheduled it for somebody else only deletes it. */
  can: can('change'),
});
export type ReportRow = z.infer<typeof reportRow>;

const change = { action: 'portal.reports', changes: true, additive: true } as const;

export const reports = {
  list_reports: call(
    'POST /reports/list_reports',
    {
      summary:
        "The caller's scheduled reports, and those that they scheduled for others; of everybody for an account admin",
      action: 'portal.reports',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(reportRow) }),
  ),
  add_report: call(
    'POST /reports/add_report',
    {
      stepUp: true,
      summary:
        'Mail a list with its filter every Monday or on the first of a month, also to colleagues who may see it',
      ...change,
      undo: 'changed',
    },
    z.object({
      name: requiredLine(100),
      rhythm: z.enum(rhythms),
      report,
      /** Of the staff. Absent: the caller. */
      receiver: id.optional(),
      /** Colleagues who get it, too: each what they may see, in a schedule of their own, which they can end. */
      also_to: z.array(id).max(reportReceiversMax).default([]),
    }),
    answer({ data: z.object({ report_id: wireId, next_on: wireDate }) }),
  ),
  get_receivers: call(
    'POST /reports/get_receivers',
    {
      summary: 'Colleagues who may see a list, and to whom the caller may schedule it',
      action: 'portal.reports',
      additive: true,
    },
    z.object({
      list: z.enum(reportLists),
      /** Of attendance. */
      course_id: idOrNone,
      class_id: idOrNone,
    }),
    answer({ data: z.array(z.object({ user_id: wireId, fullname: z.string() })) }),
  ),
  pause_report: call(
    'POST /reports/pause_report',
    {
      summary: 'Pause a scheduled report, or let it go on, which needs a fresh proof',
      ...change,
      undo: 'changed',
    },
    z.object({ report_id: id, is_paused: z.boolean() }),
    done,
  ),
  delete_report: call(
    'POST /reports/delete_report',
    { summary: 'Delete a scheduled report', ...change, undo: 'removed' },
    z.object({ report_id: id }),
    done,
  ),
  send_report: call(
    'POST /reports/send_report',
    {
      stepUp: true,
      summary: 'Send a scheduled report now to the caller, with the rows that the caller may see',
      action: 'portal.reports',
      changes: true,
      cost: 10,
      additive: true,
    },
    z.object({ report_id: id }),
    done,
  ),
};
