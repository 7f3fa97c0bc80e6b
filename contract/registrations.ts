import * as z from 'zod';
import { wireAnswer } from './questions.ts';
import { call } from './shared/calls/call.ts';
import { answer, done, id, idOrNone, lines, page, pageSize } from './shared/fields.ts';
import { can, wireCount, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** Where families register for a course: `/register/{slug}`, with the slug of its page in the catalogue. */
export const registerPath = '/register';

/** Learners of one form. */
export const mostLearners = 6;

/** Registrations of one decision. */
export const mostDecided = 100;

/** What the office does with a registration. `same` and `new` answer the question who the learner is. */
export const registrationDecisions = ['place', 'same', 'new', 'refuse'] as const;
export type RegistrationDecision = (typeof registrationDecisions)[number];

const longestReason = 500;

const alike = z.object({ user_id: wireId, fullname: z.string(), dob: z.nullable(wireDate) });

const registration = z.object({
  registration_id: wireId,
  course_id: wireId,
  course_name: z.string(),
  /** The class that was asked for. Null: the office finds one. */
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  learner_name: z.string(),
  birth_year: wireCount,
  language: z.nullable(z.string()),
  /** Who registered, and their mailbox, which a code has proved. */
  contact_name: z.string(),
  email_id: z.string(),
  phone_number: z.string(),
  is_self: z.boolean(),
  asked_at: wireInstant,
  /** Null: whether they are a student already is the question. */
  student_id: z.nullable(wireId),
  /** Who may be meant: everybody behind the mailbox. For account admins. */
  alike: z.array(alike),
  /** To own questions, while who the learner is is the question. Afterwards the student has them. */
  answers: z.array(wireAnswer),
  /** What the family chose to pay, while it is not charged. Null: nothing, or who the learner is is the question. */
  price: z.nullable(z.object({ amount: wireMoney, currency: z.string() })),
  can: can('place', 'answer', 'refuse'),
});
export type Registration = z.infer<typeof registration>;

/** The classes of a course with their free places. Null: nobody limits them. */
const courseClasses = z.object({
  course_id: wireId,
  classes: z.array(z.object({ class_id: wireId, class_name: z.string(), free: z.nullable(wireCount) })),
});

const reaches = { action: 'students.change' } as const;

export const registrations = {
  get_registrations: call(
    'POST /registrations/get_registrations',
    {
      summary: 'Learners whom families registered and who have no place yet, the longest waiting first',
      ...reaches,
      additive: true,
    },
    z.object({ course_id: idOrNone.optional(), page, pageSize }),
    answer({ data: z.array(registration), courses: z.array(courseClasses), total_count: wireCount }),
  ),
  decide: call(
    'POST /registrations/decide',
    {
      summary:
        'Place registered learners in a class, say who they are, or refuse them: all of them or, where one was decided meanwhile or the class has too few places, none',
      ...reaches,
      changes: true,
      undo: 'decided',
      additive: true,
    },
    z.object({
      registration_ids: z.array(id).min(1).max(mostDecided),
      decision: z.enum(registrationDecisions),
      /** For `place`. */
      class_id: id.optional(),
      /** For `same`. */
      user_id: id.optional(),
      /** For `refuse`; it stands in the mail. */
      reason: lines(longestReason).optional(),
      /** The family hears of it by mail. */
      send_mail: z.boolean(),
      /** For `place`: charges what they chose to pay. */
      charge: z.boolean().optional(),
    }),
    done,
  ),
};
