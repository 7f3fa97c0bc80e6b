import { cataloguePath } from '@gurukul/contract/catalogue';
import { offeredZones } from '@gurukul/contract/shared/offered-zones';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { problemFor } from '#server/http/answers/error-answers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Throttles } from '#server/http/limits/throttle.ts';
import { frameFor, offeredLanguages, sendPage } from '#server/pages/page.ts';
import type { KnownProvider } from '#server/provider/known-provider.ts';
import { findOffered, listOffered } from './queries.ts';
import { cacheSeconds } from './routes.ts';
import { courseView, failedView, hasPage, listView, notFoundView } from './view.ts';
import type { View } from './view.ts';

export interface ServeCatalogueOptions {
  readonly config: Pick<Config, 'appUrl'>;
  readonly pool: pg.Pool;
  readonly throttles: Throttles;
  readonly provider: KnownProvider;
  readonly now?: () => Date;
}

export interface OfCatalogue {
  Params: { slug?: string };
  Querystring: Record<string, unknown>;
}
type CatalogueRequest = FastifyRequest<OfCatalogue>;

const mostPages = 10_000;

/** What the visitor chose, once the catalogue is open. Throws `not_found` while it is closed. */
export async function openView(
  { config, provider, now = () => new Date() }: Pick<ServeCatalogueOptions, 'config' | 'provider' | 'now'>,
  request: FastifyRequest<OfCatalogue>,
): Promise<View> {
  const settings = await provider.read();
  if (!settings.catalogue_open) throw fail('not_found');
  const { lang, zone, page } = request.query;
  const language = offeredLanguages(settings).find((one) => one === lang) ?? null;
  // Of the form's list only: a zone has many spellings, and formats are cached by them.
  const known = offeredZones.find((one) => one === zone) ?? null;
  const turn = typeof page === 'string' && /^\d{1,5}$/.test(page) ? Number(page) : 1;
  return {
    ...(await frameFor({ provider }, request, { language })),
    appUrl: config.appUrl,
    now: now(),
    zone: known ?? settings.time_zone,
    chosen: { language, zone: known },
    page: Math.min(mostPages, Math.max(1, turn)),
  };
}

/**
 * Serves the catalogue as plain HTML, for anybody and for search engines. While it is closed, each of its addresses
 * answers as one that never was.
 */
export async function serveCatalogue(app: FastifyInstance, options: ServeCatalogueOptions): Promise<void> {
  const { config, pool, throttles, provider } = options;

  const send = (reply: FastifyReply, view: View, text: string) =>
    sendPage(
      reply.header('cache-control', `public, max-age=${cacheSeconds}`).header('vary', 'accept-language'),
      view,
      text,
      200,
      { sites: view.provider.catalogue_sites },
    );

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await throttles.visitor(request.ip);
  });
  app.setErrorHandler<Error>(async (error, request, reply) => {
    const { status, code } = problemFor(error, request, reply);
    const frame = await frameFor({ provider }, request, null);
    const text =
      status === 404 ? notFoundView(frame) : failedView(frame, code === 'too_many' ? 'busy' : 'failed');
    return sendPage(reply.header('cache-control', 'no-store'), frame, text, status);
  });

  app.get(cataloguePath, async (request: CatalogueRequest, reply) => {
    const view = await openView(options, request);
    const { courses, total } = await listOffered(pool, config, view.page);
    if (view.page > 1 && courses.length === 0) throw fail('not_found');
    return send(reply, view, listView(view, courses, total));
  });

  app.get(`${cataloguePath}/:slug`, async (request: CatalogueRequest, reply) => {
    const view = await openView(options, request);
    const course = await findOffered(pool, config, request.params.slug ?? '');
    if (course === null || !hasPage(course, view.page)) throw fail('not_found');
    return send(reply, view, courseView(view, course));
  });
}
