import type { catalogue } from '@gurukul/contract/catalogue';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { listOffered } from './queries.ts';

/** In seconds: for readers and for what stands between. */
export const cacheSeconds = 60;

export const catalogueHandlers: Handlers<typeof catalogue> = {
  async get_catalogue({ page }, { db, config, provider, request, reply }) {
    const settings = await provider.read();
    if (!settings.catalogue_open) throw fail('not_found');
    const { courses, total } = await listOffered(db, config, page);
    const { origin } = request.headers;
    if (origin !== undefined && settings.catalogue_sites.includes(origin)) {
      reply.header('access-control-allow-origin', origin);
    }
    reply.header('vary', 'origin').header('cache-control', `public, max-age=${cacheSeconds}`);
    return {
      status: 200,
      message: 'success',
      provider_name: nameOfProvider(settings),
      data: courses,
      total_count: total,
    };
  },
};
