import { consentPurposes } from '@gurukul/contract/privacy';
import type { ConsentPurpose } from '@gurukul/contract/privacy';
import { offeredZones } from '@gurukul/contract/shared/offered-zones';
import type { WireWish } from '@gurukul/contract/placing';
import { mostLearners } from '@gurukul/contract/registrations';
import { email, line, personName } from '@gurukul/contract/shared/fields';
import { spokenName } from '@gurukul/contract/shared/person/spoken-languages';
import type english from '@gurukul/contract/texts/registration-page.en.json';
import { plainDigits } from '@gurukul/contract/shared/written/text';
import type { Answers, StoredQuestion } from '#server/db/questions.ts';
import type { PresentTerms } from '#server/db/terms.ts';
import { answerIn, readTypedAnswers } from '#server/pages/answer-field.ts';
import { textIn } from '#server/pages/forms.ts';
import type { OfferedCourse } from '../catalogue/queries.ts';
import { nameOf } from '../likeness/names.ts';
import type { PhoneCountries } from '../likeness/written-phone.ts';
import { hoursIn, languagesIn } from '#server/pages/week-field.ts';
import { namesOf } from '../students/update-student.ts';
import { phoneIn } from '../students/written-person.ts';

/* What a family types. Nothing is known here of who is a student. */

/** As it was typed, to be shown again. */
export interface TypedLearner {
  readonly name: string;
  readonly year: string;
  /** The number of a class; empty: the office finds one. */
  readonly group: string;
  /** The code of a language; empty: not said. */
  readonly language: string;
  /** To own questions, by their number. Forms of a version before have none. */
  readonly answers?: Answers;
}
/** The fields of a learner that every form has. */
type LearnerField = Exclude<keyof TypedLearner, 'answers'>;
export interface TypedForm {
  readonly name: string;
  readonly mailbox: string;
  readonly phone: string;
  /** The first learner is who registers. */
  readonly isSelf: boolean;
  /** The code of the country whose price it is; empty: not said. */
  readonly price: string;
  readonly learners: readonly TypedLearner[];
  /** The terms that are ticked. Forms of a version before have none. */
  readonly agreed?: readonly number[];
  /** When the learners could come; forms of a version before have none. */
  readonly wish?: TypedWish;
}

/** Hours from Monday 00:00 on a clock, and codes of languages. */
export interface TypedWish {
  readonly zone: string;
  readonly hours: readonly number[];
  readonly languages: readonly string[];
}

export type Price = OfferedCourse['prices'][number];

export interface Learner {
  readonly name: string;
  readonly isSelf: boolean;
  readonly year: number;
  readonly classId: number | null;
  /** By its English name, as it is stored; null: not said. */
  readonly language: string | null;
  readonly answers: Answers;
}
export interface Family {
  readonly name: string;
  readonly mailbox: string;
  /** '' when none. */
  readonly phone: string;
  /** Of each learner; null: it costs nothing. */
  readonly price: Price | null;
  readonly learners: readonly Learner[];
  /** The terms that they agreed to. */
  readonly agreed: readonly number[];
  /** Of those for whom a class is to be found; null: nothing was ticked. */
  readonly wish: WireWish | null;
}

type FormError = keyof (typeof english)['errors'];
/** By the name of the field. */
export type FormErrors = ReadonlyMap<string, FormError>;

export const noLearner: TypedLearner = { name: '', year: '', group: '', language: '' };

/** `learner` counts from 1. */
export const fieldOf = (learner: number, field: LearnerField) => `${field}-${learner}`;
export const answerFieldOf = (learner: number, question: number) => `answer-${learner}-${question}`;

export const agreeFieldOf = (kind: ConsentPurpose) => `agree-${kind}`;

export function readTyped(
  form: FormData,
  questions: readonly StoredQuestion[],
  codes: readonly string[],
): TypedForm {
  const count = Number(/^\d$/.exec(textIn(form, 'learners'))?.[0] ?? 1);
  const learners = Array.from({ length: Math.min(mostLearners, Math.max(1, count)) }, (_, at) => ({
    name: textIn(form, fieldOf(at + 1, 'name')),
    year: textIn(form, fieldOf(at + 1, 'year')),
    group: textIn(form, fieldOf(at + 1, 'group')),
    language: textIn(form, fieldOf(at + 1, 'language')),
    answers: Object.fromEntries(
      questions.map(({ question_id: id }) => [id, answerIn(form, answerFieldOf(at + 1, id))]),
    ),
  }));
  return {
    name: textIn(form, 'name'),
    mailbox: textIn(form, 'mailbox'),
    phone: textIn(form, 'phone'),
    isSelf: textIn(form, 'self') !== '',
    price: textIn(form, 'price'),
    learners,
    agreed: consentPurposes.flatMap(
      (kind) => Number(/^\d{1,15}$/.exec(textIn(form, agreeFieldOf(kind)))?.[0]) || [],
    ),
    wish: { zone: textIn(form, 'clock'), hours: hoursIn(form), languages: languagesIn(form, codes) },
  };
}

export interface Known {
  readonly classIds: readonly number[];
  /** Of the course, where it costs something. Of several one is chosen. */
  readonly prices: readonly Price[];
  /** Codes. */
  readonly languages: readonly string[];
  /** Of numbers without a country. */
  readonly countries: PhoneCountries;
  /** The present one. */
  readonly year: number;
  /** What the form asks beyond its fields. */
  readonly questions: readonly StoredQuestion[];
  readonly terms: PresentTerms;
  /** No child is registered without a guardian's consent. */
  readonly needsConsent: boolean;
  /** It was right when it was sent: what has become wrong since is left out. */
  readonly wasSent?: boolean;
}

const oldest = 110;
/** Who was born in this year or later may be under 18. */
const childFrom = (year: number) => year - 18;

/** Without these no family, or none with a child, is registered. */
export const isEverNeeded = (kind: ConsentPurpose, needsConsent: boolean): boolean =>
  kind === 'rules' || (kind === 'child_data' && needsConsent);

/** The kinds without which nobody is registered. */
export function neededOf(
  typed: TypedForm,
  { terms, needsConsent, year }: Pick<Known, 'terms' | 'needsConsent' | 'year'>,
) {
  const isOfChild = typed.learners.some(({ year: born }) => Number(plainDigits(born)) >= childFrom(year));
  return consentPurposes.filter(
    (kind) =>
      terms[kind] !== undefined && isEverNeeded(kind, needsConsent) && (kind !== 'child_data' || isOfChild),
  );
}

/** Of the terms: what lacks a tick. Who ticked a text that is not the present one reads the present one first. */
export function termsErrors(
  typed: TypedForm,
  known: Pick<Known, 'terms' | 'needsConsent' | 'year'>,
): ReadonlyMap<string, FormError> {
  const { agreed = [] } = typed;
  const needed = new Set(neededOf(typed, known));
  const present = Object.values(known.terms);
  const isOld = agreed.some((id) => present.every(({ terms_id }) => terms_id !== id));
  const lacking = present.filter(
    ({ kind, terms_id }) => !agreed.includes(terms_id) && (isOld || needed.has(kind)),
  );
  return new Map(lacking.map(({ kind }) => [agreeFieldOf(kind), isOld ? 'terms' : 'agree']));
}

function readWish(
  { zone, hours, languages }: TypedWish = { zone: '', hours: [], languages: [] },
): WireWish | null {
  if (!offeredZones.includes(zone) || (hours.length === 0 && languages.length === 0)) return null;
  return { zone, hours: [...hours], languages: languages.map(spokenName) };
}

/** What was typed, read; or what is wrong, by field. */
export function readFamily(typed: TypedForm, known: Known): Family | FormErrors {
  const errors = new Map<string, FormError>();
  const nameIn = (field: string, text: string): string => {
    const name = line().safeParse(text.replaceAll(/\s+/gu, ' '));
    const { first, last } = namesOf(name.success ? name.data : '');
    const parts = [first, last].map((part) => (part === '' ? '' : personName.safeParse(part).data));
    if (text.trim() === '') errors.set(field, 'missing');
    else if (first === '' || parts.includes(undefined)) errors.set(field, 'name');
    return parts.join(' ').trim();
  };

  const name = nameIn('name', typed.name);
  const mailbox = email.safeParse(typed.mailbox);
  if (!mailbox.success) errors.set('mailbox', typed.mailbox.trim() === '' ? 'missing' : 'mailbox');
  const phone = typed.phone.length > 100 ? null : phoneIn(typed.phone, known.countries);
  if (phone === null || (phone === '' && typed.phone.trim() !== '')) errors.set('phone', 'phone');

  const { prices } = known;
  const price =
    prices.length === 1 ? prices[0] : prices.find(({ country_code }) => country_code === typed.price);
  if (price === undefined && prices.length > 0) errors.set('price', 'price');

  const taken = new Set<string>();
  const learners = typed.learners.map((learner, at): Learner => {
    const isSelf = typed.isSelf && at === 0;
    const field = (which: LearnerField) => fieldOf(at + 1, which);
    const own = isSelf && learner.name.trim() === '' ? name : nameIn(field('name'), learner.name);
    const { sorted } = nameOf(own);
    if (sorted !== '' && taken.has(sorted)) errors.set(field('name'), 'twice');
    taken.add(sorted);
    const year = Number(/^\s*(\d{4})\s*$/.exec(plainDigits(learner.year))?.[1]);
    if (learner.year.trim() === '') errors.set(field('year'), 'missing');
    else if (!(year > known.year - oldest && year <= known.year)) errors.set(field('year'), 'year');
    else if (isSelf && year >= childFrom(known.year)) errors.set(field('year'), 'child');
    const classId = known.classIds.find((id) => String(id) === learner.group);
    if (classId === undefined && learner.group !== '') errors.set(field('group'), 'group');
    const { answers, wrong } = readTypedAnswers(known.questions, learner.answers ?? {});
    for (const id of known.wasSent === true ? [] : wrong) errors.set(answerFieldOf(at + 1, id), 'answer');
    const language = known.languages.find((code) => code === learner.language);
    return {
      name: own,
      isSelf,
      year,
      classId: classId ?? null,
      language: language === undefined ? null : spokenName(language),
      answers: Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== '')),
    };
  });
  if (known.wasSent !== true) for (const [of, error] of termsErrors(typed, known)) errors.set(of, error);
  if (errors.size > 0 || !mailbox.success || phone === null) return errors;
  const { agreed = [] } = typed;
  return {
    name,
    mailbox: mailbox.data.toLowerCase(),
    phone,
    price: price ?? null,
    learners,
    agreed,
    wish: readWish(typed.wish),
  };
}
