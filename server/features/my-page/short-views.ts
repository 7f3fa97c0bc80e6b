import type { UnwantedMail } from '@gurukul/contract/my-page';
import { stateOf } from '../certificates/queries.ts';
import type { VerifiedCertificate } from '../certificates/queries.ts';
import { dayIn } from '#server/channels/mail/templates/event-times.ts';
import { html } from '#server/pages/html.ts';
import type { Frame } from '#server/pages/page.ts';
import { documentOf } from '#server/pages/page.ts';
import { pageTexts } from './texts.ts';
import { masked } from './written-addresses.ts';
import type { Refusable } from './written-addresses.ts';

/* The pages of My page that show no family: links that ended, codes, certificates, and mails that are not wanted. */

const textsIn = ({ language }: Frame) => pageTexts(language);

/** The same for links that never were, have ended or were revoked. */
export const goneView = (frame: Frame): string => {
  const t = textsIn(frame);
  return documentOf(frame, t.gone, html`<p>${t.goneWhy}</p>`);
};

/** Refuses something; `back`: the address of the page. */
export const failedView = (frame: Frame, back: string, why: string): string => {
  const t = textsIn(frame);
  return documentOf(
    frame,
    t.failed.title,
    html`<p class="bad" role="alert">${why}</p>
      <p><a class="button" href="${back}">${t.failed.back}</a></p>`,
  );
};

/** What anybody reads who has the paper of a certificate. `found`: null, there is none with this code. */
export function verifyView(frame: Frame, found: VerifiedCertificate | null): string {
  const t = textsIn(frame).verify;
  if (found === null) return documentOf(frame, t.notFound, html`<p>${t.notFoundWhy}</p>`);
  const { name, course_name, on_day } = found;
  const state = stateOf(found);
  return documentOf(
    frame,
    t.title,
    html`<p class="${state === 'valid' ? 'note' : 'note bad'}" role="status">${t[state]}</p>
      ${
        state !== 'erased' &&
        html`<section>
          <dl>
            <dt>${t.name}</dt>
            <dd dir="auto">${name}</dd>
            <dt>${t.course}</dt>
            <dd dir="auto">${course_name}</dd>
            <dt>${t.day}</dt>
            <dd>${dayIn(frame.language, on_day)}</dd>
          </dl>
        </section>`
      }`,
  );
}

/** Where a link in a mail leads that stops mails of a topic. Only its button changes anything. */
export function stopView(frame: Frame, topic: UnwantedMail, isStopped: boolean): string {
  const t = textsIn(frame);
  const words = t.stop[topic];
  return documentOf(
    frame,
    words.title,
    html`<p role="status">${isStopped ? words.off : words.on}</p>
      <form method="post">
        <input type="hidden" name="wanted" value="${isStopped ? 'yes' : 'no'}" />
        <p class="row"><button>${isStopped ? words.again : words.stop}</button></p>
      </form>
      <p class="soft">${t.settings.always}</p>`,
  );
}

/** Where a mail leads that tells of a written address. Only its button refuses it. */
export function refuseView(frame: Frame, asked: Refusable | null, isRefused: boolean): string {
  const t = textsIn(frame).refuse;
  if (isRefused) return documentOf(frame, t.title, html`<p class="note" role="status">${t.refused}</p>`);
  if (asked === null) return documentOf(frame, t.title, html`<p>${t.over}</p>`);
  const { name, added, removed } = asked;
  return documentOf(
    frame,
    t.title,
    html`<div class="card">
      ${added.length > 0 && html`<p>${t.added({ name, addresses: added.join(', ') })}</p>`}${removed.length > 0 && html`<p>${t.removed({ name, addresses: removed.join(', ') })}</p>`}
      <p class="soft">${t.hint}</p>
      <form method="post">
        <p class="row"><button>${t.button}</button></p>
      </form>
    </div>`,
  );
}

/** Asks a new device for a code. `challenge`: one was mailed. */
export function codeView(
  frame: Frame,
  {
    address,
    mailbox,
    challenge = null,
    wrong = false,
    tooMany = false,
    isKept = false,
  }: {
    readonly address: string;
    readonly mailbox: string;
    readonly challenge?: string | null;
    readonly wrong?: boolean;
    readonly tooMany?: boolean;
    /** There is no mail server: the code goes no further than the outbox. */
    readonly isKept?: boolean;
  },
): string {
  const t = textsIn(frame).code;
  const to = masked(mailbox);
  const send = (label: string, look: string) =>
    html`<form method="post" action="${address}/code"><button class="${look}">${label}</button></form>`;
  const trouble = tooMany ? t.tooMany : wrong ? t.wrong : null;
  const alert = trouble !== null && html`<p class="bad" role="alert">${trouble}</p>`;
  const content =
    challenge === null
      ? html`${alert}
          <p>${t.why({ mailbox: to })}</p>
          ${send(t.send, '')}`
      : html`${alert || html`<p role="status">${isKept ? t.kept : t.sent({ mailbox: to })}</p>`}
          <form method="post" action="${address}/open" autocomplete="off">
            <input type="hidden" name="challenge" value="${challenge}" /><label for="code">${t.label}</label
            ><input
              class="code"
              id="code"
              name="code"
              inputmode="numeric"
              autocomplete="one-time-code"
              maxlength="20"
              required
              autofocus
            />
            <p class="row"><button>${t.open}</button></p>
          </form>
          ${send(t.again, 'plain')}`;
  return documentOf(frame, t.title, html`<div class="card">${content}</div>`);
}
