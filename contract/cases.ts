import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, date, id, idOrNone, line, page, pageSize, requiredLine } from './shared/fields.ts';
import { wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

/** A case is a line of Today that somebody took in hand. */
export const caseStates = ['open', 'done', 'dismissed'] as const;
export type CaseState = (typeof caseStates)[number];

/** Which lines a list has: those that wait, those that somebody put off until later, those that are closed. */
export const heldLines = ['open', 'put_off', 'closed'] as const;
export type CaseLineState = (typeof heldLines)[number];

export const caseOfLine = z.object({
  id: wireId,
  owner: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  due_on: z.nullable(wireDate),
  /** The lists show the line again from this day on. */
  quiet_until: z.nullable(wireDate),
  state: z.enum(caseStates),
  /** Of the case, so that no change of somebody else is lost. */
  version: z.int(),
});
export type CaseOfLine = z.infer<typeof caseOfLine>;

/** What every line of Today has. */
export const lineFields = {
  /** The key of the line: it names what made the line, and nothing else. */
  line: z.string(),
  /** Null: nobody took the line in hand. */
  case: z.nullable(caseOfLine),
};

/** What people say came of a case. */
export const caseOutcomes = ['coming_back', 'moved', 'left', 'wrong_mark', 'other'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];
/** What the portal says when it closes a case because its line is gone; it says `moved`, `left` and `wrong_mark` too. */
export const portalOutcomes = ['mended', 'came', 'excused', 'course_over'] as const;
const anyOutcome = z.enum([...caseOutcomes, ...portalOutcomes]);
export type AnyOutcome = z.infer<typeof anyOutcome>;

/** The kinds of lines that can be cases. */
export const caseKinds = [
  'open_cover',
  'family_answer',
  'unmarked_class',
  'class_without_teacher',
  'paid_not_placed',
  'attending_unpaid',
  'three_absences',
  'failed_mail',
  'event_without_link',
  'homework_to_check',
  'correction',
  'registered_not_placed',
  'check_ends',
] as const;
export type CaseKind = (typeof caseKinds)[number];
/** Teachers see cases of these kinds, in their own classes. */
export const teacherCaseKinds: readonly CaseKind[] = [
  'unmarked_class',
  'three_absences',
  'homework_to_check',
  'family_answer',
];

/** The most lines that one change may be about. */
export const mostCases = 2000;

const staffName = z.object({ user_id: wireId, fullname: z.string() });

export const caseRow = caseOfLine.extend({
  line: z.string(),
  kind: z.enum(caseKinds),
  course_id: z.nullable(wireId),
  course_name: z.nullable(z.string()),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  student_id: z.nullable(wireId),
  student_name: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** The first absence. */
  since: z.nullable(wireDate),
  is_overdue: z.boolean(),
  outcome: z.nullable(anyOutcome),
  reason: z.string(),
  opened_at: wireInstant,
  closed_at: z.nullable(wireInstant),
  /** Null while it is closed: the portal closed it. */
  closed_by: z.nullable(z.string()),
});
export type CaseRow = z.infer<typeof caseRow>;

export const caseNote = z.object({
  note_id: wireId,
  text: z.string(),
  is_private: z.boolean(),
  written_by: z.nullable(z.string()),
  written_at: wireInstant,
});
export type CaseNote = z.infer<typeof caseNote>;

/** `changed`: the row of absences begins earlier than it was known to. */
export const caseEvents = [
  'opened',
  'assigned',
  'put_off',
  'done',
  'dismissed',
  'reopened',
  'changed',
] as const;

const share = z.object({ held: wireCount, present: wireCount });

/** Why there is a case of absences: facts, never a score. */
export const caseWhy = z.object({
  absences: z.array(z.object({ date: wireDate, is_excused: z.boolean() })),
  /** Marks of the last four weeks, and of the four before. Excused absences are in none. */
  last_weeks: share,
  weeks_before: share,
});
export type CaseWhy = z.infer<typeof caseWhy>;

const lineKey = requiredLine(80).regex(/^[a-z_]+:\d{1,15}(:[\dx:-]+)?$/);
const inHand = {
  lines: z.array(lineKey).min(1).max(mostCases),
  /** Of the same lines: the version of each case that the caller saw, 0 for none. Absent: any. */
  versions: z.array(z.int().nonnegative()).max(mostCases).optional(),
};
const reason = line(300).default('');
const change = { action: 'teaching.cases', changes: true, undo: 'changed', additive: true } as const;
const taken = answer({ data: z.array(z.object({ line: z.string(), case: caseOfLine })) });

export const cases = {
  assign: call(
    'POST /cases/assign',
    { summary: 'Give lines of Today an owner and a due day; a line without a case becomes one', ...change },
    z.object({
      ...inHand,
      /** Null: nobody. Absent: the caller. */
      owner_id: id.nullish(),
      due_on: date.nullish(),
    }),
    taken,
  ),
  put_off: call(
    'POST /cases/put_off',
    { summary: 'Leave lines out of Today until a day', ...change },
    z.object({ ...inHand, until: date }),
    taken,
  ),
  dismiss: call(
    'POST /cases/dismiss',
    { summary: 'Leave lines out of Today, with a reason, because nothing is to be done', ...change },
    z.object({ ...inHand, reason: requiredLine(300) }),
    taken,
  ),
  close: call(
    'POST /cases/close',
    { summary: 'Say what came of cases', ...change },
    z.object({ ...inHand, outcome: z.enum(caseOutcomes), reason }),
    taken,
  ),
  reopen: call(
    'POST /cases/reopen',
    { summary: 'Open cases again that were closed, dismissed or put off', ...change },
    z.object(inHand),
    taken,
  ),
  add_note: call(
    'POST /cases/add_note',
    { summary: 'Write something down about a case', ...change },
    z.object({
      line: lineKey,
      text: z.string().trim().min(1).max(2000),
      /** For the office alone. A teacher writes for all who see the case. */
      is_private: z.boolean().default(false),
    }),
    answer({ data: z.object({ note_id: wireId }) }),
  ),
  get_owners: call(
    'POST /cases/get_owners',
    {
      summary: 'Who could own all of these lines: people who see them, and whom the caller may ask',
      action: 'teaching.cases',
      additive: true,
    },
    z.object({ lines: inHand.lines }),
    answer({ data: z.array(staffName) }),
  ),
  get_cases: call(
    'POST /cases/get_cases',
    { summary: 'Cases within reach, overdue ones first', action: 'teaching.cases', additive: true },
    z.object({
      /** Only those of the caller. */
      mine: z.boolean().default(false),
      owner_id: idOrNone,
      state: z.enum(['all', ...heldLines]).default('open'),
      kind: z.enum(caseKinds).nullish(),
      course_id: idOrNone,
      student_id: idOrNone,
      overdue: z.boolean().default(false),
      page,
      pageSize,
    }),
    answer({ data: z.array(caseRow), total_count: wireCount }),
  ),
  get_case: call(
    'POST /cases/get_case',
    {
      summary: 'A case with its notes, its history and its reasons',
      action: 'teaching.cases',
      additive: true,
    },
    z.object({ case_id: id }),
    answer({
      data: caseRow,
      notes: z.array(caseNote),
      history: z.array(z.object({ at: wireInstant, by: z.nullable(z.string()), what: z.enum(caseEvents) })),
      why: z.nullable(caseWhy),
    }),
  ),
};
