import * as z from 'zod';
import { consentPurposes } from './privacy.ts';
import type { ConsentPurpose } from './privacy.ts';
import { givenAnswers } from './questions.ts';
import { call } from './shared/calls/call.ts';
import { answer, id, requiredLine } from './shared/fields.ts';
import { keyed } from './shared/keyed.ts';
import { personFieldNames } from './shared/person/person.ts';
import type { PersonField } from './shared/person/person.ts';
import { said } from './shared/words/said.ts';
import { wireCount, wireDate, wireId } from './shared/wire.ts';
import { dateOrders, datesRead } from './shared/written/date-order.ts';

/**
 * The outcome of a row: a new student, a further course for a known one, no change, or a problem to solve first.
 * `question`: somebody of another name has the address; nothing is saved until the office says who is meant. `ask`: the
 * address is out of the course admin's reach. The row says no more about its owner: if somebody has the address an
 * account admin decides, else the student is added.
 */
export const importOutcomes = ['new', 'enrol', 'ask', 'unchanged', 'question', 'problem'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/**
 * Who a row means whose address has another name, or whose student is like another: a new student, a student who is there
 * already (the written name is stored as another name of theirs, the address as a further one), or nobody.
 */
export const importAnswers = ['sibling', 'same', 'mistake'] as const;
export type ImportAnswer = (typeof importAnswers)[number];

export const importRowsMax = 20_000;

export const requiredColumns = [
  'first_name',
  'last_name',
  'email_id',
  'phone_number',
  'course_name',
  'class_name',
] as const;
type RequiredColumn = (typeof requiredColumns)[number];

/** The other fields of a person. A sheet has the whole address in one column. */
export type OptionalColumn = Exclude<PersonField, RequiredColumn | 'address2'>;
const others: ReadonlySet<string> = new Set([...requiredColumns, 'address2']);
export const optionalColumns = personFieldNames.filter(
  (field): field is OptionalColumn => !others.has(field),
);

/** What a paper says for a child or a student: a column of each purpose with yes, no or the day, and who signed for a child. */
export const consentColumnOf = (purpose: ConsentPurpose) => `consent_${purpose}` as const;
export const consentColumns = ['guardian_name', ...consentPurposes.map(consentColumnOf)] as const;
export type ConsentColumn = (typeof consentColumns)[number];
/** Their headings, in files of every language. */
export const consentHeadings: Readonly<Record<ConsentColumn, string>> = {
  guardian_name: 'Guardian who agreed',
  consent_child_data: "Consent: A child's data",
  consent_rules: 'Consent: Rules',
  consent_recording: 'Consent: Recordings',
  consent_photos: 'Consent: Pictures',
};

/** Columns of a student spreadsheet. */
export const importColumns = [...requiredColumns, ...optionalColumns, ...consentColumns] as const;
export type ImportColumn = (typeof importColumns)[number];

// Cells stay raw text: the handler checks them, so that every problem is reported with its row.
const cell = z.string().max(500);
const optionalCell = cell.optional();

export const studentImportRow = z.object({
  /** The row's number in the spreadsheet. */
  row: z.int().positive(),
  ...keyed<Record<RequiredColumn, typeof cell>>(requiredColumns, () => cell),
  ...keyed<Record<OptionalColumn, typeof optionalCell>>(optionalColumns, () => optionalCell),
  ...keyed<Record<ConsentColumn, typeof optionalCell>>(consentColumns, () => optionalCell),
  /** Of columns that have the words of own questions, as they are written. */
  answers: givenAnswers.optional(),
});
export type StudentImportRow = z.infer<typeof studentImportRow>;

/** What the consents of a row mean. */
export const paperConsents = z.object({
  /** '' where none is named. */
  guardian: z.string(),
  said: z.array(
    z.object({
      purpose: z.enum(consentPurposes),
      agreed: z.boolean(),
      /** Null: the file does not say when. */
      day: z.nullable(wireDate),
    }),
  ),
});
export type PaperConsents = z.infer<typeof paperConsents>;

/** Somebody whom a row may mean: a person, or the new student of another row. */
export const behindAddress = z.object({
  user_id: z.nullable(wireId),
  row: z.nullable(z.int()),
  fullname: z.string(),
  dob: z.nullable(wireDate),
  is_student: z.boolean(),
});
export type BehindAddress = z.infer<typeof behindAddress>;

export const answeredRow = z.object({
  row: z.int().positive(),
  answer: z.enum(importAnswers),
  /** Of `same`: the person, or the row of the new student. May be left out where only one is behind the address. */
  user_id: id.optional(),
  same_as_row: z.int().positive().optional(),
  /**
   * The number of people that the question or the remark offered; else all behind the address. When somebody came since,
   * the row is asked about again.
   */
  seen: z.int().nonnegative().optional(),
});
export type AnsweredRow = z.infer<typeof answeredRow>;

export const previewRow = z.object({
  row: z.int(),
  email_id: z.string(),
  fullname: z.string(),
  dob: z.nullable(wireDate),
  /** Of a row that adds a student: what is written, as the row says it or as its place and class propose it. */
  timezone: z.string(),
  language: z.string(),
  course_name: z.string(),
  class_name: z.string(),
  outcome: z.enum(importOutcomes),
  problems: z.array(said),
  /** Of a question, answered or not: everybody behind the address, as far as the caller may see them. */
  behind: z.array(behindAddress),
  /**
   * Of a row that adds a student, and of a question, answered or not: students with the number of the written one, or
   * with the birthday and nearly the name. With nearly the name the row is a question if `answers` is there; a number alone is a remark.
   */
  alike: z.array(behindAddress),
});
export type PreviewRow = z.infer<typeof previewRow>;

export const previewTotals = z.object({
  new: wireCount,
  enrol: wireCount,
  ask: wireCount,
  unchanged: wireCount,
  question: wireCount,
  problem: wireCount,
  /** Of the others: rows whose class is full. They join the course and wait, unless the import says otherwise. */
  waiting: wireCount,
});
export type PreviewTotals = z.infer<typeof previewTotals>;

export const studentPreview = z.object({
  rows: z.array(previewRow),
  totals: previewTotals,
  /** How the birthdays are written. */
  dates: datesRead,
  /** Of all this, and of whom and which class the rows mean. Saving with another one is refused. */
  digest: z.string(),
});
export type StudentPreview = z.infer<typeof studentPreview>;

const limits = { bytes: 10 * 1024 * 1024, elements: importRowsMax };
const sheet = {
  file_name: requiredLine(255),
  rows: z.array(studentImportRow).min(1).max(importRowsMax),
  /**
   * Answers to the questions of an earlier preview. Without the field, which may be empty, a row that is like a student
   * is no question: it adds one, with a remark.
   */
  answers: z.array(answeredRow).max(importRowsMax).optional(),
  /** Needed when the birthdays are ambiguous, or read wrongly. */
  date_order: z.enum(dateOrders).optional(),
};

export const studentImport = {
  students_preview: call(
    'POST /imports/students/preview',
    {
      summary: 'The result of an import of these students, row by row; nothing is saved',
      action: 'students.import',
      limits,
      additive: true,
    },
    z.object(sheet),
    answer({ data: studentPreview }),
  ),
  students: call(
    'POST /imports/students',
    {
      summary: 'Import students with course and class; the same file again adds nothing',
      action: 'students.import',
      changes: true,
      checks: 'students_preview',
      undo: 'imported',
      limits,
      additive: true,
    },
    z.object({
      ...sheet,
      confirm: z.literal(true),
      /** Puts everybody into their class, over the limit that the preview noted. */
      even_if_full: z.boolean().optional(),
      /** From the preview that the person saw. If it has changed, the answer is 409 with the new `preview`. */
      digest: requiredLine(100),
    }),
    answer({
      data: z.object({
        /** Empty when there was nothing new. */
        import_id: z.nullable(wireId),
        created: wireCount,
        enrolled: wireCount,
        /** Rows with an address out of reach: added, or waiting for an account admin when somebody has it. */
        asked: wireCount,
        unchanged: wireCount,
        /** Questions without an answer: nothing was saved for them. */
        questions: wireCount,
        skipped: wireCount,
        /** In their course, and waiting for a full class. */
        waiting: wireCount,
      }),
    }),
  ),
};
