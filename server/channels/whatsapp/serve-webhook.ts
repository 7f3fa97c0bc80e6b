import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { inTransaction } from '#server/db/tx.ts';
import { refuseEncodedBody } from '#server/http/requests/body.ts';
import { nameRequest } from '#server/http/requests/name-request.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Throttles } from '#server/http/limits/throttle.ts';
import { isSameSecret } from '../../secrets.ts';
import { noteStatuses, stopTexts } from './reports.ts';
import { readReports } from './read-reports.ts';

export interface ServeWebhookOptions {
  readonly config: Pick<Config, 'whatsapp' | 'appUrl'>;
  readonly pool: pg.Pool;
  readonly throttles: Throttles;
}

const path = '/hooks/whatsapp';

/** Meta's own limit. */
const longestReport = 3_000_000;

/** Hears from Meta what became of texts, and who answers STOP. Without WhatsApp in the settings there is no such address. */
export async function serveWhatsAppWebhook(
  app: FastifyInstance,
  { config: { whatsapp, appUrl }, pool, throttles }: ServeWebhookOptions,
): Promise<void> {
  if (whatsapp === null) return;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: longestReport },
    async (_request: unknown, body: string | Buffer) => Buffer.from(body),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    refuseEncodedBody(request);
  });

  app.get<{ Querystring: Record<string, unknown> }>(path, async ({ query, ip }, reply) => {
    const token = query['hub.verify_token'];
    const challenge = query['hub.challenge'];
    const isMeta = typeof token === 'string' && isSameSecret(token, whatsapp.verifyToken);
    if (!isMeta || query['hub.mode'] !== 'subscribe' || typeof challenge !== 'string') {
      await throttles.badToken(ip);
      throw fail('not_allowed');
    }
    if (!/^[\w-]{1,200}$/.test(challenge)) throw fail('bad_input');
    return reply.header('content-type', 'text/plain; charset=utf-8').send(challenge);
  });

  app.post(path, { bodyLimit: longestReport }, async (request, reply) => {
    const { body } = request;
    const signature = request.headers['x-hub-signature-256'];
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const wanted = `sha256=${createHmac('sha256', whatsapp.appSecret).update(bytes).digest('hex')}`;
    if (typeof signature !== 'string' || !isSameSecret(signature, wanted)) {
      await throttles.badToken(request.ip);
      throw fail('not_allowed');
    }
    const { statuses, stops } = readReports(bytes, appUrl);
    await inTransaction(pool, async (tx) => {
      await noteStatuses(tx, statuses);
      if (stops.length === 0) return;
      await nameRequest(tx, request);
      await stopTexts(tx, stops);
    });
    return reply.send({ status: 200, message: 'success' });
  });
}
