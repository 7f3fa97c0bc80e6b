import type { PayService } from '@gurukul/contract/checkouts';
import { payServices } from '@gurukul/contract/checkouts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Throttles } from '#server/http/limits/throttle.ts';
import { refuseEncodedBody } from '#server/http/requests/body.ts';
import { nameRequest } from '#server/http/requests/name-request.ts';
import type { PayConfig } from './gateway.ts';
import { gatewayOf } from './gateway.ts';
import type { News } from './news.ts';
import * as razorpay from './razorpay.ts';
import { findService } from '#server/db/pay-services.ts';
import { readSecrets } from './services.ts';
import * as stripe from './stripe.ts';
import { takeNews } from './take.ts';

interface ServeHooksOptions {
  readonly config: PayConfig;
  readonly pool: pg.Pool;
  readonly throttles: Throttles;
  readonly mail: Mailer;
  readonly now?: () => Date;
}

/** Messages have some kilobytes. */
const longestMessage = 300_000;

/** Hears from payment services what was paid. A message that no connected service signed changes nothing. */
export async function servePayHooks(
  app: FastifyInstance,
  { config, pool, throttles, mail, now = () => new Date() }: ServeHooksOptions,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: longestMessage },
    async (_request: unknown, body: string | Buffer) => Buffer.from(body),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    refuseEncodedBody(request);
  });

  async function signed(service: PayService, request: FastifyRequest): Promise<News> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const connected = await findService(pool, service);
    const secrets = await readSecrets(pool, config.secretKey, service);
    const isRazorpay = service === 'razorpay';
    const isRight =
      connected !== null &&
      secrets !== null &&
      (isRazorpay
        ? razorpay.isSigned(body, request.headers, secrets.webhook_secret)
        : stripe.isSigned(body, request.headers, secrets.webhook_secret, now()));
    const news = !isRight
      ? null
      : isRazorpay
        ? razorpay.readMessage(body, connected.is_test)
        : stripe.readMessage(body);
    if (news !== null) return news;
    await throttles.badToken(request.ip);
    throw fail('bad_input');
  }

  /** Looks up what the message itself does not say. */
  async function whole(service: PayService, { refundsOf: charge, ...news }: News): Promise<News> {
    if (charge === undefined) return news;
    const gateway = await gatewayOf(pool, config, service);
    return { ...news, refunds: (await gateway?.refundsOf(charge)) ?? [] };
  }

  for (const service of payServices) {
    app.post(`/hooks/${service}`, { bodyLimit: longestMessage }, async (request, reply) => {
      const news = await whole(service, await signed(service, request));
      // The service sends again what has no answer, so it gets one after the commit.
      await inTransaction(pool, async (tx) => {
        await nameRequest(tx, request);
        await takeNews(tx, mail, service, news);
      });
      await run(
        pool,
        sql`
          update pay_services set heard_at = now()
          where service = ${service} and (heard_at is null or heard_at < now() - interval '1 minute')
        `,
      );
      return reply.send({ status: 200, message: 'success' });
    });
  }
}
