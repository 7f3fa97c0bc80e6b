import * as z from 'zod';
import { certificateLayouts, longestSignatory, portalLanguages } from './provider.ts';
import { call } from './shared/calls/call.ts';
import {
  answer,
  fileAnswer,
  id,
  line,
  lines,
  page,
  pageSize,
  requiredLine,
  wholeNumber,
} from './shared/fields.ts';
import { can, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';
import { registrationStatuses } from './students.ts';
import { spelled } from './receipts.ts';

/** The registration statuses of somebody who has finished a course. The ones after the first are levels. */
export const finishedStatuses = ['Completed', 'Memorizer', 'Gold medalist'] as const;
export type FinishedStatus = (typeof finishedStatuses)[number];

export const isFinished = (status: string): status is FinishedStatus =>
  (finishedStatuses as readonly string[]).includes(status);

/** Null, or false: the rule does not ask for it. Attendance in per cent of the marks, homework as the number accepted. */
export const finishRule = z.object({
  attendance: z.nullable(wholeNumber(1, 100)),
  homework: z.nullable(wholeNumber(1, 1_000)),
  /** All portions that the course tests are passed. */
  portions: z.boolean(),
});
export type FinishRule = z.output<typeof finishRule>;
const shownRule = z.object({
  attendance: z.nullable(wireCount),
  homework: z.nullable(wireCount),
  portions: z.boolean(),
});

/** The parts of a rule. */
export const finishParts = ['attendance', 'homework', 'portions'] as const;
export type FinishPart = (typeof finishParts)[number];

/** How a student does in a course. */
export const progress = z.object({
  /** Of the marks in all classes of the course. */
  present: wireCount,
  recorded: wireCount,
  /** Never rounded up, so that it is below the rule while the rule is not fulfilled. Null: no marks yet. */
  percent: z.nullable(wireCount),
  /** Homework of different weeks that was accepted, and how many topics of the course ask for some. */
  accepted: wireCount,
  asked: wireCount,
  /** Portions that were passed, of those that the course tests now. */
  tested: wireCount,
  portions: wireCount,
  rule: shownRule,
  /** What the rule asks for and is not there yet. */
  lacks: z.array(z.enum(finishParts)),
  /** Null: the course has no rule. */
  fulfils: z.nullable(z.boolean()),
  registration_status: z.enum(registrationStatuses),
  /** The status of somebody who has finished was set by hand, not by the page Finish. */
  is_by_hand: z.boolean(),
  /** When the page Finish set the status. */
  finished_on: z.nullable(wireDate),
  /** Finished by the page, and by now the rule of that day is not fulfilled: a roll or a homework was corrected. */
  is_no_longer: z.boolean(),
});
export type Progress = z.infer<typeof progress>;

export const certificateStates = ['valid', 'replaced', 'revoked', 'erased'] as const;
export type CertificateState = (typeof certificateStates)[number];

/** The valid one. Teachers see none. */
const ownCertificate = z.nullable(z.object({ certificate_id: wireId, number: z.string(), name: z.string() }));

export const progressRow = progress.extend({
  course_id: wireId,
  course_name: z.string(),
  class_name: z.nullable(z.string()),
  certificate: ownCertificate,
});
export type ProgressRow = z.infer<typeof progressRow>;

export const finishRow = progress.extend({
  student_id: wireId,
  fullname: z.string(),
  class_name: z.nullable(z.string()),
  /** They have a certificate, and are no longer in the course. */
  has_left: z.boolean(),
  certificate: ownCertificate,
});
export type FinishRow = z.infer<typeof finishRow>;

/** Who is listed. `ready`: fulfils the rule, and nobody has decided about them yet. */
export const finishFilters = ['all', 'ready', 'lacking', 'finished', 'by_hand', 'no_longer'] as const;
export type FinishFilter = (typeof finishFilters)[number];

export const finishStays = ['same', 'gone'] as const;

export const finishPreview = z.object({
  /** `changes` and the counts of `stays` are together `selected`. */
  selected: wireCount,
  changes: wireCount,
  stays: z.array(z.object({ reason: z.enum(finishStays), count: wireCount, names: z.array(z.string()) })),
  /** Of those who change: who does not fulfil the rule. Their status counts as set by hand. */
  lacking: z.object({ count: wireCount, names: z.array(z.string()) }),
  /** Names exactly these changes. */
  digest: z.string(),
});
export type FinishPreview = z.infer<typeof finishPreview>;

export const certificateRow = z.object({
  certificate_id: wireId,
  /** `C/2025-26/17`: series, year, number. */
  number: z.string(),
  student_id: wireId,
  name: z.string(),
  course_id: wireId,
  course_name: z.string(),
  status: z.enum(finishedStatuses),
  on_day: wireDate,
  language: z.enum(portalLanguages),
  state: z.enum(certificateStates),
  /** Where anybody checks it. */
  verify_url: z.string(),
  issued_at: wireInstant,
  issued_by: z.nullable(z.string()),
  revoke_reason: z.string(),
  can: can('download', 'revoke'),
});
export type CertificateRow = z.infer<typeof certificateRow>;

/** The most people of one change, and the most certificates of one file. */
export const mostFinished = 1_000;
export const mostCertificates = 500;

const language = z.enum(portalLanguages);

export const certificates = {
  get_progress: call(
    'POST /student/get_progress',
    {
      summary:
        'How a student does in each course: attendance, homework, what lacks to finish, the certificate',
      action: 'students.see',
      additive: true,
    },
    z.object({ student_id: id }),
    answer({ data: z.array(progressRow) }),
  ),
  get_finish: call(
    'POST /courses/get_finish',
    {
      summary: 'Who fulfils the rule of a course and who lacks what; teachers see their own classes',
      action: 'teaching.see',
      additive: true,
      cost: 5,
    },
    z.object({
      course_id: id,
      show: z.enum(finishFilters).optional(),
      /** A part of the name. */
      search: line(100).optional(),
      page,
      pageSize,
    }),
    answer({
      data: z.array(finishRow),
      total_count: wireCount,
      counts: z.object({
        all: wireCount,
        ready: wireCount,
        lacking: wireCount,
        finished: wireCount,
        by_hand: wireCount,
        no_longer: wireCount,
      }),
      course_name: z.string(),
      rule: shownRule,
      /** Topics of the course that ask for homework, and portions that it tests. */
      asked: wireCount,
      portions: wireCount,
      can: can('finish'),
    }),
  ),
  set_finish_rule: call(
    'POST /courses/set_finish_rule',
    {
      summary: 'Set what a student must have to finish a course; who has finished already stays so',
      action: 'courses.finish',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({
      course_id: id,
      ...finishRule.shape,
      /** The rule that the person saw. If it has changed, the answer is a conflict. Absent: set without a check. */
      expected: finishRule.optional(),
    }),
    answer({}),
  ),
  issue: call(
    'POST /certificates/issue',
    {
      summary:
        'Give students who have finished a course their certificates; another name or level replaces the one they have',
      action: 'courses.finish',
      changes: true,
      additive: true,
      cost: 5,
    },
    z.object({
      course_id: id,
      students: z
        .array(
          z.object({
            student_id: id,
            /** As it shall stand, in any script. Absent: as on the certificate they have, else their full name. */
            name: requiredLine(200).optional(),
          }),
        )
        .min(1)
        .max(mostCertificates),
      language: language.optional(),
      spelled,
    }),
    answer({
      data: z.object({
        issued: wireCount,
        replaced: wireCount,
        /** They have the same one already. */
        unchanged: wireCount,
        /** Not finished, not in the course, or out of reach. */
        left_out: wireCount,
        /** Of all who have one now. */
        certificate_ids: z.array(wireId),
      }),
    }),
  ),
  revoke: call(
    'POST /certificates/revoke',
    {
      summary: 'Revoke a certificate: its number stays, and anybody who checks it reads that it is revoked',
      action: 'courses.finish',
      changes: true,
      additive: true,
    },
    z.object({ certificate_id: id, reason: requiredLine(200) }),
    answer({ data: certificateRow }),
  ),
  get_certificates: call(
    'POST /certificates/get_certificates',
    {
      summary: 'The certificates of a course or of a student, newest first, at most 1,000',
      action: 'courses.finish',
      additive: true,
    },
    z.union([z.object({ course_id: id }), z.object({ user_id: id })]),
    answer({ data: z.array(certificateRow) }),
  ),
  download: call(
    'POST /certificates/download',
    {
      summary: 'Valid certificates as one PDF, a page each',
      action: 'courses.finish',
      additive: true,
      file: ['application/pdf'],
    },
    z.object({ certificate_ids: z.array(id).min(1).max(mostCertificates) }),
    fileAnswer,
  ),
  download_transcript: call(
    'POST /certificates/download_transcript',
    {
      summary: 'A student in all courses within reach: attendance, homework, status, certificate; as a PDF',
      action: 'courses.finish',
      additive: true,
      file: ['application/pdf'],
    },
    z.object({ user_id: id, language: language.optional(), spelled }),
    fileAnswer,
  ),
  preview: call(
    'POST /certificates/preview',
    {
      summary: 'A certificate with sample data, as it looks with these settings; nothing is saved',
      action: 'portal.settings',
      additive: true,
      file: ['application/pdf'],
    },
    z.object({
      certificate_layout: z.enum(certificateLayouts),
      signatory: lines(longestSignatory),
      language,
    }),
    fileAnswer,
  ),
  finish: call(
    'POST /courses/finish',
    {
      summary: 'Set the registration status of those who have finished, exactly as previewed, all or nobody',
      action: 'courses.finish',
      changes: true,
      checks: 'finish',
      undo: 'changed',
      additive: true,
    },
    z.object({
      course_id: id,
      /** Null: all who fulfil the rule and about whom nobody has decided yet. */
      students: z.array(id).min(1).max(mostFinished).nullish(),
      registration_status: z.enum(finishedStatuses),
      preview: z.boolean().optional(),
      /** From the preview that the person saw. If something has changed since, the answer is 409. */
      digest: z.string().max(64).optional(),
    }),
    answer({ data: finishPreview }),
  ),
};
