import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { childConsents } from './provider.ts';
import { answer, done, id, line, lines, wholeNumber } from './shared/fields.ts';
import { code } from './shared/words/said.ts';
import { consentWays, longestSaidName } from './shared/consent.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

/** Kinds of data about a person, in the order in which they are shown. */
export const privacyGroups = [
  'profile',
  'contacts',
  'notes',
  'enrolments',
  'answers',
  'attendance',
  'homework',
  'payments',
  'receipts',
  'certificates',
  'mails',
  'my_page',
  'requests',
  'access',
  'history',
] as const;
export type PrivacyGroup = (typeof privacyGroups)[number];

/**
 * What an erasure does to rows. `erased`: they go, or lose all that is about the person. `nameless`: they stay true for
 * rolls and sums, and name nobody. `kept`: the law asks for them as they are.
 */
export const erasureFates = ['erased', 'nameless', 'kept'] as const;
export type ErasureFate = (typeof erasureFates)[number];

export const erasureLine = z.object({
  group: z.enum(privacyGroups),
  fate: z.enum(erasureFates),
  count: wireCount,
});
export type ErasureLine = z.infer<typeof erasureLine>;

/** Rows of one table as they are stored, without secrets. */
export const exportedTable = z.object({
  group: z.enum(privacyGroups),
  table: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
});
export type ExportedTable = z.infer<typeof exportedTable>;

/** Kinds of data that end, in the order in which they are shown. What the money law asks for is no kind here. */
export const retentionKindNames = [
  'left_students',
  'notes',
  'closed_cases',
  'answers',
  'corrections',
  'enquiries',
  'access_requests',
  'mails',
  'upload_rows',
  'known_browsers',
  'page_devices',
  'sign_in_alarms',
  'history',
] as const;
export type RetentionKind = (typeof retentionKindNames)[number];

/**
 * How many days each kind is stored unless the office says otherwise, and the fewest that it may say. Null: without an
 * end.
 */
export const retentionKinds: Readonly<
  Record<RetentionKind, { readonly usual: number | null; readonly fewest: number }>
> = {
  left_students: { usual: null, fewest: 365 },
  notes: { usual: 3 * 365, fewest: 30 },
  closed_cases: { usual: 3 * 365, fewest: 60 },
  answers: { usual: 2 * 365, fewest: 30 },
  corrections: { usual: 365, fewest: 30 },
  enquiries: { usual: 2 * 365, fewest: 30 },
  access_requests: { usual: 365, fewest: 30 },
  mails: { usual: 2 * 365, fewest: 90 },
  upload_rows: { usual: 365, fewest: 60 },
  known_browsers: { usual: 365, fewest: 5 },
  page_devices: { usual: 180, fewest: 5 },
  sign_in_alarms: { usual: 90, fewest: 30 },
  // The database refuses less (end_history).
  history: { usual: null, fewest: 2 * 365 },
};

/** Longer than any law asks for. */
export const longestRetention = 100 * 365;

const retentionDays = z.nullable(wholeNumber(1, longestRetention));
const choices = retentionKindNames.map((kind) => [kind, retentionDays.optional()] as const);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the keys
const choiceOf = Object.fromEntries(choices) as Record<RetentionKind, z.ZodOptional<typeof retentionDays>>;
/** An object, not a record: it drops keys that are no kind, as every input does. */
const retentionChoices = z.object(choiceOf).refine(
  (chosen) =>
    retentionKindNames.every((kind) => {
      const days = chosen[kind];
      return typeof days !== 'number' || days >= retentionKinds[kind].fewest;
    }),
  code('not_right'),
);

/** What a person may allow or not. Newsletters and WhatsApp have choices of their own. A guardian speaks for `child_data`. */
export const consentPurposes = ['child_data', 'rules', 'recording', 'photos'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** A text of terms, in characters. */
export const longestTerms = 5_000;

/** One version of what a consent is given to. Without a text in English nothing is asked. */
const termsVersion = z.object({
  terms_id: wireId,
  kind: z.enum(consentPurposes),
  version: wireCount,
  body: z.string(),
  /** '' where the English text stands. */
  body_te: z.string(),
  body_hi: z.string(),
  saved_by: z.string(),
  saved_at: wireInstant,
});
export type TermsVersion = z.infer<typeof termsVersion>;

const termsBody = lines(longestTerms);

const said = z.object({
  agreed: z.boolean(),
  how: z.enum(['my_page', 'registration', ...consentWays]),
  said_at: wireInstant,
  /** A guardian or the student; null: nobody wrote it down. */
  said_by: z.nullable(z.string()),
  /** The version that it is about; null: there was no text. */
  terms_id: z.nullable(wireId),
  version: z.nullable(wireCount),
  /** In which the text was read; null: nobody knows. */
  text_language: z.nullable(z.enum(['en', 'te', 'hi'])),
  /** Null: a registration says so itself. */
  recorded_by: z.nullable(z.string()),
});
export type Said = z.infer<typeof said>;

/** Shorter times that were saved and count from the first sweep after `from`. */
const waitingRetention = z.object({
  from: wireInstant,
  kinds: z.array(
    z.object({
      kind: z.enum(retentionKindNames),
      days: z.nullable(wireCount),
      /** What would go if it counted now. */
      count: wireCount,
    }),
  ),
});
export type WaitingRetention = z.infer<typeof waitingRetention>;

/**
 * What becomes of a text that still names an erased person. `remove`: the words give way to "Erased". Otherwise the text
 * stays, because it means somebody else, because it is meant for the public, or because accounts or a law need it.
 */
export const mentionChoices = ['remove', 'somebody_else', 'public', 'needed'] as const;
export type MentionChoice = (typeof mentionChoices)[number];

/** One text. All are empty when somebody wrote the text anew since it was found. */
export const mentionLine = z.object({
  row_id: z.string(),
  /** Whom its row is about, or who wrote it. */
  whose: z.nullable(z.string()),
  before: z.string(),
  found: z.string(),
  after: z.string(),
});
export type MentionLine = z.infer<typeof mentionLine>;

/** The texts of one column, and the first of them. */
export const mentionGroup = z.object({
  table: z.string(),
  column: z.string(),
  count: wireCount,
  lines: z.array(mentionLine),
});
export type MentionGroup = z.infer<typeof mentionGroup>;

/** About one text; without `row_id` about all of its column that nothing else is said about. */
const mentionChoice = z.object({
  table: z.string().regex(/^[a-z_]{1,63}$/),
  column: z.string().regex(/^[a-z\d_]{1,63}$/),
  /** A number, or of files their uuid. */
  row_id: z
    .string()
    .regex(/^(?:[1-9]\d{0,17}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)
    .optional(),
  choice: z.enum(mentionChoices),
});

const mostChoices = 500;

export const privacy = {
  export_person: call(
    'POST /privacy/export_person',
    {
      stepUp: true,
      summary: 'Everything that is stored about a person, with the addresses of their files',
      action: 'students.privacy',
      additive: true,
      log: { kind: 'exported', about: 'user_id' },
    },
    z.object({ user_id: id }),
    answer({
      data: z.object({
        user_id: wireId,
        fullname: z.string(),
        tables: z.array(exportedTable),
        files: z.array(z.object({ name: z.string(), url: z.string() })),
      }),
    }),
  ),
  get_consents: call(
    'GET /privacy/get_consents/{user_id}',
    {
      summary: 'What a student allowed or not: when, how they said it, and who wrote it down',
      action: 'events.consents',
      additive: true,
    },
    z.object({ user_id: id }),
    answer({
      data: z.object({
        consents: z.array(
          z.object({
            purpose: z.enum(consentPurposes),
            /** Null: nobody has asked yet, which counts as no. */
            agreed: z.nullable(z.boolean()),
            how: z.nullable(z.enum(['my_page', 'registration', ...consentWays])),
            said_at: z.nullable(wireInstant),
            recorded_by: z.nullable(z.string()),
            /** All that was said, the last first. */
            said: z.array(said),
          }),
        ),
        /** Under 18, as far as anybody said. */
        is_child: z.boolean(),
        /** Who may say it: the student, and guardians who may see them. */
        people: z.array(z.object({ user_id: wireId, fullname: z.string(), is_guardian: z.boolean() })),
      }),
    }),
  ),
  save_consent: call(
    'POST /privacy/save_consent',
    {
      summary: 'Note what a student allowed or not, and how they said it',
      action: 'events.consents',
      changes: true,
      additive: true,
    },
    z.object({
      user_id: id,
      purpose: z.enum(consentPurposes),
      agreed: z.boolean(),
      how: z.enum(consentWays),
      /** Who said it: the student or a guardian who may see them; or a name. For a child's data a guardian. */
      said_by: id.optional(),
      said_name: line(longestSaidName).optional(),
    }),
    done,
  ),
  get_terms: call(
    'GET /privacy/get_terms',
    {
      summary: 'What consents are given to, in all versions, the newest of each kind first',
      action: 'events.consents',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(termsVersion), child_consent: z.enum(childConsents) }),
  ),
  save_terms: call(
    'POST /privacy/save_terms',
    {
      stepUp: true,
      summary:
        'Save a text to which people consent as a new version; the same text makes none. Without a text it is asked no more. What was agreed to stays agreed',
      action: 'portal.settings',
      says: ['terms_needed'],
      changes: true,
      additive: true,
      log: { kind: 'settings_changed' },
    },
    z.object({
      kind: z.enum(consentPurposes),
      body: termsBody,
      body_te: termsBody.optional(),
      body_hi: termsBody.optional(),
      /** The newest version that the writer saw; 0 for none. */
      version: wholeNumber(0, 1_000_000).optional(),
    }),
    answer({ data: z.array(termsVersion) }),
  ),
  get_retention: call(
    'POST /privacy/get_retention',
    {
      summary: 'How long each kind of data is stored, and how many the next sweep would remove',
      action: 'students.privacy',
      additive: true,
    },
    z.object({
      /** What is not saved yet, for its preview. What is left out is as saved. */
      days: retentionChoices.optional(),
    }),
    answer({
      data: z.object({
        kinds: z.array(
          z.object({
            kind: z.enum(retentionKindNames),
            days: z.nullable(wireCount),
            usual: z.nullable(wireCount),
            fewest: wireCount,
            /** What would go tonight. */
            count: wireCount,
          }),
        ),
        /** What was saved and counts from the first sweep after `from`; null: nothing waits. */
        waits: z.nullable(waitingRetention),
      }),
    }),
  ),
  save_retention: call(
    'POST /privacy/save_retention',
    {
      stepUp: true,
      summary:
        'Set how long kinds of data are stored; what is left out stays as it is. A shorter time waits a day, all account admins get a mail, and each of them can stop it',
      action: 'students.privacy',
      changes: true,
      additive: true,
      log: { kind: 'settings_changed' },
    },
    z.object({ days: retentionChoices }),
    done,
  ),
  stop_retention: call(
    'POST /privacy/stop_retention',
    {
      summary: 'Stop shorter times that wait: what was saved before goes on',
      action: 'students.privacy',
      changes: true,
      additive: true,
    },
    z.object({}),
    done,
  ),
  erase_person: call(
    'POST /privacy/erase_person',
    {
      stepUp: true,
      summary:
        "Erase a person for good: a student with guardians who are nobody else's, a colleague with all of their work; with `preview` say what would happen",
      action: 'students.privacy',
      says: ['already_erased', 'not_allowed_to_delete'],
      changes: true,
      checks: 'erase_person',
      additive: true,
      log: { kind: 'erased', about: 'user_id' },
    },
    z.object({
      user_id: id,
      preview: z.boolean().optional(),
      /** From the preview that the person saw. If something has changed since, the answer is 409. */
      digest: z.string().max(64).optional(),
      /** About texts that still name them; those without a decision wait in Settings. */
      choices: z.array(mentionChoice).max(mostChoices).optional(),
    }),
    answer({
      data: z.object({
        fullname: z.string(),
        /** Guardians who are nobody else's. They are erased too, and the lines count them. */
        guardians: z.array(z.object({ user_id: wireId, fullname: z.string() })),
        lines: z.array(erasureLine),
        /** What somebody else has to take: courses without a course admin, slots without a teacher. */
        leaves: z.object({ courses: wireCount, slots: wireCount }),
        digest: z.string(),
      }),
    }),
  ),
  find_mentions: call(
    'POST /privacy/find_mentions',
    {
      summary:
        'Texts that would still name a person after their erasure: their whole name, a part that nobody else has, their addresses and numbers',
      action: 'students.privacy',
      additive: true,
    },
    z.object({ user_id: id }),
    answer({
      data: z.object({
        groups: z.array(mentionGroup),
        /** A table has more than it lists: 1,000 texts. */
        is_more: z.boolean(),
      }),
    }),
  ),
  get_mentions: call(
    'GET /privacy/get_mentions',
    {
      summary: 'Texts that name people who are erased, and wait for a decision',
      action: 'students.privacy',
      additive: true,
    },
    z.object({}),
    answer({
      data: z.object({
        people: z.array(z.object({ user_id: wireId, erased_at: wireInstant, groups: z.array(mentionGroup) })),
      }),
    }),
  ),
  decide_mentions: call(
    'POST /privacy/decide_mentions',
    {
      stepUp: true,
      summary: 'Decide about texts that name an erased person: remove the words for good, or leave them',
      action: 'students.privacy',
      changes: true,
      additive: true,
    },
    z.object({ user_id: id, choices: z.array(mentionChoice).min(1).max(mostChoices) }),
    done,
  ),
};
