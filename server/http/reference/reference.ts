import type { NamedCall } from '@gurukul/contract/index';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { docsPage } from './docs-page.ts';
import { etagOf, isNotModified } from '../answers/etag.ts';
import { describeCalls, openapiDocument } from './openapi.ts';

/** Serves the API's reference for machines and for people, built once from the contract. */
export function answerReference(app: FastifyInstance, calls: readonly NamedCall[]): void {
  const made = lazily(() => {
    const references = describeCalls(calls);
    return {
      openapi: tagged(JSON.stringify(openapiDocument(references))),
      docs: tagged(docsPage(references)),
    };
  });

  app.get('/api/openapi.json', async (request, reply) =>
    answer(request, reply, 'application/json; charset=utf-8', made().openapi),
  );
  app.get('/api/docs', async (request, reply) =>
    answer(request, reply, 'text/html; charset=utf-8', made().docs),
  );
}

const tagged = (text: string) => ({ text, etag: etagOf(text) });

/** Everybody gets the same until the next release, so browsers may cache it and must revalidate. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { text, etag }: ReturnType<typeof tagged>,
): FastifyReply {
  reply.header('cache-control', 'no-cache');
  if (isNotModified(request, reply, etag)) return reply.send();
  return reply.header('content-type', type).send(text);
}

function lazily<T>(make: () => T): () => T {
  let value: { readonly made: T } | undefined;
  return () => (value ??= { made: make() }).made;
}
