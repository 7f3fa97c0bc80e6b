import { cataloguePageSize, cataloguePath } from '@gurukul/contract/catalogue';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { nameOfProvider } from '@gurukul/contract/provider';
import { registerPath } from '@gurukul/contract/registrations';
import { offeredZones } from '@gurukul/contract/shared/offered-zones';
import { languageRows } from '@gurukul/contract/shared/words/languages';
import type english from '@gurukul/contract/texts/catalogue-page.en.json';
import { clockName, dayIn, momentIn } from '#server/channels/mail/templates/event-times.ts';
import { localeOf, moneyIn } from '#server/channels/mail/templates/money.ts';
import { sanitizeRichText, wordsOfRichText } from '#server/http/answers/richtext.ts';
import { Html, html } from '#server/pages/html.ts';
import type { Part } from '#server/pages/html.ts';
import { documentOf, offeredLanguages } from '#server/pages/page.ts';
import type { Frame } from '#server/pages/page.ts';
import { inLine } from '#server/plain.ts';
import { translated } from '#server/texts.ts';
import { countryOfZone } from '#server/time/zone-of-place.ts';
import type { OfferedClass, OfferedCourse } from './queries.ts';
import { weekOf } from './week.ts';

export const catalogueTexts = translated<typeof english>('catalogue-page');

/** What the visitor chose stands in the address; null: the language of their browser, the clock of the provider. */
export interface View extends Frame {
  readonly appUrl: string;
  readonly now: Date;
  readonly zone: string;
  readonly chosen: { readonly language: PortalLanguage | null; readonly zone: string | null };
  /** Counted from 1. */
  readonly page: number;
}

/** Classes on the page of a course. */
const classesPerPage = 8;

export const pathOf = ({ slug }: OfferedCourse) => `${cataloguePath}/${encodeURIComponent(slug)}`;

export const registerPathOf = ({ slug }: OfferedCourse) => `${registerPath}/${encodeURIComponent(slug)}`;

/** An address with the choices of the visitor. */
export function linkTo(
  { chosen }: View,
  path: string,
  { language = chosen.language, page = 1 } = {},
): string {
  const query = new URLSearchParams({
    ...(language !== null && { lang: language }),
    ...(chosen.zone !== null && { zone: chosen.zone }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** What search engines read. The page in each language is a page of its own. */
function headOf(view: View, path: string, description: string): Html {
  const address = (language: PortalLanguage | null) => {
    const query = new URLSearchParams({
      ...(language !== null && { lang: language }),
      ...(view.page > 1 && { page: String(view.page) }),
    }).toString();
    return `${view.appUrl}${path}${query && `?${query}`}`;
  };
  const languages = offeredLanguages(view.provider).map(
    (one) => html`<link rel="alternate" hreflang="${one}" href="${address(one)}" />`,
  );
  return html`<meta name="description" content="${description}" /><link
      rel="canonical"
      href="${address(view.chosen.language)}"
    />${languages}<link rel="alternate" hreflang="x-default" href="${address(null)}" />`;
}

/** The choice of another language, by links. */
export const languagesOf = (view: View, path: string): Html =>
  html`<nav class="row" aria-label="${catalogueTexts(view.language).languages}">
    ${offeredLanguages(view.provider).map((language) =>
      language === view.language
        ? html`<span lang="${language}">${languageRows[language].name}</span>`
        : html`<a href="${linkTo(view, path, { language })}" lang="${language}" hreflang="${language}"
            >${languageRows[language].name}</a
          >`,
    )}
  </nav>`;

function pagesOf(view: View, path: string, pages: number): Part {
  if (pages < 2) return null;
  const t = catalogueTexts(view.language);
  const { page } = view;
  return html`<nav class="row">
    ${page > 1 && html`<a rel="prev" href="${linkTo(view, path, { page: page - 1 })}">${t.before}</a>`}
    <span class="soft">${t.pageOf({ page, pages })}</span>
    ${page < pages && html`<a rel="next" href="${linkTo(view, path, { page: page + 1 })}">${t.after}</a>`}
  </nav>`;
}

function beginning({ language, now, zone }: View, { start_date }: OfferedCourse): string {
  const t = catalogueTexts(language);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);
  const day = dayIn(language, start_date);
  return start_date > today ? t.starts({ day }) : t.since({ day });
}

/** In characters. */
const longestExcerpt = 160;

const pictureOf = ({ image_url }: OfferedCourse, { appUrl }: View): Part =>
  image_url !== '' &&
  html`<p><img src="${image_url.slice(appUrl.length)}" alt="" width="320" loading="lazy" /></p>`;

export function listView(view: View, courses: readonly OfferedCourse[], total: number): string {
  const t = catalogueTexts(view.language);
  const lead = t.lead({ provider: nameOfProvider(view.provider) });
  const items = courses.map((course) => {
    const { course_name, description, reg_status, classes } = course;
    const isFull = classes.length > 0 && classes.every(({ free }) => free === 0);
    return html`<section>
      ${pictureOf(course, view)}
      <h2 dir="auto"><a href="${linkTo(view, pathOf(course))}">${course_name}</a></h2>
      <p dir="auto">${inLine(wordsOfRichText(description), longestExcerpt)}</p>
      <p>${beginning(view, course)} · ${t.classCount({ count: classes.length })}</p>
      <p class="soft">${t[reg_status]}${isFull && html` <span class="tag">${t.full}</span>`}</p>
    </section>`;
  });
  const content = html`<p>${lead}</p>
    ${items.length === 0 ? html`<p>${t.none}</p>` : items}
    ${pagesOf(view, cataloguePath, Math.ceil(total / cataloguePageSize))} ${languagesOf(view, cataloguePath)}`;
  return documentOf(view, t.title, content, headOf(view, cataloguePath, lead));
}

function classItem(view: View, course: OfferedCourse, one: OfferedClass): Html {
  const t = catalogueTexts(view.language);
  const { ofClass, own, later } = weekOf(one, course.start_date, view);
  const places =
    one.free === null
      ? null
      : one.free > 0
        ? html`<p>${t.free({ count: one.free })}</p>`
        : html`<p class="tag">${one.waiting > 0 ? t.waiting({ count: one.waiting }) : t.full}</p>`;
  return html`<section>
    <h3 dir="auto">${one.class_name}</h3>
    ${one.slots.length === 0 && html`<p>${t.noTime}</p>`}
    ${own !== null && html`<p>${t.yourTime({ week: own })}</p>`}
    ${later !== null && html`<p>${t.later(later)}</p>`}
    ${one.slots.length > 0 && ofClass.map((week) => html`<p class="${own === null ? '' : 'soft'}">${t.classTime({ week })}</p>`)}
    ${
      one.next_at !== null &&
      html`<p class="soft">
        <time datetime="${one.next_at}"
          >${t.next({ when: momentIn(view.language, view.zone, one.next_at) })}</time
        >
      </p>`
    }
    ${places}
  </section>`;
}

/** Written once and without closing tags: they are the longest part of a page. */
const zones = new Html(offeredZones.map((zone) => `<option>${zone}`).join(''));

/** The choice of a clock: a form, since these pages have no script that could ask the device. */
export function clockForm(view: View, path: string): Html {
  const t = catalogueTexts(view.language);
  return html`<form class="card" method="get" action="${path}">
    <p class="soft">${t.now({ zone: clockName(view.language, view.zone, view.now) })}</p>
    ${view.chosen.language !== null && html`<input type="hidden" name="lang" value="${view.chosen.language}" />`}
    <label for="zone">${t.clock}</label
    ><select id="zone" name="zone">
      <option selected>${view.zone}</option>
      ${zones}
    </select>
    <p class="row"><button class="plain">${t.show}</button></p>
  </form>`;
}

export const regionIn = (language: PortalLanguage, code: string): string =>
  (/^[A-Z]{2}$/.test(code) && new Intl.DisplayNames([localeOf(language)], { type: 'region' }).of(code)) ||
  code;

/** That of the country in which the visitor's clock goes stands first. */
function pricesOf({ language, zone }: View, { prices }: OfferedCourse): Part {
  if (prices.length === 0) return null;
  const own = countryOfZone(zone)?.country_code;
  const [first, others] = [
    prices.filter((one) => one.country_code === own),
    prices.filter((one) => one.country_code !== own),
  ];
  return html`<section>
    <h2>${catalogueTexts(language).prices}</h2>
    <dl>
      ${[...first, ...others].map(
        ({ country_code, currency_code, amount }) =>
          html`<dt>${regionIn(language, country_code)}</dt>
            <dd itemprop="offers" itemscope itemtype="https://schema.org/Offer">
              <meta itemprop="category" content="Paid" /><meta itemprop="price" content="${amount}" /><meta
                itemprop="priceCurrency"
                content="${currency_code}"
              />${moneyIn(language, amount, currency_code)}
            </dd>`,
      )}
    </dl>
  </section>`;
}

function curriculumOf({ language }: View, { topics }: OfferedCourse): Part {
  if (topics.length === 0) return null;
  const t = catalogueTexts(language);
  const weeks = [...Map.groupBy(topics, ({ week }) => week)];
  return html`<details class="card">
    <summary><h2>${t.curriculum}</h2></summary>
    <dl>
      ${weeks.map(
        ([week, own]) =>
          html`<dt>${t.week({ week })}</dt>
            <dd dir="auto">${own.map(({ topic_name }) => topic_name).join(', ')}</dd>`,
      )}
    </dl>
  </details>`;
}

const richText = (text: string): Html =>
  html`<div class="text" dir="auto">${new Html(sanitizeRichText(text))}</div>`;

/** The first page is there also without classes. */
export const hasPage = ({ classes }: OfferedCourse, page: number): boolean =>
  page === 1 || (page - 1) * classesPerPage < classes.length;

/** The form for families, if the office takes them by it, and to whom a visitor writes, if somebody reads replies. */
function howToRegister(view: View, course: OfferedCourse): Part {
  const t = catalogueTexts(view.language);
  const { reply_to, registration_open: isOpen } = view.provider;
  const address = `mailto:${encodeURIComponent(reply_to)}?subject=${encodeURIComponent(course.course_name)}`;
  return html`${
    isOpen &&
    html`<p>
      <a class="button" target="_top" href="${linkTo(view, registerPathOf(course))}">${t.goRegister}</a>
    </p>`
  }${reply_to !== '' && html`<p>${isOpen ? t.ask : t.register} <a href="${address}">${reply_to}</a></p>`}`;
}

/** All that does not depend on a class. */
function aboutOf(view: View, course: OfferedCourse): Html {
  const t = catalogueTexts(view.language);
  const { description, what_we_learn, reg_status } = course;
  return html`${pictureOf(course, view)}
    <p class="note">${beginning(view, course)} · ${t[reg_status]}</p>
    ${course.comes_after !== undefined && html`<p dir="auto">${t.comesAfter({ course: course.comes_after })}</p>`}
    ${reg_status === 'opened' && howToRegister(view, course)}
    ${description !== '' && html`<section>${richText(description)}</section>`}
    ${
      what_we_learn !== '' &&
      html`<section>
        <h2>${t.learn}</h2>
        ${richText(what_we_learn)}
      </section>`
    }
    ${curriculumOf(view, course)} ${pricesOf(view, course)}`;
}

export function courseView(view: View, course: OfferedCourse): string {
  const t = catalogueTexts(view.language);
  const { course_name, description, classes, start_date } = course;
  const path = pathOf(course);
  const words = inLine(wordsOfRichText(description), longestExcerpt) || course_name;
  const name = nameOfProvider(view.provider);
  const from = (view.page - 1) * classesPerPage;
  const content = html`<p><a href="${linkTo(view, cataloguePath)}">${t.all}</a></p>
    <div itemscope itemtype="https://schema.org/Course">
      <meta itemprop="name" content="${course_name}" /><meta itemprop="description" content="${words}" />
      <span itemprop="provider" itemscope itemtype="https://schema.org/Organization"
        ><meta itemprop="name" content="${name}" /></span
      ><span itemprop="hasCourseInstance" itemscope itemtype="https://schema.org/CourseInstance"
        ><meta itemprop="courseMode" content="Online" /><meta itemprop="startDate" content="${start_date}"
      /></span>
      ${view.page === 1 && aboutOf(view, course)}
      <h2>${t.classes}</h2>
      ${clockForm(view, path)} ${classes.length === 0 && html`<p>${t.classCount({ count: 0 })}</p>`}
      ${classes.slice(from, from + classesPerPage).map((one) => classItem(view, course, one))}
      ${pagesOf(view, path, Math.ceil(classes.length / classesPerPage))}
    </div>
    ${languagesOf(view, path)}`;
  return documentOf(view, course_name, content, headOf(view, path, words));
}

/** The same for what never was, is not published and has been closed. */
export const notFoundView = (frame: Frame): string => {
  const t = catalogueTexts(frame.language);
  return documentOf(frame, t.notFound, html`<p>${t.notFoundWhy}</p>`);
};

export const failedView = (frame: Frame, why: 'busy' | 'failed'): string => {
  const t = catalogueTexts(frame.language);
  return documentOf(frame, t.title, html`<p class="bad" role="alert">${t[why]}</p>`);
};
