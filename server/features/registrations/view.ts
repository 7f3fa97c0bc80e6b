import { payServiceNames } from '@gurukul/contract/checkouts';
import type { PayService } from '@gurukul/contract/checkouts';
import { mostLearners } from '@gurukul/contract/registrations';
import { offeredZones } from '@gurukul/contract/shared/offered-zones';
import { usualLanguages } from '@gurukul/contract/shared/person/spoken-languages';
import type english from '@gurukul/contract/texts/registration-page.en.json';
import { localeOf, moneyIn } from '#server/channels/mail/templates/money.ts';
import { momentIn } from '#server/channels/mail/templates/event-times.ts';
import type { StoredQuestion } from '#server/db/questions.ts';
import type { PresentTerms } from '#server/db/terms.ts';
import { answerField } from '#server/pages/answer-field.ts';
import { languageTicks, weekField } from '#server/pages/week-field.ts';
import { html } from '#server/pages/html.ts';
import type { Html, Part } from '#server/pages/html.ts';
import { termsPart } from '#server/pages/terms.ts';
import { documentOf } from '#server/pages/page.ts';
import type { Frame } from '#server/pages/page.ts';
import { translated } from '#server/texts.ts';
import type { NumberedCourse, OfferedClass } from '../catalogue/queries.ts';
import { clockForm, languagesOf, linkTo, pathOf, regionIn, registerPathOf } from '../catalogue/view.ts';
import type { View } from '../catalogue/view.ts';
import { weekOf } from '../catalogue/week.ts';
import { pageTexts } from '../my-page/texts.ts';
import { agreeFieldOf, answerFieldOf, fieldOf, isEverNeeded } from './form.ts';
import type { FormErrors, Price, TypedForm, TypedLearner } from './form.ts';

export const registrationTexts = translated<typeof english>('registration-page');

/** A page of the form of a course. */
export interface RegisterView extends View {
  readonly offered: NumberedCourse;
  /** Of the course, where it costs something. */
  readonly prices: readonly Price[];
  /** Of the provider, which a form asks. */
  readonly questions: readonly StoredQuestion[];
  readonly terms: PresentTerms;
}

const addressOf = (view: RegisterView) => linkTo(view, registerPathOf(view.offered.course));

export const codesOf = ({ provider }: Frame) =>
  provider.spoken_languages.length === 0 ? usualLanguages : provider.spoken_languages;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Further attributes. */
  readonly attributes?: Html;
}

interface Shown {
  readonly view: RegisterView;
  readonly typed: TypedForm;
  readonly errors: FormErrors;
  /** Where the page begins. */
  readonly focus: string | null;
}

/** A field with its label, its hint and, below, what is wrong with it. `control` writes what is between. */
function field(
  { view, errors, focus }: Shown,
  { name, label, hint }: Field,
  control: (common: Html) => Html,
) {
  const t = registrationTexts(view.language);
  const error = errors.get(name);
  const common = html`id="${name}" name="${name}"
  ${error !== undefined && html`aria-invalid="true" aria-describedby="${name}-error"`}
  ${focus === name && html`autofocus`}`;
  return html`<label for="${name}">${label}${hint !== undefined && html` <small>${hint}</small>`}</label>
    ${control(common)}
    ${error !== undefined && html`<p class="bad" id="${name}-error">${t.errors[error]}</p>`}`;
}

const line = (shown: Shown, of: Field, value: string): Html =>
  field(shown, of, (common) => html`<input ${common} ${of.attributes ?? null} value="${value}" />`);

const choice = (
  shown: Shown,
  of: Field,
  value: string,
  options: readonly (readonly [value: string, text: string])[],
): Html =>
  field(
    shown,
    of,
    (common) =>
      html`<select ${common}>
        ${options.map(
          ([one, text]) => html`<option value="${one}" ${one === value && html`selected`}>${text}</option>`,
        )}
      </select>`,
  );

function groupOption(view: RegisterView, one: OfferedClass): string {
  const t = registrationTexts(view.language);
  const { own, ofClass } = weekOf(one, view.offered.course.start_date, view);
  const week = one.slots.length === 0 ? '' : (own ?? ofClass.join(', '));
  const group = week === '' ? one.class_name : `${one.class_name}, ${week}`;
  if (one.free === null) return group;
  return one.free > 0 ? t.freePlaces({ group, count: one.free }) : t.fullGroup({ group });
}

function learnerPart(shown: Shown, learner: TypedLearner, at: number): Html {
  const { view, typed, errors, focus } = shown;
  const t = registrationTexts(view.language);
  const { classIds, course } = view.offered;
  const name = (which: Parameters<typeof fieldOf>[1]) => fieldOf(at, which);
  const groups = course.classes.map(
    (one, index) => [String(classIds[index]), groupOption(view, one)] as const,
  );
  const names = new Intl.DisplayNames([localeOf(view.language)], { type: 'language' });
  const languages = codesOf(view).map((code) => [code, names.of(code) ?? code] as const);
  return html`<fieldset class="card">
    <legend>${t.learner({ number: at })}</legend>
    ${
      at === 1 &&
      (typed.isSelf || typed.learners.length === 1) &&
      html`<label class="check"
        ><input type="checkbox" name="self" value="yes" ${typed.isSelf && html`checked`} /><span
          >${t.self} <small>${t.selfName}</small></span
        ></label
      >`
    }
    ${line(shown, { name: name('name'), label: t.learnerName }, learner.name)}
    ${line(
      shown,
      { name: name('year'), label: t.year, attributes: html`inputmode="numeric" autocomplete="off"` },
      learner.year,
    )}
    ${choice(shown, { name: name('group'), label: t.group }, learner.group, [['', t.findOne], ...groups])}
    ${choice(shown, { name: name('language'), label: t.language }, learner.language, [
      ['', t.noLanguage],
      ...languages,
    ])}
    ${view.questions.map((question) => {
      const of = answerFieldOf(at, question.question_id);
      const error = errors.get(of);
      return answerField({
        question,
        name: of,
        value: learner.answers?.[question.question_id] ?? '',
        language: view.language,
        words: { yes: t.yes, no: t.no, notSaid: t.noLanguage },
        error: error && t.errors[error],
        isFocused: focus === of,
      });
    })}
    ${
      typed.learners.length > 1 &&
      html`<p class="row">
        <button class="plain" name="do" value="remove-${at}">${t.remove({ number: at })}</button>
      </p>`
    }
  </fieldset>`;
}

/** What a family agrees to for all learners. A box names the version that stood beside it. */
function agreePart({ view, typed, errors, focus }: Shown): Part {
  const t = registrationTexts(view.language);
  const all = Object.values(view.terms);
  const needsConsent = view.provider.child_consent === 'need';
  if (all.length === 0) return null;
  return html`<fieldset class="card">
    <legend>${t.agree.title}</legend>
    ${all.map((terms) => {
      const { kind, terms_id: id } = terms;
      const name = agreeFieldOf(kind);
      const error = errors.get(name);
      return html`${termsPart(view.language, terms)}<label class="check"
          ><input
            type="checkbox"
            id="${name}"
            name="${name}"
            value="${id}"
            ${typed.agreed?.includes(id) === true && html`checked`}
            ${error !== undefined && html`aria-invalid="true" aria-describedby="${name}-error"`}
            ${focus === name && html`autofocus`}
          /><span
            >${t.agree[kind]}${!isEverNeeded(kind, needsConsent) && html` <small>${t.optional}</small>`}</span
          ></label
        >${error !== undefined && html`<p class="bad" id="${name}-error">${t.errors[error]}</p>`}`;
    })}
  </fieldset>`;
}

function wishPart(view: RegisterView, { wish }: TypedForm): Html {
  const t = registrationTexts(view.language);
  const { zone = '', hours = [], languages = [] } = wish ?? {};
  const own = zone === '' ? view.zone : zone;
  return html`<details class="card" ${(hours.length > 0 || languages.length > 0) && html`open`}>
    <summary><h2>${t.wish}</h2></summary>
    <p class="soft">${t.wishHint}</p>
    <label for="clock">${t.clock}</label
    ><select id="clock" name="clock">
      ${[own, ...offeredZones].map((each, at) => html`<option ${at === 0 && html`selected`}>${each}</option>`)}
    </select>
    ${weekField(view.language, hours)}
    <fieldset>
      <legend>${t.wishLanguages}</legend>
      ${languageTicks(view.language, codesOf(view), languages)}
    </fieldset>
  </details>`;
}

/** The first button is the one that the Enter key presses, so it stands first and is shown last. */
export function formView(
  view: RegisterView,
  typed: TypedForm,
  {
    errors = new Map(),
    focus = null,
    note = null,
  }: Partial<Omit<Shown, 'view' | 'typed'>> & { note?: Part } = {},
): string {
  const t = registrationTexts(view.language);
  const shown: Shown = { view, typed, errors, focus: [...errors.keys()][0] ?? focus };
  const { course } = view.offered;
  const content = html`<p><a href="${linkTo(view, pathOf(course))}">${t.toCourse}</a></p>
    <p>${t.lead}</p>
    ${view.chosen.zone === null && typed.name === '' && typed.mailbox === '' && clockForm(view, registerPathOf(course))}
    ${course.comes_after !== undefined && html`<p class="note" dir="auto">${t.comesAfter({ course: course.comes_after })}</p>`}
    ${errors.size > 0 && html`<p class="note bad" role="alert">${t.wrong({ count: errors.size })}</p>`}
    ${note}
    <form method="post" action="${addressOf(view)}" novalidate>
      <input type="hidden" name="learners" value="${typed.learners.length}" />
      <fieldset class="card">
        <legend>${t.you}</legend>
        ${line(shown, { name: 'name', label: t.name, attributes: html`autocomplete="name"` }, typed.name)}
        ${line(
          shown,
          { name: 'mailbox', label: t.mailbox, attributes: html`type="email" autocomplete="email"` },
          typed.mailbox,
        )}
        ${line(
          shown,
          {
            name: 'phone',
            label: t.phone,
            hint: t.optional,
            attributes: html`type="tel" autocomplete="tel"`,
          },
          typed.phone,
        )}
      </fieldset>
      ${typed.learners.map((learner, at) => learnerPart(shown, learner, at + 1))} ${wishPart(view, typed)}
      ${
        view.prices.length === 1 &&
        html`<p>
          ${t.priceEach}:
          ${view.prices.map(({ amount, currency_code }) => moneyIn(view.language, amount, currency_code))}
        </p>`
      }${
        view.prices.length > 1 &&
        html`<div class="card">
          ${choice(shown, { name: 'price', label: t.priceEach }, typed.price, [
            ['', t.noPrice],
            ...view.prices.map(
              ({ country_code: code, currency_code, amount }) =>
                [
                  code,
                  `${regionIn(view.language, code)}: ${moneyIn(view.language, amount, currency_code)}`,
                ] as const,
            ),
          ])}
        </div>`
      }
      ${agreePart(shown)}
      <p class="row">
        <button class="last" name="do" value="send">${t.send}</button>
        ${
          typed.learners.length < mostLearners &&
          html`<button class="plain" name="do" value="add">${t.add}</button>`
        }
      </p>
    </form>
    ${languagesOf(view, registerPathOf(course))}`;
  return documentOf(view, t.title({ course: course.course_name }), content);
}

export interface CodeStep {
  readonly mailbox: string;
  readonly challenge: string;
  /** No mail server is set. */
  readonly isKept: boolean;
  /** No more codes are sent for now. */
  readonly isBusy?: boolean;
  readonly error?: 'code' | 'tries' | undefined;
}

export function codeView(
  view: RegisterView,
  { mailbox, challenge, isKept, isBusy = false, error }: CodeStep,
): string {
  const t = registrationTexts(view.language);
  // A code that is over was sent, and is of no use.
  const content = html`${error !== 'tries' && html`<p>${t.sent({ mailbox })}</p>`}
    ${isKept && error !== 'tries' && html`<p class="soft">${t.kept}</p>`}
    ${isBusy && html`<p class="note bad" role="alert">${t.busy}</p>`}
    <form class="card" method="post" action="${addressOf(view)}">
      <input type="hidden" name="challenge" value="${challenge}" />
      <label for="code">${t.code}</label>
      <input
        class="code"
        id="code"
        name="code"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength="20"
        autofocus
        ${error !== undefined && html`aria-invalid="true" aria-describedby="code-error"`}
      />
      ${error !== undefined && html`<p class="bad" id="code-error" role="alert">${t.errors[error]}</p>`}
      <p class="row"><button name="do" value="prove">${t.register}</button></p>
      <p class="row">
        <button class="plain" name="do" value="again">${t.again}</button>
        <button class="plain" name="do" value="change">${t.change}</button>
      </p>
    </form>`;
  return documentOf(view, t.codeTitle, content);
}

/** What is due for who was registered, in one currency, and how it is paid. */
export interface ToPay {
  readonly currency: string;
  readonly due: string;
  readonly service: PayService;
  readonly isTest: boolean;
  /** Places that wait for it, until when (ISO 8601), and places that are held no more. */
  readonly held: number;
  readonly heldUntil: string | null;
  /** The clock of the family; empty: nobody knows it. */
  readonly zone: string;
  readonly lapsed: number;
}

function payPart(
  view: RegisterView,
  challenge: string,
  { currency, due, service, isTest, held, heldUntil, lapsed, zone }: ToPay,
): Html {
  const { pay } = pageTexts(view.language);
  const t = registrationTexts(view.language);
  return html`<form class="card" method="post" action="${addressOf(view)}">
    <input type="hidden" name="challenge" value="${challenge}" />
    <input type="hidden" name="currency" value="${currency}" />
    ${heldUntil !== null && html`<p>${t.held({ count: held, when: momentIn(view.language, zone === '' ? view.zone : zone, heldUntil) })}</p>`}
    ${lapsed > 0 && html`<p>${t.heldNoMore({ count: lapsed })}</p>`}
    <p class="row">
      <button name="do" value="pay">${pay.now({ amount: moneyIn(view.language, due, currency) })}</button>
    </p>
    <p class="soft">${pay.at({ service: payServiceNames[service] })}</p>
    ${isTest && html`<p class="bad"><strong>${pay.test}</strong></p>`}
  </form>`;
}

/** The same for everybody, since what became of it says the mail; and below it what is to be paid now. */
export function doneView(
  view: RegisterView,
  challenge = '',
  toPay: readonly ToPay[] = [],
  error: Part = null,
): string {
  const t = registrationTexts(view.language);
  const { course } = view.offered;
  return documentOf(
    view,
    t.doneTitle,
    html`<p class="note" role="status">${t.done}</p>
      ${error} ${toPay.map((one) => payPart(view, challenge, one))}
      <p><a href="${addressOf(view)}">${t.another}</a></p>
      <p><a href="${linkTo(view, pathOf(course))}">${t.toCourse}</a></p>`,
  );
}

/** Nothing is registered, and why. */
export function notTakenView(view: RegisterView, why: 'closed' | 'over'): string {
  const t = registrationTexts(view.language);
  const { course } = view.offered;
  return documentOf(
    view,
    t[`${why}Title`],
    html`<p class="note bad" role="alert">${t[why]}</p>
      ${why === 'over' && html`<p><a href="${addressOf(view)}">${t.title({ course: course.course_name })}</a></p>`}
      <p><a href="${linkTo(view, pathOf(course))}">${t.toCourse}</a></p>`,
  );
}
