import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { printedVersion } from './shared/calls/version.ts';
import { answer, done, id, idOrNone, line, requiredLine } from './shared/fields.ts';
import {
  askedPlaces,
  choiceKeys,
  labelKey,
  longestAnswer,
  longestChoice,
  longestLabel,
  mostChoices,
  mostQuestions,
  questionAbouts,
  questionKinds,
} from './shared/question-answers.ts';
import { can, wireCount, wireId } from './shared/wire.ts';
import { code } from './shared/words/said.ts';
import { tidyText } from './shared/written/text.ts';

/** The office: account admins and the course admins of the student. Teachers: these, and the student's teachers. */
export const questionReaders = ['office', 'teachers'] as const;

export const keepUnits = ['days', 'months'] as const;
export const longestKept = 3_650;

/** A question of the provider's own, about a student or about a student in a course. */
const question = z.object({
  question_id: wireId,
  about: z.enum(questionAbouts),
  kind: z.enum(questionKinds),
  label: z.string(),
  /** '' where the English one stands. */
  label_te: z.string(),
  label_hi: z.string(),
  /** Of `choice` and `several`. */
  choices: z.array(z.string()),
  /** In their order; '' or none where the English one stands. */
  choices_te: z.array(z.string()),
  choices_hi: z.array(z.string()),
  asked: z.array(z.enum(askedPlaces)),
  shown_to: z.enum(questionReaders),
  /** How long answers stay after the last course of the student ended; null: always. */
  keep_count: z.nullable(wireCount),
  keep_unit: z.enum(keepUnits),
});
export type Question = z.infer<typeof question>;

const tidyLine = (most: number) => z.string().max(5_000).overwrite(tidyText).pipe(requiredLine(most));

const otherChoices = z.array(line(longestChoice)).max(mostChoices).optional();

const savedQuestion = z
  .object({
    /** Without an id: a new one. `about` and `kind` of a question stay as they are. */
    question_id: idOrNone,
    about: z.enum(questionAbouts),
    kind: z.enum(questionKinds),
    label: tidyLine(longestLabel),
    label_te: line(longestLabel).optional(),
    label_hi: line(longestLabel).optional(),
    choices: z
      .array(tidyLine(longestChoice))
      .max(mostChoices)
      .refine((all) => new Set(all.map(labelKey)).size === all.length, code('choice_twice'))
      .optional(),
    choices_te: otherChoices,
    choices_hi: otherChoices,
    asked: z
      .array(z.enum(askedPlaces))
      .max(10)
      .transform((all) => askedPlaces.filter((place) => all.includes(place))),
    shown_to: z.enum(questionReaders),
    keep_count: z.int().min(1).max(longestKept).nullable(),
    keep_unit: z.enum(keepUnits),
  })
  .refine(({ kind, choices = [] }) => (kind !== 'choice' && kind !== 'several') || choices.length > 0, {
    path: ['choices'],
    error: code('fill_in'),
  })
  .superRefine(({ choices = [], choices_te = [], choices_hi = [] }, context) => {
    for (const [field, all] of Object.entries({ choices_te, choices_hi })) {
      if (all.length > choices.length)
        context.addIssue({ code: 'custom', path: [field], message: code('no_choice') });
    }
    // A file may hold a choice in any of its languages.
    const keys = choiceKeys({ choices, choices_te, choices_hi }).flat();
    if (new Set(keys).size < keys.length) {
      context.addIssue({ code: 'custom', path: ['choices'], message: code('choice_twice') });
    }
  });

const noneTwice = (all: readonly { readonly label: string }[]) =>
  new Set(all.map(({ label }) => labelKey(label))).size === all.length;

/** An answer, '' for none. */
export const givenAnswer = z.object({ question_id: id, answer: z.string().max(2 * longestAnswer) });
export type GivenAnswer = z.infer<typeof givenAnswer>;
export const givenAnswers = z.array(givenAnswer).max(2 * mostQuestions);

export const wireAnswer = z.object({ question_id: wireId, answer: z.string() });

const answered = z.object({
  /** Null: the answers about the person. */
  course_id: z.nullable(wireId),
  course_name: z.nullable(z.string()),
  answers: z.array(wireAnswer),
  version: z.string(),
});
export type Answered = z.infer<typeof answered>;

export const questions = {
  get_questions: call(
    'GET /questions/get_questions',
    {
      summary: 'The own questions of the provider, in order; for a teacher those that teachers read',
      action: 'students.see',
      alsoPost: true,
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(question), version: z.string() }),
  ),
  save_questions: call(
    'POST /questions/save_questions',
    {
      summary:
        'Save the own questions, in order; one that is neither named nor removed stays behind them. Answers to a removed one stay readable to the office until their end',
      action: 'portal.settings',
      changes: true,
      undo: 'changed',
      additive: true,
      stepUp: true,
      log: { kind: 'settings_changed' },
    },
    z.object({
      questions: z
        .array(savedQuestion)
        .max(mostQuestions)
        .refine(noneTwice, { error: code('question_twice') }),
      removed: z.array(id).max(1_000).optional(),
      version: printedVersion,
    }),
    answer({ data: z.array(question), version: z.string() }),
  ),
  get_answers: call(
    'GET /questions/get_answers/{id}',
    {
      summary:
        "A student's answers to own questions, about them and in each course within reach; for a teacher those that teachers read",
      action: 'students.see',
      additive: true,
      log: { kind: 'read_student', about: 'id' },
    },
    z.object({ id }),
    answer({
      data: z.object({
        /** Those of now, and removed ones that have an answer here. */
        questions: z.array(question.extend({ is_removed: z.boolean() })),
        answered: z.array(answered),
        can: can('change'),
      }),
    }),
  ),
  save_answers: call(
    'POST /questions/save_answers',
    {
      summary: 'Write down answers of a student; what is left out stays',
      action: 'students.change',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({
      user_id: id,
      /** Null: about the person. */
      course_id: idOrNone,
      answers: givenAnswers,
      version: printedVersion,
    }),
    done,
  ),
};
