import * as z from 'zod';
import { consentWays } from './shared/consent.ts';
import { mailPreview } from './mails.ts';
import { portalLanguages } from './provider.ts';
import { selected } from './selection.ts';
import { call, formattedCost } from './shared/calls/call.ts';
import {
  answer,
  date,
  done,
  id,
  idOrNone,
  instant,
  line,
  page,
  pageSize,
  requiredLine,
} from './shared/fields.ts';
import { isModest } from './shared/rich-text.ts';
import type { MessageField } from './shared/message-fields.ts';
import { code } from './shared/words/said.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';
import { mostTicked } from './students.ts';

/** Of the office alone: a teacher reads nothing about money. */
export const officeField: MessageField = 'balance';

/** In the portal's own draft about another weekly time: how it was. */
export const changedField: MessageField = 'old times';

/** Of teachers, as readers: the rolls that wait for them. */
export const teachersField: MessageField = 'rolls';

/** In seconds: a message that was sent waits so long, so that it can be taken back. */
export const heldSeconds = 60;

/** In characters of HTML. Each reader gets a copy. */
export const longestBody = 20_000;
export const longestSubject = 150;
export const longestTemplateName = 80;
/** Of the office, in all languages. */
export const mostTemplates = 200;
/** In characters: so much of a text fits into the template of WhatsApp. */
export const longestWhatsApp = 1024;
/** The most students that one message may be for. */
export const mostReaders = 10_000;

const body = z
  .string()
  .trim()
  .min(1)
  .max(longestBody)
  .refine((html) => isModest(html), code('too_formatted'));

/** Whom a message is for: one of these. */
export const messageAudience = z
  .object({
    /** The present students of a class. */
    class_id: id.optional(),
    course_id: id.optional(),
    /** The present students of its course, and everybody registered. */
    event_id: id.optional(),
    user_ids: z.array(id).min(1).max(mostTicked).optional(),
    /** Teachers, from the office. */
    teacher_ids: z.array(id).min(1).max(mostTicked).optional(),
    /** A list of students by its filters, or ticked rows of it. */
    filter: selected.optional(),
  })
  .refine((asked) => Object.values(asked).filter((one) => one !== undefined).length === 1, {
    error: code('missing'),
  });
export type MessageAudience = z.output<typeof messageAudience>;

/** A moment, or nine o'clock of a day on the clock of each reader. Absent: now. */
const at = z.union([instant, z.object({ nine_on: date })]).optional();
export type MessageTime = z.output<typeof at>;

const text = {
  /** With fields, as the body. */
  subject: requiredLine(longestSubject),
  /** HTML, which the server sanitises. */
  body,
};

const written = {
  audience: messageAudience,
  ...text,
  /** The language of the text, in which its fields are filled in. Absent: fields are in that of each reader. */
  language: z.enum(portalLanguages).optional(),
  /** The text again, for readers of other languages. Who has none gets the text above. */
  versions: z
    .array(z.object({ language: z.enum(portalLanguages), ...text }))
    .max(portalLanguages.length)
    .refine((all) => new Set(all.map(({ language }) => language)).size === all.length, code('language_twice'))
    .default([]),
  /** It goes to nobody who wants no newsletters, and has a link to say so. */
  newsletter: z.boolean().default(false),
};

/**
 * Why no mail goes to somebody: no address is known, or only that of a guardian who may not see; they want no
 * newsletters; or mails to their address came back.
 */
export const withheldReasons = ['no_address', 'may_not_see', 'unwanted', 'came_back'] as const;
export type WithheldReason = (typeof withheldReasons)[number];

const counts = {
  people: wireCount,
  mails: wireCount,
  without_address: wireCount,
};

/** A text of a message in one language. */
export const messageVersion = z.object({
  language: z.enum(portalLanguages),
  subject: z.string(),
  body: z.string(),
});
export type MessageVersion = z.infer<typeof messageVersion>;

const languageCount = { language: z.enum(portalLanguages), people: wireCount };

export const messagePreview = z.object({
  ...counts,
  /** How many people read each language, most first, and whether they get a text of their own. */
  languages: z.array(z.object({ ...languageCount, has_version: z.boolean() })),
  /** The first people with a mail, by name: the preview can be that of one of them. */
  readers: z.array(z.object({ user_id: wireId, fullname: z.string() })),
  /** Whom it could also reach by WhatsApp. Null: the portal is not set up for it. */
  whatsapp: z.nullable(
    z.object({
      /** Students with a number whose holder agreed. */
      people: wireCount,
      texts: wireCount,
      /** The text is longer than WhatsApp takes. */
      is_cut: z.boolean(),
    }),
  ),
  /** People who share a mail with another one. */
  sharing: wireCount,
  /** The first of the people without a mail. */
  unreached: z.array(z.object({ user_id: wireId, fullname: z.string(), reason: z.enum(withheldReasons) })),
  /**
   * The mail as real people get it: that of the named reader, else one by the provider's clock, one abroad, and one of
   * each version, where there are such people.
   */
  samples: z.array(z.object({ fullname: z.string(), zone: z.string(), mail: mailPreview })),
  /**
   * How many people read a general word, because the portal knows no value of theirs. `words`: in the main language;
   * `field`: a fixed one, or an own question's label in small letters.
   */
  empty: z.array(z.object({ field: z.string(), people: wireCount, words: z.string() })),
  /** The hosts of links that lead out of the portal. */
  links: z.array(z.string()),
  /** How many more the caller may send today. Null: any number. */
  left_today: z.nullable(wireCount),
  /** Names exactly this text, audience and time. */
  digest: z.string(),
});
export type MessagePreview = z.infer<typeof messagePreview>;

/**
 * `waiting`: it is to be sent later. `sending`: some of it, where readers' clocks differ. `stopped`: by the portal,
 * since its author no longer reaches these people.
 */
export const messageStates = ['waiting', 'sending', 'sent', 'canceled', 'stopped'] as const;
export type MessageState = (typeof messageStates)[number];

/** `class` and so on name the audience; `people`: named ones, or a list. */
export const audienceKinds = ['class', 'course', 'event', 'people'] as const;

export const messageRow = z.object({
  message_id: wireId,
  subject: z.string(),
  author: z.string(),
  audience: z.object({
    kind: z.enum(audienceKinds),
    /** Of the class, course or event, or the one person. */
    name: z.nullable(z.string()),
  }),
  state: z.enum(messageStates),
  created_at: wireInstant,
  /** The earliest moment; null where it is nine o'clock of `nine_on`. */
  send_at: z.nullable(wireInstant),
  nine_on: z.nullable(z.string()),
  /** Once it is sent: readers, and what became of their mails. */
  people: wireCount,
  sent: wireCount,
  /** Mails in the outbox, because no mail server is set. */
  kept: wireCount,
  failed: wireCount,
  bounced: wireCount,
  without_address: wireCount,
  /** Readers whose text was sent by WhatsApp. */
  by_whatsapp: wireCount,
  can: can('cancel'),
});
export type MessageRow = z.infer<typeof messageRow>;

/** What became of a reader's mail. `withheld`: none was written. `kept`: in the outbox, without a mail server. */
export const readerStates = [
  'waiting',
  'sent',
  'kept',
  'failed',
  'bounced',
  'withdrawn',
  'withheld',
] as const;
export type ReaderState = (typeof readerStates)[number];

const outcome = {
  state: z.enum(readerStates),
  /** Of `withheld`. */
  withheld: z.nullable(z.enum(withheldReasons)),
  /** Why it failed or bounced, in the words of the mail server. */
  failure: z.nullable(z.string()),
  sent_at: z.nullable(wireInstant),
};

/** What became of a text by WhatsApp. `unknown`: no answer came, so it is not sent again; a report may tell later. */
export const whatsappStates = [
  'waiting',
  'sent',
  'delivered',
  'read',
  'failed',
  'bounced',
  'unknown',
  'withdrawn',
] as const;
export type WhatsAppState = (typeof whatsappStates)[number];

export const messageReader = z.object({
  user_id: wireId,
  fullname: z.string(),
  ...outcome,
  /** Beside the mail. Null: none was meant. */
  whatsapp: z.nullable(
    z.object({
      state: z.enum(whatsappStates),
      failure: z.nullable(z.string()),
    }),
  ),
  /** Others read the same mail. */
  shares: z.boolean(),
  /** A number is known to which the text can be sent by hand. */
  has_phone: z.boolean(),
  /** They have a page: a guest of an event and a colleague have none. */
  is_student: z.boolean(),
  /** Somebody sent it by hand. */
  ticked_at: z.nullable(wireInstant),
});
export type MessageReader = z.infer<typeof messageReader>;

/** `not_there_then`: the student was not among its readers when it was sent. */
export const personOutcomes = [...readerStates, 'not_there_then'] as const;

export const messageOfPerson = z.object({
  message_id: wireId,
  subject: z.string(),
  author: z.string(),
  /** When it was written for its readers. */
  at: wireInstant,
  ...outcome,
  state: z.enum(personOutcomes),
});
export type MessageOfPerson = z.infer<typeof messageOfPerson>;

export const messageTemplate = z.object({
  template_id: wireId,
  name: z.string(),
  language: z.enum(portalLanguages),
  subject: z.string(),
  body: z.string(),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

/** A number to which texts for a student could go. */
export const whatsappNumber = z.object({
  /** The student, or a guardian who may see. */
  holder_id: wireId,
  holder: z.string(),
  /** Digits, with the country's code. */
  number: z.string(),
  /** Null: its holder has not agreed, or no longer. */
  agreed_at: z.nullable(wireInstant),
  how: z.nullable(z.enum(['my_page', ...consentWays])),
  recorded_by: z.nullable(z.string()),
  ended_at: z.nullable(wireInstant),
  ended_how: z.nullable(z.enum(['my_page', 'office', 'stop'])),
});
export type WhatsAppNumber = z.infer<typeof whatsappNumber>;

export { consentWays };

const ofNumber = { user_id: id, holder_id: id, number: line(15) };

/** Whose mail is shown; absent: some that differ. */
const as = id.optional();

const shared = 'templates belong to the whole office, and hold no facts about anybody';

export const messages = {
  preview_message: call(
    'POST /messages/preview_message',
    {
      summary: 'Whom a message would reach, who has no address, and how two of its readers would read it',
      action: 'events.write',
      cost: formattedCost,
      additive: true,
    },
    z.object({ ...written, at, as }),
    answer({ data: messagePreview }),
  ),
  send_message: call(
    'POST /messages/send_message',
    {
      summary: 'Write to people, at once or later; nothing leaves for a minute, so that it can be taken back',
      action: 'events.write',
      changes: true,
      checks: 'preview_message',
      cost: formattedCost,
      additive: true,
    },
    z.object({
      ...written,
      at,
      /** From the preview that the person saw. If the text has changed since, the answer is 409. */
      digest: z.string().max(64).optional(),
      /** Also by WhatsApp, to those who agreed. */
      whatsapp: z.boolean().default(false),
      /** One's own change that it tells of: after its Undo it is withdrawn, or its readers hear how it stands. */
      change_id: id.optional(),
    }),
    answer({
      data: z.object({
        ...counts,
        message_id: wireId,
        /** Until then at least it can be canceled. */
        held_until: wireInstant,
      }),
    }),
  ),
  send_test: call(
    'POST /messages/send_test',
    {
      summary: 'The mail of one of the readers, to the signed-in person',
      action: 'events.write',
      changes: true,
      cost: formattedCost,
      additive: true,
    },
    z.object({ ...written, as }),
    done,
  ),
  count_languages: call(
    'POST /messages/count_languages',
    {
      summary: 'How many people of an audience read each language, most first',
      action: 'events.write',
      additive: true,
    },
    z.object({ audience: messageAudience }),
    answer({ data: z.array(z.object(languageCount)) }),
  ),
  cancel_message: call(
    'POST /messages/cancel_message',
    {
      summary: 'Take back a message that waits; of one that is half sent, the rest',
      action: 'events.write',
      changes: true,
      additive: true,
    },
    z.object({ message_id: id }),
    answer({
      data: z.object({
        /** Mails that had left. */
        sent: wireCount,
      }),
    }),
  ),
  get_messages: call(
    'POST /messages/get_messages',
    {
      summary: "Messages, newest first: one's own; for a course admin also those to own courses",
      action: 'events.write',
      additive: true,
    },
    z.object({ class_id: idOrNone, page, pageSize }),
    answer({ data: z.array(messageRow), total_count: wireCount }),
  ),
  get_message: call(
    'POST /messages/get_message',
    {
      summary: 'A message, and what became of each of its readers',
      action: 'events.write',
      additive: true,
    },
    z.object({
      message_id: id,
      state: z.enum(['all', ...readerStates]).default('all'),
      page,
      pageSize,
    }),
    answer({
      data: messageRow,
      /** With fields. */
      body: z.string(),
      /** Of the text. Null: nobody said it. */
      language: z.nullable(z.enum(portalLanguages)),
      versions: z.array(messageVersion),
      readers: z.array(messageReader),
      total_count: wireCount,
    }),
  ),
  get_of_person: call(
    'POST /messages/get_of_person',
    {
      summary: 'The messages of the last 90 days that were for a student, and why one did not arrive',
      action: 'events.write',
      additive: true,
    },
    z.object({ user_id: id }),
    answer({ data: z.array(messageOfPerson) }),
  ),
  get_whatsapp: call(
    'POST /messages/get_whatsapp',
    {
      summary: 'The address that opens WhatsApp with the text of a message for one of its readers',
      action: 'events.write',
      additive: true,
    },
    z.object({ message_id: id, user_id: id }),
    answer({ data: z.object({ url: z.string() }) }),
  ),
  tick_reader: call(
    'POST /messages/tick_reader',
    {
      summary: 'Note that a message was sent to one of its readers by hand, or was not',
      action: 'events.write',
      changes: true,
      additive: true,
    },
    z.object({ message_id: id, user_id: id, done: z.boolean() }),
    done,
  ),
  get_consents: call(
    'GET /messages/get_consents/{user_id}',
    {
      summary: 'The numbers to which texts for a student could go by WhatsApp, and whose holder agreed',
      action: 'events.consents',
      additive: true,
    },
    z.object({ user_id: id }),
    answer({
      data: z.object({
        /** False: the portal sends nothing by WhatsApp. */
        is_on: z.boolean(),
        numbers: z.array(whatsappNumber),
      }),
    }),
  ),
  record_consent: call(
    'POST /messages/record_consent',
    {
      summary: 'Note that the holder of a number agreed to texts by WhatsApp, and how they said it',
      action: 'events.consents',
      changes: true,
      additive: true,
    },
    z.object({ ...ofNumber, how: z.enum(consentWays) }),
    done,
  ),
  end_consent: call(
    'POST /messages/end_consent',
    {
      summary: 'Note that the holder of a number wants no more texts by WhatsApp',
      action: 'events.consents',
      changes: true,
      additive: true,
    },
    z.object(ofNumber),
    done,
  ),
  get_templates: call(
    'POST /messages/get_templates',
    {
      summary: 'Texts of the office to begin a message with',
      action: 'events.write',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(messageTemplate) }),
  ),
  save_template: call(
    'POST /messages/save_template',
    {
      summary: 'Save a text of the office, also over an older one of the same name and language',
      action: 'events.texts',
      anyBecause: shared,
      changes: true,
      undo: 'changed',
      cost: formattedCost,
      additive: true,
    },
    z.object({
      name: requiredLine(longestTemplateName),
      language: z.enum(portalLanguages),
      subject: requiredLine(longestSubject),
      body,
    }),
    answer({ data: z.object({ template_id: wireId }) }),
  ),
  delete_template: call(
    'POST /messages/delete_template',
    {
      summary: 'Delete a text of the office',
      action: 'events.texts',
      anyBecause: shared,
      changes: true,
      undo: 'removed',
      additive: true,
    },
    z.object({ template_id: id }),
    done,
  ),
};
