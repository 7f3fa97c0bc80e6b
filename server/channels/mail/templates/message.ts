import { longestWhatsApp } from '@gurukul/contract/messages';
import { isMessageField, messageFields } from '@gurukul/contract/shared/message-fields';
import type { MessageField } from '@gurukul/contract/shared/message-fields';
import { answerText, labelKey, longestAnswer } from '@gurukul/contract/shared/question-answers';
import type { Choices, QuestionKind } from '@gurukul/contract/shared/question-answers';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalLanguage, ProviderSettings } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note } from './content.ts';
import { dayIn, momentOnClocks, weekdayIn, weekOnClocks, zoneOf } from './event-times.ts';
import { inLine, isolated, pairOf } from '../../../plain.ts';
import { decode, wordsOf } from './rich-text.ts';
import { listIn, moneyIn } from './money.ts';

/** A roll that is not called, or not finished. */
export interface MessageRoll {
  readonly class_id: number;
  readonly class_name: string;
  readonly course_id: number;
  readonly course_name: string;
  /** yyyy-mm-dd */
  readonly day: string;
}

/** What the fields of a message are filled with for one student, or one colleague. */
export interface MessagePerson {
  /** Empty: nobody knows it. */
  readonly name: string;
  readonly classes: readonly string[];
  readonly courses: readonly string[];
  readonly teachers: readonly string[];
  /** The next meeting of each weekly slot; instants in ISO 8601, UTC. */
  readonly week: readonly string[];
  /** IANA zones of their classes, one for each. Absent in mails of a version before, here and below. */
  readonly week_zones?: readonly string[];
  /** The same of the weekly times that were changed last, as they were before. */
  readonly old_week?: readonly string[];
  readonly old_week_zones?: readonly string[];
  /** The next one; an instant in ISO 8601, UTC. */
  readonly meeting: {
    readonly starts_at: string;
    readonly zone?: string;
    readonly join_link: string | null;
    /** Who takes it for the teacher. */
    readonly substitute?: string;
  } | null;
  /** What is open, per currency. */
  readonly open: readonly { readonly amount: string; readonly currency: string }[];
  /** The latest rolls that wait for a teacher, and how many more do. Absent: nobody asked. */
  readonly rolls?: { readonly latest: readonly MessageRoll[]; readonly more: number };
  /** To the own questions that are fields here, by the key of the label. */
  readonly answers?: Readonly<Record<string, OwnAnswers>>;
}

export interface OwnAnswers {
  readonly kind: QuestionKind;
  /** Those that were chosen. Absent: as they are stored. */
  readonly choices?: Choices;
  /** As they are stored; several where the question is about each course. */
  readonly all: readonly string[];
}

/** What all readers share comes first, so that thousands of mails are compressed at once. */
export interface MessageMailData {
  /** With {fields}. */
  readonly subject: string;
  /** Sanitised HTML with {fields}. */
  readonly body: string;
  /** Who wrote it: replies go there. */
  readonly author: { readonly name: string; readonly address: string };
  readonly is_test: boolean;
  /** Absent in mails of an older version. */
  readonly is_newsletter?: boolean;
  readonly language: PortalLanguage;
  /** Of the text and its fields. Absent: the same. */
  readonly text_language?: PortalLanguage;
  /** IANA zone: the one by which the reader reads times. */
  readonly timezone: string;
  /** The students behind the mailbox. */
  readonly people: readonly MessagePerson[];
}

const longestName = 200;
const longestSubject = 200;

/** A value in a text and, where it is an address, its link. Of several lines, each may have one. */
interface Value {
  readonly text: string;
  readonly url?: string;
  readonly lines?: readonly Value[];
}

const tag = /(<[^>]*>)/;
const field = /\{([^{}]*)\}/g;

/** A fixed field, or the key of an own question's label. */
export const fieldNamed = (written: string): string => labelKey(decode(written));

/**
 * The fields of a message: fixed ones, and others that may be own questions. Formatting cuts a field in two: that is
 * none.
 */
export function fieldsOf(html: string): {
  readonly known: readonly MessageField[];
  readonly others: readonly string[];
  readonly cut: readonly string[];
} {
  const texts = html.split(tag).filter((part) => !part.startsWith('<'));
  const inside = texts.flatMap((part) => Array.from(part.matchAll(field), ([, name = '']) => name));
  const everywhere = Array.from(texts.join('').matchAll(field), ([, name = '']) => name);
  const cut = everywhere.length > inside.length ? everywhere.filter((name) => !inside.includes(name)) : [];
  return {
    known: messageFields.filter((name) => inside.some((one) => fieldNamed(one) === name)),
    others: inside.filter((name) => !isMessageField(fieldNamed(name))),
    cut,
  };
}

/** Fills the fields of a text. */
const filledText = (text: string, valueOf: (name: string) => string | null): string =>
  text.replaceAll(field, (whole, written: string) => valueOf(fieldNamed(written)) ?? whole);

/** Fills the fields between tags: an address in a tag stays as it is, and within a link no other link begins. */
function filled(html: string, valueOf: (name: string) => Value | null): string {
  let isInLink = false;
  return html
    .split(tag)
    .map((part) => {
      if (!part.startsWith('<')) {
        return filledText(part, (name) => {
          const value = valueOf(name);
          return value && asHtml(isInLink ? { text: value.text } : value);
        });
      }
      if (/^<\/?a\b/.test(part)) isInLink = !part.startsWith('</');
      return part;
    })
    .join('');
}

const named = ({ name }: MessagePerson): string => inLine(name, longestName);

const textLanguageOf = ({ language, text_language }: MessageMailData) => text_language ?? language;

function nextOf(
  { starts_at, zone, substitute }: NonNullable<MessagePerson['meeting']>,
  data: MessageMailData,
) {
  const language = textLanguageOf(data);
  const when = momentOnClocks(language, zoneOf(data.timezone), starts_at, zone);
  if (substitute === undefined) return when;
  return textsIn(language).message.thisTimeWith({ when, teacher: inLine(substitute, longestName) });
}

const noChoices: Choices = { choices: [], choices_te: [], choices_hi: [] };

function answerOf(
  { kind, choices = noChoices, all }: OwnAnswers,
  language: PortalLanguage,
): string | undefined {
  const { yes, no } = textsIn(language).message;
  const words = { language, yes, no, day: (day: string) => dayIn(language, day) };
  const said = all.map((one) => inLine(answerText({ ...choices, kind }, one, words), longestAnswer));
  return said.length === 0 ? undefined : listIn(language, said);
}

/** The value of one student; undefined where the portal knows none. */
function valueFor(person: MessagePerson, name: string, data: MessageMailData): string | undefined {
  const { timezone } = data;
  const language = textLanguageOf(data);
  if (!isMessageField(name)) {
    const own = person.answers?.[name];
    return own && answerOf(own, language);
  }
  if (name === 'name') return named(person) || undefined;
  if (name === 'class' || name === 'course' || name === 'teacher') {
    const all = { class: person.classes, course: person.courses, teacher: person.teachers };
    const names = all[name].map((one) => inLine(one, longestName));
    return names.length === 0 ? undefined : listIn(language, names);
  }
  if (name === 'times')
    return person.week.length === 0
      ? undefined
      : weekOnClocks(language, zoneOf(timezone), person.week, person.week_zones);
  if (name === 'old times')
    return person.old_week?.length
      ? weekOnClocks(language, zoneOf(timezone), person.old_week, person.old_week_zones)
      : undefined;
  if (name === 'next meeting') return person.meeting === null ? undefined : nextOf(person.meeting, data);
  if (name === 'join') return person.meeting?.join_link ?? undefined;
  const open = person.open.map(({ amount, currency }) => moneyIn(language, amount, currency));
  return open.length === 0 ? undefined : listIn(language, open);
}

/** Whether somebody reads a general word for the field. Who owes nothing has an answer, and who has called all rolls. */
export const isEmptyFor = (person: MessagePerson, name: string, data: MessageMailData): boolean =>
  name !== 'balance' && name !== 'rolls' && valueFor(person, name, data) === undefined;

const wordKeys = {
  name: 'name',
  class: 'class',
  course: 'course',
  teacher: 'teacher',
  times: 'times',
  'old times': 'times',
  'next meeting': 'meeting',
  join: 'join',
  balance: 'balance',
  rolls: 'rolls',
} as const satisfies Record<MessageField, string>;

/** What stands in place of a value that the portal does not know. */
export const generalWord = (name: string, language: PortalLanguage): string =>
  textsIn(language).message[isMessageField(name) ? wordKeys[name] : 'noAnswer'];

/** The rolls of all teachers behind the mailbox, each on a line that leads to it. */
function rollsOf(data: MessageMailData, appUrl: string): Value {
  const language = textLanguageOf(data);
  const words = textsIn(language).message;
  const rolls = data.people.flatMap((person) => person.rolls?.latest ?? []);
  const more = data.people.reduce((sum, person) => sum + (person.rolls?.more ?? 0), 0);
  const lines = rolls.map(({ class_id, class_name, course_id, course_name, day }): Value => ({
    text: `${pairOf(class_name, course_name)}: ${weekdayIn(language, day)}`,
    url: `${appUrl}/attendance?roll=${class_id}_${day}&course=${course_id}`,
  }));
  if (more > 0) lines.push({ text: words.moreRolls({ count: more }), url: `${appUrl}/attendance` });
  return lines.length === 0
    ? { text: words.rolls }
    : { text: lines.map(({ text }) => text).join('; '), lines };
}

/** One value where all students behind the mailbox have the same, else one for each of them. */
function valueOf(data: MessageMailData, name: string, appUrl: string): Value {
  if (name === 'rolls') return rollsOf(data, appUrl);
  const language = textLanguageOf(data);
  const word = generalWord(name, language);
  const values = data.people.map((person) => valueFor(person, name, data) ?? word);
  const different = new Set(values);
  const [only = word] = different;
  if (name === 'name') return { text: listIn(language, [...different]) };
  if (different.size <= 1)
    return name === 'join' && URL.canParse(only) ? { text: only, url: only } : { text: only };
  return {
    text: data.people
      .map(
        (person, n) =>
          `${isolated(named(person) || generalWord('name', language))}: ${isolated(values[n] ?? '')}`,
      )
      .join('; '),
  };
}

/** As the sanitiser writes it, because `wordsOf` reads it again. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A name may be written from right to left. Around it the text goes on as before. */
const asHtml = ({ text, url, lines }: Value): string => {
  if (lines !== undefined) return lines.map(asHtml).join('<br />');
  return url === undefined ? `<bdi>${escaped(text)}</bdi>` : `<a href="${escaped(url)}">${escaped(text)}</a>`;
};

/** Null: it is no field, and stays as it is written. */
const fieldIn = (data: MessageMailData, name: string, appUrl: string): Value | null =>
  isMessageField(name) || data.people.some(({ answers }) => answers?.[name] !== undefined)
    ? valueOf(data, name, appUrl)
    : null;

/** The body for one reader: as HTML, and as plain text. */
export function filledBody(
  data: MessageMailData,
  appUrl: string,
): { readonly html: string; readonly text: string } {
  const html = filled(data.body, (name) => fieldIn(data, name, appUrl));
  return { html, text: wordsOf(html) };
}

const filledSubject = (data: MessageMailData, appUrl: string): string =>
  filledText(inLine(data.subject, longestSubject), (name) => {
    const value = fieldIn(data, name, appUrl);
    return value && isolated(inLine(value.text, longestName));
  });

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Without line breaks and rows of spaces, which parameters of a template may not have. */
const oneSpaced = (text: string): string => inLine(text.replaceAll(/\s+/gu, ' '), Infinity);

/** At most that many UTF-16 units, since WhatsApp counts no letters; never within a letter. */
function cutTo(longest: number, text: string): string {
  if (text.length <= longest) return text;
  let cut = '';
  for (const { segment } of letters.segment(text.slice(0, longest))) {
    if (cut.length + segment.length >= longest) break;
    cut += segment;
  }
  return `${cut}…`;
}

function wholeLine(data: MessageMailData, appUrl: string): string {
  const subject = oneSpaced(filledSubject(data, appUrl));
  const text = oneSpaced(filledBody(data, appUrl).text);
  return subject === '' ? text : `${subject}: ${text}`;
}

/** What a text by WhatsApp says: whom it is for, who writes, and the words in one line. None is empty. */
export const messageLines = (data: MessageMailData, provider: ProviderSettings, appUrl: string): string[] =>
  [
    cutTo(longestName, oneSpaced(valueOf(data, 'name', appUrl).text)),
    cutTo(longestName, oneSpaced(`${data.author.name}, ${nameOfProvider(provider)}`)),
    cutTo(longestWhatsApp, wholeLine(data, appUrl)),
  ].map((line) => line || '-');

/** Whether somebody would read only the beginning of it by WhatsApp. */
export const isCutByWhatsApp = (data: MessageMailData, appUrl: string): boolean =>
  wholeLine(data, appUrl).length > longestWhatsApp;

/** What somebody in the office, or a teacher, wrote. */
export function messageMail(data: MessageMailData, { provider, appUrl }: Occasion): MailContent {
  const words = textsIn(data.language).message;
  const { html, text } = filledBody(data, appUrl);
  const subject = filledSubject(data, appUrl);
  const author = inLine(data.author.name, longestName);
  return {
    subject: data.is_test ? words.test({ subject }) : subject,
    preview: inLine(text, 120),
    parts: [
      { kind: 'rich', html, text },
      ...(data.people.length > 1 ? [note(words.about({ people: valueOf(data, 'name', appUrl).text }))] : []),
    ],
    replyTo: { name: author, address: data.author.address },
    footer: words.footer({ author, provider: nameOfProvider(provider), mailbox: data.author.address }),
  };
}
