import { nameOfProvider } from '@gurukul/contract/provider';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { etagOf, isNotModified } from '../../http/answers/etag.ts';
import { fail } from '../../http/answers/problem.ts';
import type { Throttles } from '../../http/limits/throttle.ts';
import type { KnownProvider } from '../../provider/known-provider.ts';
import { hashSecret } from '#server/secrets.ts';
import { findFeed, listTaughtEvents, listTaughtMeetings, noteReading } from './queries.ts';
import { writeCalendar } from './write-calendar.ts';

export interface ServeCalendarOptions {
  readonly config: Pick<Config, 'appUrl'>;
  readonly db: Db;
  readonly throttles: Throttles;
  readonly provider: KnownProvider;
  readonly now?: () => Date;
}

type CalendarRequest = FastifyRequest<{ Params: { file: string } }>;

const fileName = /^([\w-]{43})\.ics$/;

/**
 * Serves `/calendar/{secret}.ics` to calendar apps, which send nothing but the address. Anybody with the address may
 * read it.
 */
export async function serveCalendar(app: FastifyInstance, options: ServeCalendarOptions): Promise<void> {
  const { config, db, throttles, provider, now = () => new Date() } = options;
  const { hostname } = new URL(config.appUrl);

  app.addHook('onRequest', async (request) => {
    await throttles.visitor(request.ip);
  });

  // Answers HEAD too.
  app.get('/calendar/:file', async (request: CalendarRequest, reply) => {
    const token = fileName.exec(request.params.file)?.[1];
    const feed = token === undefined ? null : await findFeed(db, hashSecret(token));
    if (feed === null) throw fail('not_found');

    const [meetings, events] = await Promise.all([
      listTaughtMeetings(db, feed.person_id, now()),
      listTaughtEvents(db, feed.person_id),
      noteReading(db, feed),
    ]);
    const name = nameOfProvider(await provider.read());
    const text = writeCalendar({ meetings, events }, { name, host: hostname }, now());
    // Only the client may cache it, and must revalidate each time: a revoked link must end at once.
    reply.header('cache-control', 'private, no-cache');
    if (isNotModified(request, reply, etagOf(withoutTime(text)))) return reply.send();
    return reply.header('content-type', 'text/calendar; charset=utf-8').send(text);
  });
}

/** Every calendar contains the time it was written, which the comparison leaves out. */
const withoutTime = (text: string) => text.replaceAll(/^DTSTAMP:.*\r\n/gm, '');
