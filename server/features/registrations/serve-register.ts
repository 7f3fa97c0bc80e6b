import { mostLearners, registerPath } from '@gurukul/contract/registrations';
import { toMils } from '@gurukul/contract/shared/money/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import type { Config } from '#server/config.ts';
import { askedAt, listQuestions } from '#server/db/questions.ts';
import { run } from '#server/db/rows.ts';
import { presentTerms } from '#server/db/terms.ts';
import { retryWhileTaken } from '#server/db/turns.ts';
import { inTransaction } from '#server/db/tx.ts';
import { problemFor } from '#server/http/answers/error-answers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { count, day, hour } from '#server/http/limits/counters.ts';
import { networkOf } from '#server/http/limits/network.ts';
import type { Throttles } from '#server/http/limits/throttle.ts';
import { refuseEncodedBody } from '#server/http/requests/body.ts';
import { nameRequest } from '#server/http/requests/name-request.ts';
import { readCode } from '#server/pages/codes.ts';
import { acceptForms, refuseOtherSites, textIn } from '#server/pages/forms.ts';
import { html } from '#server/pages/html.ts';
import type { Part } from '#server/pages/html.ts';
import { documentOf, frameFor, sendPage } from '#server/pages/page.ts';
import type { KnownProvider } from '#server/provider/known-provider.ts';
import { hashSecret } from '#server/secrets.ts';
import { findNumbered } from '../catalogue/queries.ts';
import { openView } from '../catalogue/serve-catalogue.ts';
import type { OfCatalogue } from '../catalogue/serve-catalogue.ts';
import { linkTo, notFoundView, registerPathOf } from '../catalogue/view.ts';
import { beginCheckout } from '../checkouts/begin.ts';
import { phoneCountries } from '../likeness/phone-countries.ts';
import { pageTexts } from '../my-page/texts.ts';
import { fieldOf, noLearner, readFamily, readTyped, termsErrors } from './form.ts';
import type { Family, FormErrors, Known, TypedForm } from './form.ts';
import { dropForm, endForm, findForm, keepForm, proveForm, renewCode, typedOf } from './forms.ts';
import type { KeptForm } from './forms.ts';
import { listToPay, payersOf } from './pay.ts';
import { takeFamily } from './take.ts';
import { codeView, codesOf, doneView, formView, notTakenView, registrationTexts } from './view.ts';
import type { RegisterView } from './view.ts';

export interface ServeRegisterOptions {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly throttles: Throttles;
  readonly provider: KnownProvider;
  readonly mail: Mailer;
  readonly now?: () => Date;
}

type RegisterRequest = FastifyRequest<OfCatalogue>;

/** A form of all learners, each field as long as anybody means it. */
const mostBytes = 200_000;

/** Mails with a code: many families share a network, and nobody fills the mailbox of another. */
const most = { ofNetworkPerHour: 100, ofMailboxPerHour: 5, ofMailboxPerDay: 20 };

async function mayMailCode(pool: pg.Pool, mailbox: string, network: string): Promise<boolean> {
  const box = hashSecret(mailbox).toString('base64url').slice(0, 22);
  const windows = [
    [{ key: `register:net-${network}`, seconds: hour }, most.ofNetworkPerHour],
    [{ key: `register:hour-${box}-${network}`, seconds: hour }, most.ofMailboxPerHour],
    [{ key: `register:day-${box}`, seconds: day }, most.ofMailboxPerDay],
  ] as const;
  for (const [window, limit] of windows) if ((await count(pool, window)) > limit) return false;
  return true;
}

const isFamily = (read: Family | FormErrors): read is Family => 'mailbox' in read;

const firstForm: TypedForm = {
  name: '',
  mailbox: '',
  phone: '',
  isSelf: false,
  price: '',
  learners: [noLearner],
  agreed: [],
};

/**
 * Serves `/register/{slug}` as plain HTML with forms: a form for a family, the code of its mailbox, and it is done. What
 * it answers is the same whether anybody is known or not.
 */
export async function serveRegister(app: FastifyInstance, options: ServeRegisterOptions): Promise<void> {
  const { config, pool, throttles, provider, mail } = options;

  acceptForms(app, { plain: mostBytes });
  app.addHook('onRequest', async (request, reply) => {
    reply
      // A browser that goes back to an answer to a form must still have it.
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('referrer-policy', 'no-referrer');
    refuseEncodedBody(request);
    await throttles.visitor(request.ip);
  });
  app.setErrorHandler<Error>(async (error, request, reply) => {
    const { status, code } = problemFor(error, request, reply);
    const frame = await frameFor({ provider }, request, null);
    if (status === 404) return sendPage(reply, frame, notFoundView(frame), 404);
    const t = registrationTexts(frame.language);
    const why =
      { too_many: t.busy, too_large: t.tooLong, not_allowed: t.notOurs }[code as string] ?? t.failed;
    const text = html`<p class="note bad" role="alert">${why}</p>`;
    return sendPage(reply, frame, documentOf(frame, t.overTitle, text), status);
  });

  async function open(request: RegisterRequest): Promise<RegisterView> {
    const view = await openView(options, request);
    const offered = view.provider.registration_open
      ? await findNumbered(pool, config, request.params.slug ?? '')
      : null;
    if (offered === null) throw fail('not_found');
    const { prices } = offered.course;
    const isPaid = prices.some(({ amount }) => toMils(amount) > 0n);
    const questions = askedAt(await listQuestions(pool), 'form');
    return { ...view, offered, prices: isPaid ? prices : [], questions, terms: await presentTerms(pool) };
  }

  const isClosed = ({ offered }: RegisterView) => offered.course.reg_status !== 'opened';

  const askedOf = ({ terms, provider: { child_consent }, now }: RegisterView) => ({
    terms,
    needsConsent: child_consent === 'need',
    year: now.getUTCFullYear(),
  });

  const read = (
    view: RegisterView,
    typed: TypedForm,
    known: Pick<Known, 'classIds' | 'prices' | 'wasSent'>,
  ) =>
    readFamily(typed, {
      ...known,
      languages: codesOf(view),
      countries: phoneCountries('', view.zone, view.provider.time_zone),
      questions: view.questions,
      ...askedOf(view),
    });

  const mailCode = (
    tx: pg.PoolClient,
    view: RegisterView,
    mailbox: string,
    code: string,
    challenge: string,
  ) =>
    mail.enqueue(tx, {
      kind: 'registration_code',
      to: mailbox,
      dedupeKey: `registration_code:${hashSecret(challenge).toString('base64url').slice(0, 22)}`,
      data: { language: view.language, code },
    });

  const isKept = config.smtpUrl === null;
  const busy = (view: RegisterView) => {
    const t = registrationTexts(view.language);
    return html`<p class="note bad" role="alert">${t.busy}</p>`;
  };

  /** The form is whole: a code goes to its mailbox. */
  async function send(request: RegisterRequest, reply: FastifyReply, view: RegisterView, typed: TypedForm) {
    const family = read(view, typed, { classIds: view.offered.classIds, prices: view.prices });
    if (!isFamily(family)) return sendPage(reply, view, formView(view, typed, { errors: family }), 400);
    const { mailbox } = family;
    if (!(await mayMailCode(pool, mailbox, networkOf(request.ip)))) {
      return sendPage(reply, view, formView(view, typed, { note: busy(view) }), 429);
    }
    const challenge = await inTransaction(pool, async (tx) => {
      const made = await keepForm(tx, config, { courseId: view.offered.id, mailbox, typed });
      await mailCode(tx, view, mailbox, made.code, made.challenge);
      return made.challenge;
    });
    return sendPage(reply, view, codeView(view, { mailbox, challenge, isKept }));
  }

  /** Carries out a form whose mailbox is proved, once. */
  const carryOut = (request: RegisterRequest, view: RegisterView, challenge: string) =>
    retryWhileTaken(config.limits.turnWaitSeconds, () =>
      inTransaction(pool, async (tx) => {
        const kept = await findForm(tx, view.offered.id, challenge, true);
        if (kept === null || kept.is_done) return kept !== null;
        await nameRequest(tx, request);
        await run(
          tx,
          sql`select set_config('gurukul.person', '', true), set_config('gurukul.call', 'page.register', true)`,
        );
        const typed = typedOf(kept);
        // A class or a price that is gone since is no mistake of theirs: the office finds another.
        const classIds = typed.learners.map(({ group }) => Number(group));
        const { prices } = view;
        const isPrice =
          prices.length === 1 || prices.some(({ country_code }) => country_code === typed.price);
        const family = read(view, typed, { classIds, prices: isPrice ? prices : [], wasSent: true });
        const toPay = isFamily(family)
          ? await takeFamily(tx, mail, {
              courseId: kept.course_id,
              family,
              language: view.language,
              timezone: family.wish?.zone ?? view.chosen.zone ?? '',
              formId: kept.id,
            })
          : null;
        await (toPay === null ? dropForm(tx, kept) : endForm(tx, kept, toPay));
        return toPay !== null;
      }),
    );

  /** The last page, with what is to be paid for who was registered. */
  async function sendDone(
    reply: FastifyReply,
    view: RegisterView,
    challenge: string,
    error: Part = null,
    status = 200,
  ) {
    const kept = await findForm(pool, view.offered.id, challenge);
    const toPay = kept === null || !kept.is_done ? [] : await listToPay(pool, kept);
    // A form that leads to another site is sent by 303, and browsers ask the policy about each step.
    const leads = toPay.length > 0 ? ['https:', ...Object.values(config.payUrls)] : [];
    return sendPage(reply, view, doneView(view, challenge, toPay, error), status, null, leads);
  }

  /** Leads to the page of the payment service. */
  async function pay(
    request: RegisterRequest,
    reply: FastifyReply,
    view: RegisterView,
    { kept, challenge, currency }: { kept: KeptForm; challenge: string; currency: string },
  ) {
    const payers = await payersOf(pool, config, kept);
    const begun =
      payers === null || !/^[A-Z]{3}$/.test(currency)
        ? 'nothing'
        : await beginCheckout(
            {
              pool,
              config,
              provider: view.provider,
              warn: (error) => request.log.warn({ err: error }, 'no checkout'),
            },
            { ...payers, currency },
          );
    if (typeof begun !== 'string') return reply.redirect(begun.url, 303);
    const why = html`<p class="note bad" role="alert">${pageTexts(view.language).pay[begun]}</p>`;
    return sendDone(reply, view, challenge, why, begun === 'away' ? 503 : 409);
  }

  /** What a button of the page with the code does. */
  async function withCode(request: RegisterRequest, reply: FastifyReply, view: RegisterView, form: FormData) {
    const challenge = textIn(form, 'challenge');
    const kept = await findForm(pool, view.offered.id, challenge);
    if (kept === null)
      return sendPage(reply, view, notTakenView(view, isClosed(view) ? 'closed' : 'over'), 410);
    const done = linkTo(view, registerPathOf(view.offered.course));
    const toDone = async () => {
      const now = await findForm(pool, view.offered.id, challenge);
      const which = now === null || now.students.length === 0 ? '1' : challenge;
      return reply.redirect(`${done}${done.includes('?') ? '&' : '?'}done=${which}`, 303);
    };
    if (kept.is_done && textIn(form, 'do') === 'pay') {
      return pay(request, reply, view, { kept, challenge, currency: textIn(form, 'currency') });
    }
    if (kept.is_done) return toDone();
    const step = { mailbox: kept.mailbox, challenge, isKept };
    const wanted = textIn(form, 'do');
    if (!kept.is_proved) {
      if (wanted === 'change') return sendPage(reply, view, formView(view, typedOf(kept), { focus: 'name' }));
      if (wanted === 'again') {
        if (!(await mayMailCode(pool, kept.mailbox, networkOf(request.ip)))) {
          return sendPage(reply, view, codeView(view, { ...step, isBusy: true }), 429);
        }
        const next = await inTransaction(pool, async (tx) => {
          const made = await renewCode(tx, config, challenge);
          if (made !== null) await mailCode(tx, view, kept.mailbox, made.code, made.challenge);
          return made?.challenge ?? challenge;
        });
        return sendPage(reply, view, codeView(view, { ...step, challenge: next }));
      }
      const typed = typedOf(kept);
      const asked = termsErrors(typed, askedOf(view));
      if (asked.size > 0) return sendPage(reply, view, formView(view, typed, { errors: asked }), 409);
      const code = readCode(textIn(form, 'code'));
      // What cannot be a code takes no try.
      const proof = code === null ? 'wrong' : await proveForm(pool, config, { challenge, code });
      if (proof !== 'right') {
        const error = proof === 'over' ? 'tries' : 'code';
        return sendPage(reply, view, codeView(view, { ...step, error }), 403);
      }
    }
    if (await carryOut(request, view, challenge)) return toDone();
    return sendPage(reply, view, notTakenView(view, 'closed'), 409);
  }

  app.get(`${registerPath}/:slug`, async (request: RegisterRequest, reply) => {
    const view = await open(request);
    const done = request.query['done'];
    if (done !== undefined) return sendDone(reply, view, typeof done === 'string' ? done : '');
    if (isClosed(view)) return sendPage(reply, view, notTakenView(view, 'closed'));
    return sendPage(reply, view, formView(view, firstForm));
  });

  app.post<OfCatalogue>(
    `${registerPath}/:slug`,
    {
      bodyLimit: mostBytes,
      onRequest: async (request) => refuseOtherSites(request, config),
    },
    async (request, reply) => {
      const view = await open(request);
      const form = request.body;
      if (!(form instanceof FormData)) throw fail('bad_input');
      if (form.has('challenge')) return withCode(request, reply, view, form);
      if (isClosed(view)) return sendPage(reply, view, notTakenView(view, 'closed'), 409);
      const typed = readTyped(form, view.questions, codesOf(view));
      const wanted = textIn(form, 'do');
      if (wanted === 'add' && typed.learners.length < mostLearners) {
        const more = { ...typed, learners: [...typed.learners, noLearner] };
        const focus = fieldOf(more.learners.length, 'name');
        return sendPage(reply, view, formView(view, more, { focus }));
      }
      const removed = Number(/^remove-(\d)$/.exec(wanted)?.[1] ?? 0);
      if (removed > 0 && typed.learners.length > 1) {
        const fewer = {
          ...typed,
          isSelf: typed.isSelf && removed !== 1,
          learners: typed.learners.filter((_, at) => at + 1 !== removed),
        };
        return sendPage(reply, view, formView(view, fewer, { focus: fieldOf(1, 'name') }));
      }
      return send(request, reply, view, typed);
    },
  );
}
