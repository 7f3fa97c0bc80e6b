import { dayIn, momentIn, weekIn } from '#server/channels/mail/templates/event-times.ts';
import { moneyIn } from '#server/channels/mail/templates/money.ts';
import { html } from '#server/pages/html.ts';
import type { Html } from '#server/pages/html.ts';
import type { Frame } from '#server/pages/page.ts';
import type { OfferedPlace } from '../continuations/queries.ts';
import { firstMeetings } from '../continuations/tell-term.ts';
import { form, hidden } from './form.ts';
import type { Forms } from './form.ts';
import { pageTexts } from './texts.ts';

/** Where the page asks for the consents of a student. */
export const consentsId = (studentId: number) => `consents-${studentId}`;

/** A place in the next term: one press keeps it, in this or another class with a free place, or gives it back. */
export function nextTermCard(view: Frame & Forms, zone: string, place: OfferedPlace): Html {
  const t = pageTexts(view.language).nextTerm;
  const { course_name: course, start_date, until, classes, class_id, state, needsConsent, price } = place;
  const isWaiting = state === 'waiting';
  const day = dayIn(view.language, until);
  const held = classes.find((one) => one.class_id === class_id);
  const first = held?.first_at ?? null;
  const there = held?.times[0]?.zone;
  // The class of the place is gone, or there never was one.
  const isOpen = isWaiting && class_id === null;
  const choices = classes.map(({ class_id: id, class_name, times }) => {
    const week = firstMeetings(times, start_date);
    return html`<option value="${id}">
      ${week.length > 0 && `${weekIn(view.language, zone, week)} · `}${class_name}
    </option>`;
  });
  const press = (value: string, label: string, look: string) =>
    html`<button name="do" value="${value}" class="${look}">${label}</button>`;
  return html`<section class="card">
    <h3>${t.title}</h3>
    <p dir="auto">${isWaiting ? t.kept({ course, day }) : t.given({ course, day })}</p>
    <p class="soft">
      ${
        first === null
          ? t.begins({ day: dayIn(view.language, start_date) })
          : t.first({ at: momentIn(view.language, zone, first) })
      }
    </p>
    ${
      held !== undefined &&
      there !== undefined &&
      there !== zone &&
      html`<p class="soft">
        ${t.ofClass({ week: weekIn(view.language, there, firstMeetings(held.times, start_date)) })}
      </p>`
    }
    ${price !== null && html`<p class="soft">${t.price({ amount: moneyIn(view.language, price.amount, price.currency) })}</p>`}
    ${needsConsent && html`<p>${t.consentFirst} <a href="#${consentsId(place.student_id)}">${t.agree}</a></p>`}
    ${
      isOpen || choices.length > 0
        ? form(
            view,
            'place',
            html`${hidden('place', place.continuation_id)}<label
                >${t.class}<select name="class">
                  ${isOpen && html`<option value="">${t.noClass}</option>`}${choices}
                </select></label
              >
              <p class="row">
                ${!needsConsent && press('keep', isWaiting ? t.keep : t.take, '')}${isWaiting && press('decline', t.decline, 'plain')}
              </p>`,
          )
        : html`<p>${t.full}</p>`
    }
  </section>`;
}
