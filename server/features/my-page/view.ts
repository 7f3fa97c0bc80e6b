import type { OpenTime } from '@gurukul/contract/tests';
import { isFinished } from '@gurukul/contract/certificates';
import { unwantedMails } from '@gurukul/contract/my-page';
import { correctedFields } from '@gurukul/contract/shared/person/person';
import type { CorrectedField } from '@gurukul/contract/shared/person/person';
import { languageRows } from '@gurukul/contract/shared/words/languages';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import {
  clockName,
  dayIn,
  momentIn,
  shortSpanIn,
  timeIn,
  weekdayAt,
  weekdayIn,
} from '#server/channels/mail/templates/event-times.ts';
import { moneyIn } from '#server/channels/mail/templates/money.ts';
import { progressOf } from '#server/db/progress.ts';
import { pairOf } from '#server/plain.ts';
import { sumOf } from '@gurukul/contract/shared/money/money';
import type { Html, Part } from '#server/pages/html.ts';
import { answerField } from '#server/pages/answer-field.ts';
import { languageTicks, weekField } from '#server/pages/week-field.ts';
import { wishOf } from '#server/db/wishes.ts';
import { spokenCode } from '@gurukul/contract/shared/person/spoken-languages';
import { html } from '#server/pages/html.ts';
import { consentTexts, termsPart } from '#server/pages/terms.ts';
import { ownAnswerKey } from './own-answers.ts';
import { isAsked } from './own-consents.ts';
import { codesToTick } from './own-wishes.ts';
import type { KeptPlace } from '../continuations/queries.ts';
import { form, hidden } from './form.ts';
import type { Forms } from './form.ts';
import { consentsId, nextTermCard } from './next-term.ts';
import type { Page } from './pages.ts';
import { payServiceNames } from '@gurukul/contract/checkouts';
import type { ShownCheckout } from './serve-pay.ts';
import type {
  PayOffer,
  ShownHomework,
  ShownLesson,
  ShownMeeting,
  ShownPage,
  ShownStudent,
  ShownTests,
} from './read.ts';
import type { Frame } from '#server/pages/page.ts';
import { documentOf } from '#server/pages/page.ts';
import { pageTexts, personTexts, valueTexts, type Done } from './texts.ts';

type Checkout = Pick<NonNullable<ShownCheckout>, 'state' | 'amount' | 'currency' | 'is_test'>;

const textsIn = ({ language }: Frame) => pageTexts(language);

export interface View extends Frame, Forms {
  readonly page: Page;
  readonly shown: ShownPage;
  readonly now: Date;
  /** What was just done. */
  readonly done: Done | null;
  /** The place in the next term that was just kept, of a student for whom the reader pays. */
  readonly place: KeptPlace | null;
}

/** The name of a meeting in forms and addresses: slot, day, whether it is an extra one. */
export const meetingKey = ({
  slot_id,
  on_date,
  state,
}: Pick<ShownMeeting, 'slot_id' | 'on_date' | 'state'>) =>
  `${slot_id}.${on_date}.${state === 'extra' ? 1 : 0}`;

const shownMeetings = 6;

/** The last marks, for who sees them at a glance; the words beside them say the same. */
const strip = (marks: string): Part =>
  marks !== '' &&
  html`<span class="strip" aria-hidden="true"
    >${Array.from(marks, (mark) => html`<i class="${mark}"></i>`)}</span
  >`;

/**
 * A part of the page that unfolds. A page of one student has all parts open. On that of a family each is one line, which
 * says what waits in it, so that three children fit on three screens of a phone.
 */
const part = (view: View, title: Part, content: Part, waits: Part = null): Html =>
  html`<details class="card" ${view.shown.students.length < 2 && html` open`}>
    <summary>${title}${waits !== null && html`<span class="soft">${waits}</span>`}</summary>
    ${content}
  </details>`;

/** `isNext`: the meeting that comes first is large; of the others a line unfolds. */
function meetingItem(view: View, student: ShownStudent, meeting: ShownMeeting, isNext: boolean): Html {
  const t = textsIn(view).meetings;
  const { slot_id, on_date, held_on, state } = meeting;
  const isOn = takesPlace(state);
  const when = shortSpanIn(view.language, student.zone, meeting.starts_at, meeting.ends_at);
  const said = view.shown.absences.find(
    (one) =>
      one.student_id === student.student_id &&
      one.slot_id === slot_id &&
      one.on_date === on_date &&
      one.is_extra === (state === 'extra'),
  );
  const isAhead = Date.parse(meeting.starts_at) > view.now.getTime();
  const moved = held_on === on_date ? t.moved : t.movedFrom({ day: weekdayIn(view.language, on_date) });
  const tag = { planned: null, canceled: t.off, day_off: t.off, moved, extra: t.extra }[state];
  const what = pairOf(meeting.class_name, meeting.course_name);
  const fields = [hidden('student', student.student_id), hidden('meeting', meetingKey(meeting))];
  const absence =
    said === undefined
      ? html`<details>
          <summary>${t.cannot}</summary>
          ${form(
            view,
            'absent',
            html`${fields}<label>${t.why}<input name="reason" maxlength="200" dir="auto" /></label>
              <p class="row">
                <button class="plain">${meeting.teacher_name === null ? t.tellOffice : t.tell}</button>
              </p>`,
          )}
        </details>`
      : html`<p class="note">${t.told}</p>
          ${form(view, 'coming', html`${fields}<button class="plain">${t.back}</button>`)}`;
  const time = html`${tag !== null && html`<span class="tag">${tag}: </span>`}<time
      datetime="${meeting.starts_at}"
      class="${isOn ? 'on' : 'off'}"
      >${when}</time
    >`;
  const content = html`<p class="soft" dir="auto">
      <bdi>${what}</bdi
      >${meeting.teacher_name !== null && html`, <bdi>${t.with({ teacher: meeting.teacher_name })}</bdi>`}
    </p>
    ${meeting.reason !== '' && html`<p class="soft" dir="auto">${meeting.reason}</p>`}
    ${
      isOn &&
      html`<div class="row">
          ${meeting.join_link !== null && html`<a class="button" href="${meeting.join_link}" rel="noreferrer noopener" aria-label="${t.join}: ${what}, ${when}">${t.join}</a>`}<a
            class="button plain"
            href="${view.address}/meeting.ics?meeting=${meetingKey(meeting)}"
            aria-label="${t.calendar}: ${what}, ${when}"
            >${t.calendar}</a
          >
        </div>
        ${isAhead && absence}`
    }`;
  return isNext
    ? html`<li class="next">
        <p>${time}</p>
        ${content}
      </li>`
    : html`<li>
        <details>
          <summary>
            <span>${time}</span><span class="soft">${said === undefined ? meeting.class_name : t.told}</span>
          </summary>
          ${content}
        </details>
      </li>`;
}

/** The meetings of the classes that the student is in, from their first day. */
export const meetingsOf = (
  { courses, meetings }: Pick<ShownPage, 'courses' | 'meetings'>,
  studentId: number,
) =>
  meetings.filter(({ class_id, held_on }) =>
    courses.some(
      (one) => one.student_id === studentId && one.class_id === class_id && one.started_on <= held_on,
    ),
  );

/** For which classes the student waits, and who is found one by the office. */
const waitingLines = (view: View, { student_id }: ShownStudent): readonly Html[] =>
  view.shown.courses.flatMap((one) => {
    if (one.student_id !== student_id || one.class_id !== null) return [];
    const { course_id: id, course_name: course, waits_for: group, turn } = one;
    const study = view.shown.studies.find((each) => each.student_id === student_id && each.course_id === id);
    if (study !== undefined && isFinished(study.registration_status)) return [];
    const t = textsIn(view).attendance;
    return html`<p dir="auto">
      ${group === null ? t.waitsOf({ course }) : t.waitsInLine({ group: pairOf(group, course), turn: turn ?? 1 })}
    </p>`;
  });

function meetingsSection(view: View, student: ShownStudent): Html {
  const t = textsIn(view).meetings;
  const meetings = meetingsOf(view.shown, student.student_id).slice(0, shownMeetings);
  const waiting = waitingLines(view, student);
  if (meetings.length === 0)
    return html`<section>
      <h3>${t.title}</h3>
      ${waiting.length > 0 ? waiting : html`<p>${t.none}</p>`}
    </section>`;
  const next = meetings.findIndex(({ state }) => takesPlace(state));
  const items = meetings.map((one, place) => meetingItem(view, student, one, place === Math.max(next, 0)));
  const inSight = view.shown.students.length < 2 ? items.length : Math.max(next, 0) + 1;
  const rest = items.slice(inSight);
  return html`<section>
    <h3>${t.title}</h3>
    ${waiting}
    <p class="soft">${t.clock({ zone: clockName(view.language, student.zone, view.now) })}</p>
    <ul>
      ${items.slice(0, inSight)}
    </ul>
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${t.more({ count: rest.length })}</summary>
        <ul>
          ${rest}
        </ul>
      </details>`
    }
    <p class="row">
      <a href="${view.address}/meeting.ics?student=${student.student_id}">${t.calendarAll}</a>
    </p>
  </section>`;
}

/** A link to a recording, or what was taught on a day. */
function lessonWords(view: View, { held_on, recording_link, how, week, words }: ShownLesson): Html {
  const t = textsIn(view).attendance;
  const day = dayIn(view.language, held_on);
  if (recording_link !== null) {
    return html`<a href="${recording_link}" rel="noreferrer noopener">${t.recording({ day })}</a>`;
  }
  const named = week === null ? words : textsIn(view).homework.week({ week }) + (words ? `: ${words}` : '');
  return html`${how === 'part' ? t.taughtPart({ day }) : t.taught({ day })}
    <bdi>${named || t.somethingElse}</bdi>`;
}

/** What was not handed in, or is to be done again. */
export const mayHandIn = ({ status }: Pick<ShownHomework, 'status'>): boolean =>
  status === null || status === 'rejected';

/** The name of a homework in forms: its topic, or without one its class and week. */
export const homeworkKey = ({ topic_id, class_id, week_name }: ShownHomework): string =>
  topic_id === null ? `${class_id}.${week_name}` : String(topic_id);

/** Of each student. What waits or is to be done again is shown besides. */
const shownHomework = 12;

/** Homework without a topic is named by its week alone. */
function weekIn(view: View, name: string): string {
  const [, week] = /^week (\d+)$/i.exec(name) ?? [];
  return week === undefined ? name : textsIn(view).homework.week({ week: Number(week) });
}

function homeworkSection(view: View, { student_id }: ShownStudent): Part {
  const t = textsIn(view).homework;
  const own = view.shown.homework.filter((one) => one.student_id === student_id);
  const topics = own.filter(
    ({ status }, place) => place < shownHomework || status === 'pending' || status === 'rejected',
  );
  if (topics.length === 0) return null;
  const item = (one: (typeof topics)[number]) => {
    const { topic_name, course_name, week, due_on, status, comment } = one;
    const name = weekIn(view, topic_name);
    return html`<li>
      <p dir="auto"><bdi>${name}</bdi></p>
      <p class="soft">
        <bdi>${course_name}</bdi
        >${week !== null && html`, ${t.week({ week })}`}${due_on !== null && html`, ${t.due({ day: dayIn(view.language, due_on) })}`}
      </p>
      ${status !== null && html`<p><strong>${t.states[status]}</strong></p>`}${comment !== '' && html`<p class="note" dir="auto">${comment}</p>`}${
        mayHandIn(one) &&
        form(
          view,
          'homework',
          html`${hidden('student', student_id)}${hidden('topic', homeworkKey(one))}<label
              >${t.choose}<small><bdi>${name}</bdi></small
              ><input type="file" name="pdf" accept="application/pdf" required
            /></label>
            <p class="row"><button class="plain">${t.handIn}</button></p>`,
          html` enctype="multipart/form-data"`,
        )
      }
    </li>`;
  };
  const toDo = topics.filter(mayHandIn).length;
  return part(
    view,
    html`<h3>${t.title}</h3>`,
    html`<ul>
      ${topics.map(item)}
    </ul>`,
    toDo > 0 ? t.toHandIn({ count: toDo }) : null,
  );
}

/**
 * What a student did in each course: attendance, what was taught lately, what the course asks for, and the certificate;
 * in words.
 */
function progressSection(view: View, { student_id }: ShownStudent): Part {
  const t = textsIn(view).progress;
  const words = textsIn(view).attendance;
  const ofStudent = (one: { readonly student_id: number }) => one.student_id === student_id;
  const studies = view.shown.studies.filter(ofStudent);
  const courses = view.shown.courses.filter(ofStudent);
  const item = (study: (typeof studies)[number]) => {
    const { course_id, course_name, certificate_id, certificate_number } = study;
    const { present, recorded, percent, accepted, asked, tested, portions, rule, ...state } =
      progressOf(study);
    const { registration_status: status } = state;
    const done = isFinished(status);
    // Absent: a course that they have left, with a certificate.
    const now = courses.find((one) => one.course_id === course_id);
    const lessons = view.shown.lessons.filter(
      (one) => ofStudent(one) && one.class_id === (now?.class_id ?? null),
    );
    const isWaiting = now?.class_id === null;
    return html`<li>
      <p><bdi>${now?.class_name ? pairOf(now.class_name, course_name) : course_name}</bdi></p>
      ${
        !(isWaiting && percent === null) &&
        html`<p>
          ${now !== undefined && strip(now.marks)}
          ${percent === null ? t.noMarks : t.attendance({ present, recorded, percent })}${!done && rule.attendance !== null && html`. ${t.needsAttendance({ percent: rule.attendance })}`}
        </p>`
      }
      ${now !== undefined && now.absent > 0 && html`<p class="soft">${words.absent(now)}</p>`}
      ${
        (asked > 0 || accepted > 0 || rule.homework !== null) &&
        html`<p>
          ${t.homework({ accepted, asked })}${!done && rule.homework !== null && html`. ${t.needsHomework({ count: rule.homework })}`}
        </p>`
      }
      ${portions > 0 && html`<p>${t.portions({ passed: tested, portions })}${!done && rule.portions && html`. ${t.needsPortions}`}</p>`}
      ${
        done
          ? html`<p>
              <strong>${t.finished({ status: valueTexts(view.language).registration[status] })}</strong>
            </p>`
          : state.fulfils === true && html`<p><strong>${t.fulfilled}</strong></p>`
      }
      ${lessons.map(
        (one) =>
          html`<p>
            ${lessonWords(view, one)}${one.is_absent && html` <span class="soft">${words.wasAbsent}</span>`}
          </p>`,
      )}
      ${
        certificate_id !== null &&
        form(
          view,
          'certificate',
          html`${hidden('certificate', certificate_id)}<button>
              ${t.certificate({ number: certificate_number ?? '' })}
            </button>`,
        )
      }
    </li>`;
  };
  if (studies.length === 0) return null;
  return part(
    view,
    html`<h3>${t.title}</h3>`,
    html`<ul>
        ${studies.map(item)}
      </ul>
      <div class="row">
        ${form(view, 'transcript', html`${hidden('student', student_id)}<button class="plain">${t.transcript}</button>`)}
      </div>`,
    courses.some(({ marks }) => marks !== '') ? courses.map(({ marks }) => strip(marks)) : null,
  );
}

/** The name of a time in forms. */
export const timeKey = ({ examiner_id, starts_at }: Pick<OpenTime, 'examiner_id' | 'starts_at'>): string =>
  `${examiner_id}.${starts_at}`;

/** Free times by day, on the student's clock. One press opens them all, as the phone shows such a choice. */
function timeField(view: View, zone: string, times: readonly OpenTime[]): Html {
  const t = textsIn(view).tests;
  const days = Map.groupBy(times, ({ starts_at }) => weekdayAt(view.language, zone, starts_at));
  return html`<label
    >${t.time}<select name="time" required>
      <option value="">${t.choose}</option>
      ${Array.from(
        days,
        ([day, ofDay]) =>
          html`<optgroup label="${day}">
            ${ofDay.map(
              (one) =>
                html`<option value="${timeKey(one)}">
                  ${timeIn(view.language, zone, one.starts_at, one.ends_at)},
                  ${t.with({ examiner: one.examiner_name })}
                </option>`,
            )}
          </optgroup>`,
      )}
    </select></label
  >`;
}

function testItem(view: View, { zone }: ShownStudent, test: ShownTests['tests'][number]): Html {
  const t = textsIn(view).tests;
  const { result, words, starts_at, ends_at, join_link: link } = test;
  const isAhead = Date.parse(ends_at) > view.now.getTime();
  const when = shortSpanIn(view.language, zone, starts_at, ends_at);
  const change =
    test.mayChange && test.times.length > 0
      ? html`<details>
          <summary>${t.change}</summary>
          ${form(
            view,
            'retest',
            html`${hidden('student', test.student_id)}${hidden('test', test.test_id)}${timeField(view, zone, test.times)}
              <p class="soft">${t.once}</p>
              <p class="row"><button class="plain">${t.change}</button></p>`,
          )}
        </details>`
      : html`<p class="soft">${t.byOffice}</p>`;
  return html`<li>
    <p dir="auto"><bdi>${test.portion_name}</bdi></p>
    <p>${when}, <bdi>${t.with({ examiner: test.examiner_name })}</bdi></p>
    ${result !== null && html`<p><strong>${t.results[result]}</strong></p>`}${words !== '' && html`<p class="note" dir="auto">${words}</p>`}${result === null && !isAhead && html`<p class="soft">${t.waits}</p>`}${
      result === null &&
      isAhead &&
      html`${link !== null && html`<p class="row"><a class="button" href="${link}" rel="noreferrer noopener" aria-label="${t.join}: ${test.portion_name}, ${when}">${t.join}</a></p>`}${change}`
    }
  </li>`;
}

function testsSection(view: View, student: ShownStudent): Part {
  const t = textsIn(view).tests;
  return view.shown.tests
    .filter(({ student_id }) => student_id === student.student_id)
    .map(({ course_name, tests, open, times }) =>
      part(
        view,
        html`<h3>${t.title} · <bdi>${course_name}</bdi></h3>`,
        html`<p class="soft">
            ${textsIn(view).meetings.clock({ zone: clockName(view.language, student.zone, view.now) })}
          </p>
          <ul>
            ${tests.map((one) => testItem(view, student, one))}${
              open.length > 0 &&
              html`<li>
                ${
                  times.length === 0
                    ? html`<p>${t.noTime}</p>`
                    : form(
                        view,
                        'test',
                        html`${hidden('student', student.student_id)}<label
                            >${t.portion}<select name="portion">
                              ${open.map(({ portion_id, name }) => html`<option value="${portion_id}">${name}</option>`)}
                            </select></label
                          >${timeField(view, student.zone, times)}
                          <p class="row"><button>${t.book}</button></p>`,
                      )
                }
              </li>`
            }
          </ul>`,
      ),
    );
}

/** Leads to the page of a payment service: what is due of a student, or of all for whom the reader pays. */
function payForm(view: View, offer: PayOffer, studentId: number | null): Part {
  const { currency, service, isTest, parts, awaited } = offer;
  const t = textsIn(view).pay;
  const own = parts.filter(({ student_id }) => studentId === null || student_id === studentId);
  if (own.length === 0) return null;
  const amount = moneyIn(
    view.language,
    sumOf(
      own.map(({ due }) => due),
      currency,
    ),
    currency,
  );
  const press = html`${form(
      view,
      'pay',
      html`${hidden('currency', currency)}${studentId !== null && hidden('student', studentId)}
        <p class="row"><button>${t.now({ amount })}</button></p>`,
    )}
    <p class="soft">${t.at({ service: payServiceNames[service] })}</p>
    ${isTest && html`<p class="bad"><strong>${t.test}</strong></p>`}`;
  // Who has paid must not find a button that asks for it again.
  return own.some(({ student_id }) => awaited.has(student_id))
    ? html`<p class="note">${t.awaited} <a href="${view.address}">${t.again}</a></p>
        <details>
          <summary>${t.notYet}</summary>
          ${press}
        </details>`
    : press;
}

/** For a family, whose parts are folded: all that is due in a currency by one press. */
function paySection(view: View): Part {
  const t = textsIn(view).pay;
  const { offers, students } = view.shown;
  if (offers.length === 0 || students.length < 2) return null;
  const nameOf = (id: number) =>
    view.shown.students.find(({ student_id }) => student_id === id)?.fullname ?? '';
  return html`<section class="card" id="pay" aria-labelledby="to-pay">
    <h2 id="to-pay">${t.title}</h2>
    ${offers.map(
      (offer) =>
        html`<ul>
            ${offer.parts.map(
              ({ student_id, course_name, due }) =>
                html`<li>
                  <bdi>${nameOf(student_id)}</bdi>, <bdi>${course_name}</bdi>:
                  ${moneyIn(view.language, due, offer.currency)}
                </li>`,
            )}
          </ul>
          ${payForm(view, offer, null)}`,
    )}
  </section>`;
}

/** Where a payment service sends its payer. It says what the service has told, and nothing about people. */
export function paidView(
  frame: Frame,
  { state, amount, currency, is_test }: Checkout,
  hasLeft: boolean,
): string {
  const t = textsIn(frame);
  const said = state === 'paid' ? t.done.hasPaid : hasLeft ? t.done.notPaid : t.done.paying;
  return documentOf(
    frame,
    t.pay.title,
    html`<p class="note" role="status">${said}</p>
      <p>${moneyIn(frame.language, amount, currency)}</p>
      ${is_test && html`<p class="bad"><strong>${t.pay.test}</strong></p>`}
      ${state === 'open' && !hasLeft && html`<p><a href="">${t.pay.again}</a></p>`}
      <p class="soft">${t.pay.openMail}</p>`,
  );
}

function moneySection(view: View, { student_id, pays }: ShownStudent): Part {
  if (!pays) return null;
  const t = textsIn(view).money;
  const sums = view.shown.sums.filter((one) => one.student_id === student_id);
  if (sums.length === 0) return null;
  const shown = (amount: string, currency: string) => moneyIn(view.language, amount, currency);
  const isSome = (amount: string) => !/^[0.]+$/.test(amount);
  const item = (sum: (typeof sums)[number]) => {
    const line = (label: string, amount: string) =>
      isSome(amount) &&
      html`<dt>${label}</dt>
        <dd>${shown(amount, sum.currency)}</dd>`;
    const parts = view.shown.charges.filter(
      (one) =>
        one.student_id === student_id && one.course_name === sum.course_name && one.currency === sum.currency,
    );
    return html`<li>
      <p><bdi>${sum.course_name}</bdi></p>
      <dl>
        ${line(t.charged, sum.charged)}${line(t.waived, sum.waived)}${line(t.paid, sum.paid)}${line(t.back, sum.back)}${line(t.credit, sum.credit)}
        <dt><strong>${t.open}</strong></dt>
        <dd><strong>${isSome(sum.open) ? shown(sum.open, sum.currency) : t.nothing}</strong></dd>
        ${line(t.dueNow, sum.due)}${line(t.overdue, sum.overdue)}${line(t.later, sum.later)}
      </dl>
      ${parts.map(
        ({ open, due_on, currency, state }) =>
          html`<p class="soft">
            ${shown(open, currency)},
            ${(state === 'overdue' ? t.since : t.due)({ day: dayIn(view.language, due_on) })}
          </p>`,
      )}
    </li>`;
  };
  const sumsOf = (which: 'due' | 'open') =>
    [...Map.groupBy(sums, ({ currency }) => currency)].flatMap(([currency, some]) => {
      const sum = sumOf(
        some.map((one) => one[which]),
        currency,
      );
      return isSome(sum) ? shown(sum, currency) : [];
    });
  const [due, open] = [sumsOf('due'), sumsOf('open')];
  // Who comes by a mail about payments finds what is due in the line that unfolds.
  const waits = due.length > 0 ? `${t.dueNow}: ${due.join(', ')}` : `${t.open}: ${open.join(', ')}`;
  return part(
    view,
    html`<h3>${t.title}</h3>`,
    html`<ul>
        ${sums.map(item)}
      </ul>
      ${
        view.shown.students.length < 2
          ? html`<div id="pay">${view.shown.offers.map((offer) => payForm(view, offer, null))}</div>`
          : view.shown.offers.map((offer) => payForm(view, offer, student_id))
      }`,
    open.length > 0 ? waits : null,
  );
}

function correctSection(view: View, student: ShownStudent): Html {
  const t = textsIn(view).correct;
  const labels = { ...personTexts(view.language), ...t.fields };
  const waiting = (field: CorrectedField) =>
    view.shown.proposals.find((one) => one.person_id === student.student_id && one.field === field);
  const input = (field: CorrectedField) => {
    const proposed = waiting(field);
    const type = { dob: 'date', phone_number: 'tel' }[field as string] ?? 'text';
    return html`<label
      >${labels[field]}${proposed !== undefined && html`<small>${t.waits({ value: proposed.value || t.emptied })}</small>`}<input
        name="${field}"
        type="${type}"
        value="${proposed?.value ?? student.own[field]}"
        maxlength="300"
        dir="auto"
        ${field === 'first_name' && html` required`}
    /></label>`;
  };
  return html`<details class="card">
    <summary>${t.title}</summary>
    <p class="soft">${t.hint}</p>
    ${form(
      view,
      'correct',
      html`${hidden('student', student.student_id)}${correctedFields.map(input)}
        <p class="row"><button class="plain">${t.send}</button></p>`,
      html` autocomplete="off"`,
    )}
  </details>`;
}

function answersSection(view: View, { student_id: id }: ShownStudent): Part {
  const t = textsIn(view).questions;
  const places = view.shown.ownAnswers.filter(({ student_id }) => student_id === id);
  if (places.length === 0) return null;
  const fields = places.map((place) => {
    const inputs = place.questions.map((question) => {
      const name = ownAnswerKey(place, question);
      return html`${hidden('asked', name)}${answerField({
        question,
        name,
        id: `${name}-${id}`,
        value: place.answers[question.question_id] ?? '',
        language: view.language,
        words: t,
      })}`;
    });
    return place.course_name === null
      ? inputs
      : html`<h3 dir="auto">${place.course_name}</h3>
          ${inputs}`;
  });
  return html`<details class="card">
    <summary>${t.title}</summary>
    ${form(
      view,
      'answer',
      html`${hidden('student', id)}${fields}
        <p class="row"><button class="plain">${t.save}</button></p>`,
      html` autocomplete="off"`,
    )}
  </details>`;
}

/** What waits for a word stands open. */
function consentsSection(view: View, { student_id: id, reader_id: by, zone }: ShownStudent): Part {
  const t = textsIn(view).consents;
  const all = view.shown.consents.filter(({ student_id }) => student_id === id);
  if (all.length === 0) return null;
  const items = all.map((one) => {
    const { purpose, terms, last } = one;
    const day = last === null ? '' : momentIn(view.language, zone, last.said_at);
    const who = last?.said_by ?? '';
    const name = `name-${purpose}-${id}`;
    const button = (agreed: 'yes' | 'no', words: string) =>
      form(
        view,
        'consent',
        html`${hidden('student', id)}${hidden('purpose', purpose)}${hidden('agreed', agreed)}${hidden('terms', terms?.terms_id ?? '')}${
            agreed === 'yes' &&
            purpose === 'child_data' &&
            by === id &&
            html`<label for="${name}">${t.name}</label
              ><input id="${name}" name="name" maxlength="200" autocomplete="name" required />`
          }
          <p class="row"><button class="plain">${words}</button></p>`,
      );
    return html`<li>
      ${terms === null ? html`<p>${consentTexts(view.language).kinds[purpose]}</p>` : termsPart(view.language, terms)}
      <p class="soft">
        ${last === null ? t.never : (last.agreed ? t.agreed : t.withdrawn)({ day, who })}
        ${last !== null && isAsked(one) && html` ${t.anew}`}
      </p>
      ${terms !== null && (isAsked(one) || last?.agreed === false) && button('yes', t.agree)}
      ${last?.agreed === true && button('no', t.withdraw)}
    </li>`;
  });
  return html`<details class="card" ${all.some(isAsked) && html` open`}>
    <summary>${t.title}</summary>
    <ul id="${consentsId(id)}">
      ${items}
    </ul>
  </details>`;
}

function wishSections(view: View, { student_id: id, zone }: ShownStudent): Part {
  const t = textsIn(view).wish;
  return view.shown.ownWishes
    .filter(({ student_id }) => student_id === id)
    .map((own) => {
      const wish = wishOf(own.wish);
      const codes = (wish?.languages ?? []).flatMap((name) => spokenCode(name) ?? []);
      const isElsewhere = wish !== null && wish.zone !== zone;
      return html`<details class="card">
        <summary>
          <h3>${t.title({ course: own.course_name })}</h3>
          ${(wish === null || wish.hours.length === 0) && html`<span class="soft">${t.none}</span>`}
        </summary>
        <p class="soft">${t.hint({ zone: clockName(view.language, zone, view.now) })}</p>
        ${isElsewhere && html`<p class="note">${t.moved({ zone: clockName(view.language, wish.zone, view.now) })}</p>`}
        ${form(
          view,
          'wish',
          html`${hidden('student', id)}${hidden('course', own.course_id)}${hidden('clock', zone)}${weekField(view.language, wish?.hours ?? [])}
            <fieldset>
              <legend>${t.languages}</legend>
              ${languageTicks(view.language, codesToTick(view.provider, own), codes)}
            </fieldset>
            <p class="row"><button class="plain">${t.save}</button></p>`,
          html` autocomplete="off"`,
        )}
      </details>`;
    });
}

const placesSection = (view: View, { student_id, zone }: ShownStudent): Part =>
  view.shown.places
    .filter((one) => one.student_id === student_id)
    .map((place) => nextTermCard(view, zone, place));

const studentPart = (view: View, student: ShownStudent): Html =>
  html`<h2 dir="auto"><bdi>${student.fullname}</bdi></h2>
    ${placesSection(view, student)}${meetingsSection(view, student)}${testsSection(view, student)}${homeworkSection(view, student)}${progressSection(view, student)}${moneySection(view, student)}${wishSections(view, student)}${consentsSection(view, student)}${answersSection(view, student)}${correctSection(view, student)}`;

function receiptsSection(view: View): Part {
  const t = textsIn(view).money;
  const { receipts } = view.shown;
  if (receipts.length === 0) return null;
  return part(
    view,
    html`<h2>${t.receipts}</h2>`,
    html`<ul>
      ${receipts.map(
        ({ receipt_id, number, paid_on, amount, currency, courses }) =>
          html`<li>
            <p>${moneyIn(view.language, amount, currency)}, ${dayIn(view.language, paid_on)}</p>
            <p class="soft"><bdi>${courses}</bdi></p>
            ${form(view, 'receipt', html`${hidden('receipt', receipt_id)}<button class="plain">${t.download({ number })}</button>`)}
          </li>`,
      )}
    </ul>`,
  );
}

function replySection(view: View): Part {
  const t = textsIn(view).reply;
  const { students, courses } = view.shown;
  const isTaught = courses.every(({ class_id, has_teacher }) => class_id === null || has_teacher);
  const places = courses.flatMap(({ student_id, class_id, class_name, course_name }) => {
    const student = students.find((one) => one.student_id === student_id);
    return class_id === null || student === undefined
      ? []
      : [
          {
            key: `${student_id}.${class_id}`,
            name: `${student.fullname}: ${pairOf(class_name ?? '', course_name)}`,
          },
        ];
  });
  if (places.length === 0) return null;
  return part(
    view,
    html`<h2>${isTaught ? t.title : t.titleOffice}</h2>`,
    form(
      view,
      'reply',
      html`<label
          >${t.class}<select name="place">
            ${places.map(({ key, name }) => html`<option value="${key}">${name}</option>`)}
          </select></label
        ><label
          >${t.label}<small>${t.hint}</small
          ><textarea name="body" maxlength="1000" required dir="auto"></textarea>
        </label>
        <p class="row"><button>${t.send}</button></p>`,
    ),
  );
}

/** The names of all zones, written once: they are the longest part of the page. */
const zones = html`${Intl.supportedValuesOf('timeZone').map((zone) => html`<option value="${zone}"></option>`)}`;

function settingsSection(view: View): Html {
  const t = textsIn(view).settings;
  const { students } = view.shown;
  const languages = view.provider.languages.map(
    (one) =>
      html`<option value="${one}" ${one === view.page.language && html` selected`} lang="${one}">
        ${languageRows[one].name}
      </option>`,
  );
  const zoneOf = ({ student_id, fullname, timezone, zone }: ShownStudent) =>
    html`<label for="zone-${student_id}">${t.zone({ name: fullname })}</label
      ><input
        id="zone-${student_id}"
        name="zone-${student_id}"
        list="zones"
        value="${timezone}"
        placeholder="${t.zoneOwn({ zone })}"
        autocomplete="off"
      />`;
  const wanted = unwantedMails.map(
    (one) =>
      html`<label class="check"
        ><input
          type="checkbox"
          name="wanted"
          value="${one}"
          ${!view.page.unwanted.includes(one) && html` checked`}
        />${t[one]}</label
      >`,
  );
  const hasTerms = view.shown.consents.filter(({ purpose }) => purpose === 'photos');
  const photos = students.flatMap(({ student_id, fullname, allows_photos }) =>
    hasTerms.some((one) => one.student_id === student_id)
      ? []
      : html`${hidden('photo', String(student_id))}<label class="check"
            ><input
              type="checkbox"
              name="photos"
              value="${student_id}"
              ${allows_photos && html` checked`}
            />${t.photosOf({ name: fullname })}</label
          >`,
  );
  const numbers = view.shown.numbers.map(
    ({ number, has_agreed }) =>
      html`${hidden('number', number)}<label class="check"
          ><input
            type="checkbox"
            name="whatsapp"
            value="${number}"
            ${has_agreed && html` checked`}
          />${t.whatsapp}<bdi dir="ltr">+${number}</bdi></label
        >`,
  );
  return html`<details class="card">
    <summary>${t.title}</summary>
    ${form(
      view,
      'settings',
      html`<label
          >${t.language}<select name="language">
            <option value="">${t.anyLanguage}</option>
            ${languages}
          </select></label
        >${students.map(zoneOf)}<datalist id="zones">${zones}</datalist>
        <fieldset class="card">
          <legend>${t.mails}</legend>
          ${wanted}
          <p class="soft">${t.always}</p>
        </fieldset>
        ${
          photos.length > 0 &&
          html`<fieldset class="card">
            <legend>${t.photos}</legend>
            ${photos}
          </fieldset>`
        }
        ${
          numbers.length > 0 &&
          html`<fieldset class="card">
            <legend>WhatsApp</legend>
            ${numbers}
            <p class="soft">${t.whatsappHint}</p>
          </fieldset>`
        }
        <p class="row"><button>${t.save}</button></p>`,
    )}
    <div class="row">${form(view, 'forget', html`<button class="plain">${t.forget}</button>`)}</div>
  </details>`;
}

/** Asks about the people who were written with the mailbox without a proof. Their first name is all that it tells. */
function askedSection(view: View): Part {
  const t = textsIn(view).mine;
  return view.shown.asked.map(
    ({ person_id, first_name }) =>
      html`<section class="card" aria-labelledby="mine-${person_id}">
        <h2 id="mine-${person_id}" dir="auto">${t.title({ name: first_name })}</h2>
        <p class="soft">${t.hint}</p>
        <div class="row">
          ${form(view, 'mine', html`${hidden('person', person_id)}${hidden('answer', 'yes')}<button>${t.yes}</button>`)}
          ${form(view, 'mine', html`${hidden('person', person_id)}${hidden('answer', 'no')}<button class="plain">${t.no}</button>`)}
        </div>
      </section>`,
  );
}

/** The other languages of the provider, each in its own letters. */
function languagesRow(view: View): Part {
  const others = view.provider.languages.filter((one) => one !== view.language);
  return (
    others.length > 0 &&
    form(
      view,
      'language',
      html`<p class="row">
        ${others.map((one) => html`<button class="plain" name="language" value="${one}" lang="${one}">${languageRows[one].name}</button>`)}
      </p>`,
      html` class="languages"`,
    )
  );
}

/** What is to be paid for the place that was just kept. */
function toPayOf({ place, language }: View): Part {
  const t = pageTexts(language).nextTerm;
  if (place === null) return null;
  const { is_due: isDue, price } = place;
  return isDue ? t.due : price && t.howToPay({ amount: moneyIn(language, price.amount, price.currency) });
}

/** The page of a confirmed device. */
export function pageView(view: View): string {
  const t = textsIn(view);
  const { students, isWaiting } = view.shown;
  const done =
    view.done !== null && html`<p class="note" role="status">${t.done[view.done]} ${toPayOf(view)}</p>`;
  const waiting = isWaiting && html`<p class="note">${t.mine.waiting}</p>`;
  if (students.length === 0) {
    return documentOf(view, t.title, html`${done}${waiting}${askedSection(view)}`);
  }
  const content = html`${languagesRow(view)}${done}${waiting}${askedSection(view)}${paySection(view)}${students.map((one) => studentPart(view, one))}${receiptsSection(view)}${replySection(view)}${settingsSection(view)}`;
  return documentOf(view, t.title, content);
}
