import { hoursOfWeek } from '@gurukul/contract/shared/week-hours';
import { localeOf } from '#server/channels/mail/templates/money.ts';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { html } from './html.ts';
import type { Html } from './html.ts';

/* The hours of a week to tick, on pages without script. */

const name = 'hour';

/** What was ticked, from Monday 00:00 on. */
export const hoursIn = (form: FormData): number[] => {
  const ticked = new Set(form.getAll(name));
  return Array.from({ length: hoursOfWeek }, (_, hour) => hour).filter((hour) => ticked.has(String(hour)));
};

const days = [0, 1, 2, 3, 4, 5, 6];
const dayHours = Array.from({ length: 24 }, (_, hour) => hour);

/** A row for each hour, a column for each day. */
export function weekField(language: PortalLanguage, ticked: readonly number[]): Html {
  const namesOf = (weekday: 'short' | 'long') => {
    const format = new Intl.DateTimeFormat(localeOf(language), { weekday, timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    return days.map((day) => format.format(Date.UTC(2024, 0, 1 + day)));
  };
  const long = namesOf('long');
  return html`<table class="week">
    <tr>
      <td></td>
      ${namesOf('short').map((day) => html`<th scope="col">${day}</th>`)}
    </tr>
    ${dayHours.map((hour) => {
      const clock = `${String(hour).padStart(2, '0')}:00`;
      return html`<tr>
        <th scope="row">${clock}</th>
        ${days.map((day) => {
          const value = day * 24 + hour;
          return html`<td>
            <input
              type="checkbox"
              name="${name}"
              value="${value}"
              aria-label="${long[day]!} ${clock}"
              ${ticked.includes(value) && html`checked`}
            />
          </td>`;
        })}
      </tr>`;
    })}
  </table>`;
}

/** Ticks of languages by their codes. */
export function languageTicks(
  language: PortalLanguage,
  codes: readonly string[],
  ticked: readonly string[],
): Html {
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'language' });
  return html`${codes.map(
    (code) =>
      html`<label class="check"
        ><input
          type="checkbox"
          name="spoken"
          value="${code}"
          ${ticked.includes(code) && html`checked`}
        /><span>${names.of(code) ?? code}</span></label
      >`,
  )}`;
}

/** Those of these codes that were ticked. */
export const languagesIn = (form: FormData, codes: readonly string[]): string[] => {
  const ticked = new Set(form.getAll('spoken'));
  return codes.filter((code) => ticked.has(code));
};
