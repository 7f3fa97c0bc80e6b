import { pdfBytes } from '@gurukul/contract/files';
import { nameOfProvider } from '@gurukul/contract/provider';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import type { FastifyInstance } from 'fastify';
import { refuseEncodedBody } from '#server/http/requests/body.ts';
import { problemFor } from '#server/http/answers/error-answers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { readKeptPlace } from '../continuations/queries.ts';
import { writeCalendar } from '../calendar/write-calendar.ts';
import { formToken, noteUse } from './pages.ts';
import { listCourses, listMeetingsAhead, readPage, readStudents } from './read.ts';
import { serveActions } from './serve-actions.ts';
import { serveCodes } from './serve-codes.ts';
import { servePay } from './serve-pay.ts';
import { serveRefusal } from './serve-refusal.ts';
import { serveStop } from './serve-stop.ts';
import { addressOf, openLink, secretPattern, takeSaid } from './served.ts';
import { acceptForms, formBytes } from '#server/pages/forms.ts';
import { frameFor, sendPage } from '#server/pages/page.ts';
import type { LinkRequest, OfLink, ServedOptions, ServeMyPageOptions } from './served.ts';
import { pageTexts, type Done } from './texts.ts';
import { codeView, failedView, goneView } from './short-views.ts';
import { meetingKey, meetingsOf, pageView } from './view.ts';

/** Every refusal is a page too. */
function answerRefusals(app: FastifyInstance, options: ServeMyPageOptions): void {
  app.setErrorHandler<Error, OfLink>(async (error, request, reply) => {
    const problem = problemFor(error, request, reply);
    const frame = await frameFor(options, request, null);
    if (problem.status === 404) return sendPage(reply, frame, goneView(frame), 404);
    const t = pageTexts(frame.language).failed;
    const why =
      {
        bad_input: t.input,
        no_pdf: t.noPdf,
        no_file: t.noPdf,
        too_large: t.noPdf,
        not_allowed: t.formOver,
        state_changed: t.meetingOver,
        terms_changed: t.termsChanged,
        test_time_taken: t.timeTaken,
        test_is_booked: t.testOver,
        test_passed: t.testOver,
        test_over: t.testOver,
        registration_full: t.placeFull,
        place_answered: t.placeOver,
        consent_missing: t.consentFirst,
        too_many: t.tooMany,
      }[problem.code as string] ?? t.busy;
    const { secret } = request.params;
    const back = secretPattern.test(secret) ? `/me/${secret}` : '/';
    return sendPage(reply, frame, failedView(frame, back, why), problem.status);
  });
}

const isDone = (asked: unknown): asked is Done =>
  typeof asked === 'string' && Object.hasOwn(pageTexts('en').done, asked);

/** The page itself, and its meetings for a calendar. */
function servePage(app: FastifyInstance, options: ServedOptions): void {
  const { config, pool, provider, now } = options;
  const hasWhatsApp = config.whatsapp !== null;

  app.get('/me/:secret', async (request: LinkRequest, reply) => {
    const { page, device } = await openLink(options, request);
    const frame = await frameFor(options, request, page);
    const address = addressOf(request);
    if (device === null) return sendPage(reply, frame, codeView(frame, { address, mailbox: page.mailbox }));
    const at = now();
    await noteUse(pool, page, at);
    const shown = await readPage(pool, page.mailbox, frame.provider.time_zone, at, { hasWhatsApp });
    // Nobody whom they may see is left: to the reader the link has ended.
    if (shown.students.length === 0 && shown.asked.length === 0 && !shown.isWaiting) throw fail('not_found');
    const asked = request.query['done'];
    const done = takeSaid(request, reply) && isDone(asked) ? asked : null;
    const place =
      done === 'placeKept'
        ? await readKeptPlace(
            pool,
            Number(/^\d{1,15}$/.exec(String(request.query['place']))?.[0] ?? 0),
            shown.students.flatMap(({ student_id, pays }) => (pays ? student_id : [])),
          )
        : null;
    const token = formToken(config, page, device);
    const view = pageView({ ...frame, address, token, page, shown, now: at, done, place });
    // A form that leads to another site is sent by 303, and browsers ask the policy about each step.
    const pays = shown.offers.length > 0 ? ['https:', ...Object.values(config.payUrls)] : [];
    return sendPage(reply, frame, view, 200, null, pays);
  });

  app.get('/me/:secret/meeting.ics', async (request: LinkRequest, reply) => {
    const { page, device } = await openLink(options, request);
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
}

/**
 * Serves `/me/{secret}` as plain HTML with forms. Nothing that a GET does changes what anybody sees: mail scanners and
 * previews open every link.
 */
export async function serveMyPage(
  app: FastifyInstance,
  { now = () => new Date(), ...given }: ServeMyPageOptions & Partial<ServedOptions>,
): Promise<void> {
  const options = { ...given, now };
  acceptForms(app, { plain: formBytes, files: pdfBytes + formBytes });
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('referrer-policy', 'no-referrer');
    refuseEncodedBody(request);
  });
  answerRefusals(app, options);
  servePage(app, options);
  serveCodes(app, options);
  serveStop(app, options);
  serveRefusal(app, options);
  servePay(app, options);
  serveActions(app, options);
}
