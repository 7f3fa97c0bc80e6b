import * as z from 'zod';
import { registrationRoles } from './accounts.ts';
import { attendanceStatuses } from './shared/meetings/attendance-statuses.ts';
import {
  bringColumns,
  bringKinds,
  bringOrigins,
  bringOutcomes,
  notTakenReasons,
} from './shared/files/bring-layouts.ts';
import { call } from './shared/calls/call.ts';
import { answer, line, requiredLine } from './shared/fields.ts';
import { said } from './shared/words/said.ts';
import { dateOrders, datesRead } from './shared/written/date-order.ts';
import { wireCount } from './shared/wire.ts';
import { courseDurations } from './courses.ts';
import { answeredRow, behindAddress } from './student-import.ts';

/** Lines of a file with what stands above its rows. */
export const bringRowsMax = 20_000;
export const bringFilesMax = 30;
/** Marks of all files together. */
export const bringMarksMax = 100_000;

/** So many unknown names are asked about at once. */
export const bringNamesMax = 100;

const place = z.int().min(0).max(999);

/** What a sign of an attendance file means; `none` is no mark. */
export const signMeanings = [...attendanceStatuses, 'none'] as const;
export type SignMeaning = (typeof signMeanings)[number];

const bringFile = z.object({
  file_name: requiredLine(255),
  /** The filled rows of the sheet, also those above the column names. `row` is the number in the file. */
  lines: z
    .array(z.object({ row: z.int().positive(), cells: z.array(z.string().max(500)).max(1000) }))
    .min(1)
    .max(bringRowsMax),
  /** What the file is. Absent: recognised by its columns. */
  kind: z.enum(bringKinds).optional(),
  /** Where the columns stand that the portal did not find or found wrongly; null: nowhere. */
  columns: z
    .array(z.object({ column: z.enum(bringColumns), place: z.nullable(place) }))
    .max(bringColumns.length)
    .optional(),
  /** Of rows that name none. */
  course_name: line(200).optional(),
  class_name: line(100).optional(),
  date_order: z.enum(dateOrders).optional(),
  /** The year (2026) or the month (2026-11) of days that are written without it. */
  period: z
    .string()
    .regex(/^(?:19|20)\d{2}(?:-(?:0[1-9]|1[0-2]))?$/)
    .optional(),
  /** The meanings of signs, as the person said them. */
  signs: z
    .array(z.object({ sign: line(60), meaning: z.enum(signMeanings) }))
    .max(100)
    .optional(),
});
export type BringFile = z.infer<typeof bringFile>;

const given = {
  files: z.array(bringFile).min(1).max(bringFilesMax),
  /** The zone of times whose row says none: an IANA zone, an abbreviation, or a place with one clock. */
  zone: line(60).optional(),
  /** Address of the course admin of new courses whose row says none. */
  course_admin: line(254).optional(),
  /** Of new courses whose row says none. */
  course_duration: z.enum(courseDurations).optional(),
  /** Makes the classes that are named only beside students. */
  make_classes: z.boolean().optional(),
  /** What names mean that no course, or no class of their course, has: one that is there, or with '' a new one. */
  meant: z
    .array(z.object({ course_name: requiredLine(200), class_name: line(100), is: line(200) }))
    .max(bringNamesMax)
    .optional(),
  /** Puts students into their class over its limit. */
  even_if_full: z.boolean().optional(),
  /** Answers to questions about students. `row` is the `n` of the preview's row. */
  answers: z.array(answeredRow).max(bringRowsMax).optional(),
};
const bringInput = z.object(given);
export type BringInput = z.infer<typeof bringInput>;

export const bringRow = z.object({
  /** Names the row in answers. It stays the same while the files and their order do. */
  n: z.int(),
  /** Its file, from 0, and its number there. */
  file: z.int(),
  row: z.int(),
  kind: z.enum(bringKinds),
  /** A course, a class with its time, or a person. */
  what: z.string(),
  course_name: z.string(),
  class_name: z.string(),
  outcome: z.enum(bringOutcomes),
  /** Of attendance: the marks that are saved. */
  marks: z.int().optional(),
  notes: z.array(said),
  /** Of `invite`: whom to invite, and as what. */
  invite: z.object({ email_id: z.string(), role: z.enum(registrationRoles) }).optional(),
  /** The place among `unknown` of the name that prevents the row. */
  unknown: z.int().optional(),
  /** Of a question about a student, answered or not. */
  behind: z.array(behindAddress),
  alike: z.array(behindAddress),
});
export type BringRow = z.infer<typeof bringRow>;

export const readFile = z.object({
  file_name: z.string(),
  kind: z.nullable(z.enum(bringKinds)),
  origin: z.enum(bringOrigins),
  /** The column names of the file, and the first cells below each. */
  header: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  columns: z.array(z.object({ column: z.enum(bringColumns), place })),
  /** Columns without which the kind cannot be read. */
  missing: z.array(z.enum(bringColumns)),
  course_name: z.string(),
  class_name: z.string(),
  rows: wireCount,
  dates: datesRead,
  /**
   * Of days above marks that are written without a year or a month: which one it is, and who decided it. `nobody`: somebody
   * has to say it. Null: no day lacks anything.
   */
  period: z.nullable(
    z.object({
      lacks: z.enum(['year', 'month']),
      value: z.string(),
      decided_by: z.enum(['file', 'course', 'choice', 'nobody']),
    }),
  ),
  /** Every column with content, and every line, of which nothing is read. Columns have a place, lines a row. */
  not_taken: z.array(
    z.object({
      place: z.nullable(place),
      row: z.nullable(z.int()),
      text: z.string(),
      reason: z.enum(notTakenReasons),
    }),
  ),
  /** Every sign of an attendance file; null: somebody has to say what it means. */
  signs: z.array(z.object({ sign: z.string(), meaning: z.nullable(z.enum(signMeanings)), count: wireCount })),
});
export type ReadFile = z.infer<typeof readFile>;

const counts = z.object({
  courses: wireCount,
  classes: wireCount,
  times: wireCount,
  teachers: wireCount,
  students: wireCount,
  enrolments: wireCount,
  marks: wireCount,
  /** Rows of which nothing, or not all, is saved. */
  left: wireCount,
  questions: wireCount,
  waiting: wireCount,
});
export type BringCounts = z.infer<typeof counts>;

export const bringPreview = z.object({
  files: z.array(readFile),
  rows: z.array(bringRow),
  counts,
  /** Names of courses, and with `class_name` of classes, that are not there: those in `meant`, then the open ones. */
  unknown: z.array(
    z.object({
      course_name: z.string(),
      class_name: z.string(),
      /** Those that are there, the nearest first. */
      near: z.array(z.string()),
      can_make: z.boolean(),
    }),
  ),
  /** What has to be said before the rows can be saved that need it. */
  asks: z.array(z.enum(['zone', 'course_admin', 'course_duration', 'make_classes'])),
  /** Of all this. Saving with another one is refused. */
  digest: z.string(),
});
export type UnknownName = BringPreview['unknown'][number];
export type BringPreview = z.infer<typeof bringPreview>;

const limits = { bytes: 10 * 1024 * 1024, elements: bringRowsMax };

/** Courses, classes, teachers, enrolments and past attendance from files of other systems. */
export const bring = {
  bring_preview: call(
    'POST /imports/bring/preview',
    {
      summary: 'What files of another system are, and what each row of them would do; nothing is saved',
      action: 'students.import',
      limits,
      additive: true,
    },
    bringInput,
    answer({ data: bringPreview }),
  ),
  bring_files: call(
    'POST /imports/bring',
    {
      summary: 'Save the files as previewed; what is there already stays as it is',
      action: 'students.import',
      changes: true,
      checks: 'bring_preview',
      undo: 'imported',
      limits,
      additive: true,
    },
    z.object({
      ...given,
      confirm: z.literal(true),
      /** From the preview that the person saw. If it has changed, the answer is 409 with the new `preview`. */
      digest: requiredLine(100),
    }),
    answer({ data: counts }),
  ),
};
