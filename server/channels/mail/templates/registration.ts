import type { PortalLanguage } from '@gurukul/contract/provider';
import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { dayIn, weekIn, weekOnClocks, zoneOf } from './event-times.ts';
import { moneyIn } from './money.ts';

export interface RegistrationCodeData {
  /** Of the page that asks for the code, for a reader whose own is not known. */
  readonly language: PortalLanguage;
  readonly code: string;
}

/** Minutes for which a place is held while somebody pays. */
export const heldMinutes = 20;

/** `held`: for a payment; `office`: it finds a place, or has a question first. */
type PlaceState = 'placed' | 'held' | 'waiting' | 'office' | 'refused';

export interface RegisteredLearner {
  readonly name: string;
  /** Null: a question for the office. Absent: of a version before. */
  readonly student_id?: number | null;
  readonly state: PlaceState;
  /** Of the place or the waiting list; else empty. */
  readonly class_name: string;
  /** The next meeting of each weekly slot of that class, by clock; instants in ISO 8601, UTC. */
  readonly weeks: readonly { readonly zone: string; readonly starts: readonly string[] }[];
  /** The family's clock; empty or absent: nobody knows it. */
  readonly zone?: string;
}

/** The week on the family's clock, and on that of the class where it differs. */
function weekFor({ weeks, zone = '' }: RegisteredLearner, language: PortalLanguage): string {
  const starts = weeks.flatMap((week) => week.starts);
  const zones = weeks.flatMap((week) => week.starts.map(() => week.zone));
  if (zone !== '' && starts.length > 0) return weekOnClocks(language, zoneOf(zone), starts, zones);
  return weeks.map((week) => weekIn(language, week.zone, week.starts)).join(', ');
}

export interface RegistrationNewsData {
  readonly language: PortalLanguage;
  /** What became of a form or its payment, or what the office decided later. `again`: that does not count any more. */
  readonly news: 'asked' | 'paid' | 'placed' | 'refused' | 'again';
  /** What it says is read anew when it leaves. Absent: of a version before. */
  readonly course_id?: number;
  readonly course_name: string;
  /** yyyy-mm-dd; null: it has begun. */
  readonly starts_on: string | null;
  readonly learners: readonly RegisteredLearner[];
  /** Why it was refused; empty: not said. */
  readonly reason: string;
  /** Of each learner; null: it is no news, or it costs nothing. Absent: of a version before. */
  readonly price?: { readonly amount: string; readonly currency: string; readonly can_pay: boolean } | null;
}

export function registrationCodeMail(
  { code }: RegistrationCodeData,
  { provider, language }: Occasion,
): MailContent {
  const { registration: words, myPage } = textsIn(language);
  const name = nameOfProvider(provider);
  return {
    subject: myPage.codeSubject({ code, provider: name }),
    preview: myPage.codeValidity,
    parts: [
      text(words.code({ provider: name })),
      { kind: 'code', code },
      note(myPage.codeValidity),
      note(words.notYou),
    ],
  };
}

export function registrationNewsMail(
  { news, course_name: course, starts_on: startsOn, learners, reason, price = null }: RegistrationNewsData,
  { language, myPage }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.registration;
  const becomes = (learner: RegisteredLearner): string => {
    const { state, class_name: group } = learner;
    const week = weekFor(learner, language);
    if (state === 'placed') return week === '' ? words.placed({ group }) : words.placedAt({ group, week });
    if (state === 'held') return words.held({ group, minutes: heldMinutes });
    return state === 'waiting' ? words.waiting({ group }) : words[state];
  };
  const leads = {
    asked: words.thanks,
    paid: words.paid,
    placed: words.decided,
    refused: words.decided,
    again: words.again,
  };
  const lead = leads[news]({ course });
  return {
    subject: words.subject({ news, course }),
    preview: lead,
    parts: [
      text(lead),
      {
        kind: 'facts',
        facts: [
          ...learners.map((learner) => [learner.name, becomes(learner)] as const),
          ...(price === null
            ? []
            : [[words.price, moneyIn(language, price.amount, price.currency)] as const]),
        ],
      },
      ...(price === null || price.can_pay ? [] : [text(words.howToPay)]),
      ...(reason === '' ? [] : [{ kind: 'quote', text: reason } as const]),
      ...(startsOn === null || news === 'refused'
        ? []
        : [text(words.starts({ day: dayIn(language, startsOn) }))]),
      ...(myPage === undefined ? [] : [{ kind: 'button', label: texts.myPage.button, url: myPage } as const]),
    ],
  };
}
