import { pdfBytes } from '@gurukul/contract/files';
import { unwantedMails } from '@gurukul/contract/my-page';
import { nameOfProvider, portalLanguages } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { takesPlace } from '@gurukul/contract/shared/meeting-states';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { inTransaction } from '#server/db/tx.ts';
import { checkTree, refuseEncodedBody } from '#server/http/body.ts';
import { readCookie, writeCookie } from '#server/http/cookies.ts';
import { count, day, hour } from '#server/http/counters.ts';
import { problemFor } from '#server/http/error-answers.ts';
import { nameRequest } from '#server/http/name-request.ts';
import { networkOf } from '#server/http/network.ts';
import { fail } from '#server/http/problem.ts';
import type { Throttles } from '#server/http/throttle.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { isRefuseSignature } from '#server/mail/my-page-link.ts';
import { proveByCode } from '#server/mail/prove.ts';
import type { KnownProvider } from '#server/provider/known-provider.ts';
import type { Pusher } from '#server/push/pusher.ts';
import type { Storage } from '#server/storage/storage.ts';
import { writeCalendar } from '../calendar/write-calendar.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { actAs, deeds } from './deeds.ts';
import { textIn } from './form.ts';
import {
  confirmDevice,
  deviceSeconds,
  findPage,
  findStopPage,
  formToken,
  isCodeRight,
  isFormToken,
  makeCode,
  noteUse,
  readCode,
  setWanted,
} from './pages.ts';
import type { Page } from './pages.ts';
import { listCourses, listMeetingsAhead, readPage, readStudents } from './read.ts';
import { styleOf } from './style.ts';
import { doneKinds } from './texts/en.ts';
import {
  codeView,
  failedView,
  goneView,
  meetingKey,
  meetingsOf,
  pageView,
  refuseView,
  stopView,
  textsOf,
} from './view.ts';
import type { Frame } from './view.ts';
import { findRefusable, refuseAddresses } from './written-addresses.ts';

export interface ServeMyPageOptions {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly throttles: Throttles;
  readonly provider: KnownProvider;
  readonly storage: Storage;
  readonly mail: Mailer;
  readonly push: Pusher;
  readonly now?: () => Date;
}

interface Asked {
  Params: { secret: string };
  Querystring: Record<string, unknown>;
}
type Incoming = FastifyRequest<Asked>;

interface Stopping {
  Params: { topic: string; id: string; signature: string };
}

interface Refusing {
  Params: { person: string; told: string; signature: string };
}

const cookieName = 'me';
const secretPattern = /^[\w-]{43}$/;
const devicePattern = /^[\w-]{43}$/;

/**
 * Mails with a code. Everybody with the link can ask for them, so each network has few for a page, and a page has few of
 * all networks. One more goes out when the last one is older than a code is valid. So a stranger can use up neither the
 * codes of another network nor all of a page, and fills no mailbox.
 */
const most = {
  codesPerHour: 5,
  codesPerDay: 12,
  codesPerNetworkHour: 20,
  codesOfAllPerDay: 60,
  wrongCodesPerDay: 60,
  deedsPerDay: 100,
};
/** In seconds: as long as a code is valid. */
const codeSeconds = 600;

/** Texts of forms are short; only homework is longer. */
const formBytes = 50_000;

function policyFor({ provider: { accent } }: Frame): string {
  return [
    "default-src 'none'",
    `style-src '${styleOf(accent).hash}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Refuses a form that another site sent. Pages without a referrer send the origin `null`. */
function refuseOtherSites({ headers }: FastifyRequest, { appUrl }: Pick<Config, 'appUrl'>): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn =
    origin === undefined ||
    origin === 'null' ||
    origin === appUrl ||
    (URL.canParse(origin) && new URL(origin).host === headers.host);
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw fail('not_allowed');
}

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const read = async (request: FastifyRequest, body: string | Buffer): Promise<FormData> => {
    const contentType = request.headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(Buffer.from(body)), {
      headers: { 'content-type': contentType },
    })
      .formData()
      .catch(() => {
        throw fail('bad_input');
      });
    checkTree(
      [...form.entries()].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    );
    return form;
  };
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: formBytes },
    read,
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: pdfBytes + formBytes },
    read,
  );
}

/** The reader's language by their browser. */
function languageBy(request: FastifyRequest, offered: readonly PortalLanguage[]): PortalLanguage {
  const asked = (request.headers['accept-language'] ?? '').split(',').map((each) => each.trim().slice(0, 2));
  return asked.flatMap((one) => offered.find((language) => language === one) ?? [])[0] ?? offered[0] ?? 'en';
}

async function mayMailCode(pool: pg.Pool, { id }: Page, network: string): Promise<boolean> {
  const windows = [
    [{ key: `my-page-code:net-${network}`, seconds: hour }, most.codesPerNetworkHour],
    [{ key: `my-page-code:hour-${id}-${network}`, seconds: hour }, most.codesPerHour],
    [{ key: `my-page-code:day-${id}-${network}`, seconds: day }, most.codesPerDay],
    [{ key: `my-page-code:all-${id}`, seconds: day }, most.codesOfAllPerDay],
  ] as const;
  let isWithin = true;
  for (const [window, limit] of windows) {
    if ((await count(pool, window)) > limit) {
      isWithin = false;
      break;
    }
  }
  const isNoneGood = (await count(pool, { key: `my-page-code:last-${id}`, seconds: codeSeconds })) === 1;
  return isWithin || isNoneGood;
}

/**
 * Serves `/me/{secret}` as plain HTML with forms. Nothing that a GET does changes what anybody sees: mail scanners and
 * previews open every link.
 */
export async function serveMyPage(app: FastifyInstance, options: ServeMyPageOptions): Promise<void> {
  const { config, pool, throttles, provider, storage, mail, push, now = () => new Date() } = options;
  const hasWhatsApp = config.whatsapp !== null;
  acceptForms(app);

  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('referrer-policy', 'no-referrer');
    refuseEncodedBody(request);
  });

  const frameFor = async (request: FastifyRequest, page: Pick<Page, 'language'> | null): Promise<Frame> => {
    const settings = await provider.read();
    const offered = portalLanguages.filter((one) => settings.languages.includes(one));
    const chosen = offered.find((one) => one === page?.language);
    return { provider: settings, language: chosen ?? languageBy(request, offered) };
  };

  const send = (reply: FastifyReply, frame: Frame, text: string, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', policyFor(frame))
      .header('content-type', 'text/html; charset=utf-8')
      .send(text);

  const addressOf = ({ params }: Incoming) => `/me/${params.secret}`;
  const deviceOf = (request: FastifyRequest) => {
    const device = readCookie(request, cookieName);
    return device !== null && devicePattern.test(device) ? device : null;
  };

  /** The page of the link. Unknown, ended and revoked links are all the same. */
  async function open(request: Incoming) {
    const { secret } = request.params;
    const device = deviceOf(request);
    const hash = hashSecret(secret).toString('base64url');
    await throttles.session(`my page ${hash}`, 1);
    const page = secretPattern.test(secret) ? await findPage(pool, config, secret, device) : null;
    if (page !== null) return { page, device: page.is_known_device ? device : null };
    await throttles.badToken(request.ip);
    throw fail('not_found');
  }

  // Every refusal is a page too.
  app.setErrorHandler<Error, Asked>(async (error, request, reply) => {
    const problem = problemFor(error, request, reply);
    const frame = await frameFor(request, null);
    if (problem.status === 404) return send(reply, frame, goneView(frame), 404);
    const t = textsOf[frame.language].failed;
    const why =
      {
        bad_input: t.input,
        no_pdf: t.noPdf,
        no_file: t.noPdf,
        too_large: t.noPdf,
        not_allowed: t.formOver,
        state_changed: t.meetingOver,
        too_many: t.tooMany,
      }[problem.code as string] ?? t.busy;
    const { secret } = request.params;
    const back = secretPattern.test(secret) ? `/me/${secret}` : '/';
    return send(reply, frame, failedView(frame, back, why), problem.status);
  });

  app.get('/me/:secret', async (request: Incoming, reply) => {
    const { page, device } = await open(request);
    const frame = await frameFor(request, page);
    const address = addressOf(request);
    if (device === null) return send(reply, frame, codeView(frame, { address, mailbox: page.mailbox }));
    const at = now();
    await noteUse(pool, page, at);
    const shown = await readPage(pool, page.mailbox, frame.provider.time_zone, at, { hasWhatsApp });
    // Nobody whom they may see is left: to the reader the link has ended.
    if (shown.students.length === 0 && shown.asked.length === 0 && !shown.isWaiting) throw fail('not_found');
    const done = doneKinds.find((one) => one === request.query['done']) ?? null;
    const token = formToken(config, page, device);
    return send(reply, frame, pageView({ ...frame, address, token, page, shown, now: at, done }));
  });

  app.get('/me/:secret/meeting.ics', async (request: Incoming, reply) => {
    const { page, device } = await open(request);
    if (device === null) return reply.redirect(addressOf(request), 303);
    const settings = await provider.read();
    const students = await readStudents(pool, page.mailbox, settings.time_zone);
    const courses = await listCourses(
      pool,
      students.map(({ student_id }) => student_id),
    );
    const classes = courses.flatMap(({ class_id }) => class_id ?? []);
    const all = await listMeetingsAhead(pool, classes, now());
    const { student, meeting } = request.query;
    const wanted = students
      .filter(({ student_id }) => student === undefined || String(student_id) === student)
      .flatMap(({ student_id }) => meetingsOf({ courses, meetings: all }, student_id))
      .filter((one) => (meeting === undefined ? takesPlace(one.state) : meetingKey(one) === meeting));
    const meetings = [...new Map(wanted.map((one) => [meetingKey(one), one])).values()];
    if (meetings.length === 0) throw fail('not_found');
    const name = nameOfProvider(settings);
    const publisher = { name, host: new URL(config.appUrl).hostname };
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="meetings.ics"')
      .send(writeCalendar({ meetings, events: [] }, publisher, now()));
  });

  app.post('/me/:secret/code', { bodyLimit: formBytes }, async (request: Incoming, reply) => {
    refuseOtherSites(request, config);
    const { page } = await open(request);
    const frame = await frameFor(request, page);
    const view = { address: addressOf(request), mailbox: page.mailbox };
    if (!(await mayMailCode(pool, page, networkOf(request.ip)))) {
      return send(reply, frame, codeView(frame, { ...view, tooMany: true }), 429);
    }
    const { challenge } = await inTransaction(pool, async (tx) => {
      const made = await makeCode(tx, config, page);
      await mail.enqueue(tx, {
        kind: 'my_page_code',
        to: page.mailbox,
        dedupeKey: `my_page_code:${hashSecret(made.challenge).toString('base64url').slice(0, 22)}`,
        data: { language: frame.language, code: made.code },
      });
      return made;
    });
    return send(reply, frame, codeView(frame, { ...view, challenge }));
  });

  app.post('/me/:secret/open', { bodyLimit: formBytes }, async (request: Incoming, reply) => {
    refuseOtherSites(request, config);
    const { page } = await open(request);
    const form = request.body instanceof FormData ? request.body : new FormData();
    const challenge = textIn(form, 'challenge');
    const code = readCode(textIn(form, 'code'));
    const address = addressOf(request);
    const wrongCodes = { key: `my-page-code:wrong-${page.id}-${networkOf(request.ip)}`, seconds: day };
    // What cannot be a code takes no try.
    const isRight =
      code !== null &&
      (await count(pool, wrongCodes)) <= most.wrongCodesPerDay &&
      (await isCodeRight(pool, config, page, { challenge, code }));
    if (!isRight) {
      const frame = await frameFor(request, page);
      return send(
        reply,
        frame,
        codeView(frame, { address, mailbox: page.mailbox, challenge, wrong: true }),
        403,
      );
    }
    // One name of the browser for all pages that it opens: a phone may read several mailboxes.
    const device = deviceOf(request) ?? newSecret();
    if (code !== null) await count(pool, wrongCodes, -1);
    await inTransaction(pool, async (tx) => {
      await confirmDevice(tx, page, device);
      await proveByCode(tx, page.mailbox);
    });
    writeCookie(request, reply, cookieName, device, deviceSeconds, 'Lax');
    return reply.redirect(address, 303);
  });

  // Mails link here, and mail programs post here by themselves when their reader presses "unsubscribe" (RFC 8058). So it
  // needs no device, and can do nothing else.
  async function openStop(request: FastifyRequest<Stopping>) {
    const { topic: name, id, signature } = request.params;
    const topic = unwantedMails.find((one) => one === name);
    const page =
      topic !== undefined && /^\d{1,15}$/.test(id) && secretPattern.test(signature)
        ? await findStopPage(pool, config, { topic, id: Number(id), signature })
        : null;
    if (topic !== undefined && page !== null) return { topic, page };
    await throttles.badToken(request.ip);
    throw fail('not_found');
  }

  app.get('/me/stop/:topic/:id/:signature', async (request: FastifyRequest<Stopping>, reply) => {
    const { topic, page } = await openStop(request);
    const frame = await frameFor(request, page);
    return send(reply, frame, stopView(frame, topic, page.unwanted.includes(topic)));
  });

  app.post(
    '/me/stop/:topic/:id/:signature',
    { bodyLimit: formBytes },
    async (request: FastifyRequest<Stopping>, reply) => {
      refuseOtherSites(request, config);
      const { topic, page } = await openStop(request);
      if ((await count(pool, { key: `my-page:${page.id}`, seconds: day })) > most.deedsPerDay)
        throw fail('too_many');
      const isWanted = request.body instanceof FormData && textIn(request.body, 'wanted') === 'yes';
      const settings = await provider.read();
      await inTransaction(pool, async (tx) => {
        await nameRequest(tx, request);
        const [reader] = await readStudents(tx, page.mailbox, settings.time_zone);
        // Where nobody is behind the mailbox any more, nobody is to be named.
        if (reader !== undefined) await actAs(tx, reader, 'page.save_settings');
        await setWanted(tx, page, topic, isWanted);
      });
      const frame = await frameFor(request, page);
      return send(reply, frame, stopView(frame, topic, !isWanted));
    },
  );

  async function openRefusal(request: FastifyRequest<Refusing>) {
    const { person, told, signature } = request.params;
    const isOne =
      [person, told].every((each) => /^\d{1,15}$/.test(each)) &&
      secretPattern.test(signature) &&
      isRefuseSignature(config, Number(person), Number(told), signature);
    if (isOne) return { personId: Number(person), toldMs: Number(told) };
    await throttles.badToken(request.ip);
    throw fail('not_found');
  }

  app.get('/me/refuse/:person/:told/:signature', async (request: FastifyRequest<Refusing>, reply) => {
    const { personId, toldMs } = await openRefusal(request);
    const frame = await frameFor(request, null);
    return send(reply, frame, refuseView(frame, await findRefusable(pool, personId, toldMs, now()), false));
  });

  app.post(
    '/me/refuse/:person/:told/:signature',
    { bodyLimit: formBytes },
    async (request: FastifyRequest<Refusing>, reply) => {
      refuseOtherSites(request, config);
      const { personId, toldMs } = await openRefusal(request);
      const isOpen = (await findRefusable(pool, personId, toldMs, now())) !== null;
      const isRefused =
        isOpen &&
        (await inTransaction(pool, async (tx) => {
          await nameRequest(tx, request);
          await actAs(tx, { reader_id: personId }, 'page.refuse_address');
          return refuseAddresses(tx, mail, personId, toldMs);
        }));
      const frame = await frameFor(request, null);
      return send(reply, frame, refuseView(frame, null, isRefused));
    },
  );

  /** What the link opens, looked up before a byte of the body is read. */
  const opened = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof open>>>();
  const openFirst = async (request: FastifyRequest) => {
    refuseOtherSites(request, config);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the hook is of routes with these parameters
    const found = await open(request as Incoming);
    if (found.device === null) throw fail('not_allowed');
    opened.set(request, found);
  };

  const act = (name: string) => async (request: Incoming, reply: FastifyReply) => {
    const { page, device } = opened.get(request) ?? (await open(request));
    const form = request.body;
    const deed = deeds[name];
    if (deed === undefined || device === null || !(form instanceof FormData)) throw fail('not_allowed');
    if (!isFormToken(config, page, device, textIn(form, 'form'))) throw fail('not_allowed');
    if ((await count(pool, { key: `my-page:${page.id}`, seconds: day })) > most.deedsPerDay)
      throw fail('too_many');
    const settings = await provider.read();
    const outcome = await inTransaction(pool, async (tx) => {
      await nameRequest(tx, request);
      return deed({
        tx,
        page,
        device,
        storage,
        provider: settings,
        form,
        now: now(),
        hasWhatsApp,
        push,
        mail,
      });
    });
    if ('pdf' in outcome) {
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${outcome.fileName}"`)
        .send(outcome.pdf);
    }
    const address = addressOf(request);
    return reply.redirect(outcome.done === null ? address : `${address}?done=${outcome.done}`, 303);
  };
  for (const name of Object.keys(deeds)) {
    const bodyLimit = name === 'homework' ? pdfBytes + formBytes : formBytes;
    app.post<Asked>(`/me/:secret/${name}`, { bodyLimit, onRequest: openFirst }, act(name));
  }
}
