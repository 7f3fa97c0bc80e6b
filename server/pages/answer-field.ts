import {
  choiceIn,
  labelIn,
  longestAnswer,
  longestLine,
  partsOf,
  readAnswer,
} from '@gurukul/contract/shared/question-answers';
import type { Answers, StoredQuestion } from '#server/db/questions.ts';
import { html } from './html.ts';
import type { Html, Part } from './html.ts';

/* Fields of own questions on pages without script. */

/** What a form has under a name; of several ticks all of them. */
export const answerIn = (form: FormData, name: string): string =>
  form
    .getAll(name)
    .flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []))
    .join('\n');

/** What was typed, as it is stored; or the questions whose answer it cannot be. */
export function readTypedAnswers(
  questions: readonly StoredQuestion[],
  typed: Answers,
  stored: Answers = {},
): { readonly answers: Answers; readonly wrong: readonly number[] } {
  const read = questions.map((question) => {
    const id = question.question_id;
    return [id, readAnswer(question, typed[id] ?? '', stored[id])] as const;
  });
  return {
    answers: Object.fromEntries(read.flatMap(([id, answer]) => (answer === null ? [] : [[id, answer]]))),
    wrong: read.flatMap(([id, answer]) => (answer === null ? [id] : [])),
  };
}

interface AnswerField {
  readonly question: StoredQuestion;
  readonly name: string;
  /** Where it is not the name. */
  readonly id?: string;
  /** As it was typed, or as it is stored. */
  readonly value: string;
  readonly language: string;
  readonly words: { readonly yes: string; readonly no: string; readonly notSaid: string };
  /** What is wrong with it. */
  readonly error?: string | undefined;
  readonly isFocused?: boolean;
}

/** The field of a question with its words. A choice that was removed stays while it is chosen. */
export function answerField(field: AnswerField): Html {
  const { question, name, id = name, value, language, error, isFocused = false } = field;
  const label = labelIn(question, language);
  const common = html`name="${name}"
  ${error !== undefined && html`aria-invalid="true" aria-describedby="${id}-error"`}
  ${isFocused && html`autofocus`}`;
  const wrong = error !== undefined && html`<p class="bad" id="${id}-error">${error}</p>`;
  if (question.kind === 'several') {
    const chosen = partsOf(value);
    const all = [...new Set([...question.choices, ...chosen])];
    return html`<fieldset>
      <legend dir="auto">${label}</legend>
      ${all.map((one) => tick(common, one, choiceIn(question, one, language), chosen.includes(one)))} ${wrong}
    </fieldset>`;
  }
  return html`<label for="${id}" dir="auto">${label}</label> ${control(field, html`id="${id}" ${common}`)}
    ${wrong}`;
}

const tick = (common: Html, choice: string, words: string, isChosen: boolean) =>
  html`<label class="check"
    ><input type="checkbox" ${common} value="${choice}" ${isChosen && html`checked`} /><span dir="auto"
      >${words}</span
    ></label
  >`;

function control({ question, value, language, words }: AnswerField, common: Html): Html {
  const { kind, choices } = question;
  if (kind === 'text') {
    return html`<textarea ${common} dir="auto" maxlength="${longestAnswer}">${value}</textarea>`;
  }
  if (kind === 'choice') {
    const all = [...new Set([...choices, ...(value === '' ? [] : [value])])];
    return select(common, value, [
      ['', words.notSaid],
      ...all.map((one) => [one, choiceIn(question, one, language)] as const),
    ]);
  }
  if (kind === 'yes') {
    return select(common, value, [
      ['', words.notSaid],
      ['yes', words.yes],
      ['no', words.no],
    ]);
  }
  const type: Part = kind === 'day' && html`type="date"`;
  return html`<input ${common} ${type} dir="auto" maxlength="${longestLine}" value="${value}" />`;
}

const select = (common: Html, value: string, options: readonly (readonly [string, string])[]): Html =>
  html`<select ${common}>
    ${options.map(([one, text]) => html`<option value="${one}" ${one === value && html`selected`}>${text}</option>`)}
  </select>`;
