import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemFor } from '#server/http/answers/error-answers.ts';
import { findVerified } from '../certificates/queries.ts';
import { html } from '#server/pages/html.ts';
import { documentOf, frameFor, sendPage } from '#server/pages/page.ts';
import type { ServeMyPageOptions } from './served.ts';
import { pageTexts } from './texts.ts';
import { verifyView } from './short-views.ts';

type VerifyRequest = FastifyRequest<{ Params: { id: string } }>;

/**
 * Serves `/verify/{id}`, which stands on the paper of a certificate: state, name, course and day, for anybody. Codes that
 * never were and codes with one wrong letter take the same way: one look-up of the whole text.
 */
export async function serveVerify(
  app: FastifyInstance,
  options: Pick<ServeMyPageOptions, 'pool' | 'throttles' | 'provider'>,
): Promise<void> {
  const { pool, throttles } = options;
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('referrer-policy', 'no-referrer');
    await throttles.visitor(request.ip);
  });
  app.setErrorHandler<Error>(async (error, request, reply) => {
    const { status, code } = problemFor(error, request, reply);
    const frame = await frameFor(options, request, null);
    const t = pageTexts(frame.language);
    const why = code === 'too_many' ? t.verify.busy : t.failed.busy;
    const text = html`<p class="bad" role="alert">${why}</p>`;
    return sendPage(reply, frame, documentOf(frame, t.failed.title, text), status);
  });
  app.get('/verify/:id', async (request: VerifyRequest, reply) => {
    const frame = await frameFor(options, request, null);
    const { id } = request.params;
    const found = await findVerified(pool, /^\w{1,100}$/.test(id) ? id : '');
    if (found === null) await throttles.badToken(request.ip);
    return sendPage(reply, frame, verifyView(frame, found), found === null ? 404 : 200);
  });
}
