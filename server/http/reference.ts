import type { NamedCall } from '@gurukul/contract/index';
import type { FastifyInstance } from 'fastify';
import { docsPage } from './docs-page.ts';
import { describeCalls, openapiDocument } from './openapi.ts';

/** The API's reference for machines and for people, made once from the contract. */
export function answerReference(app: FastifyInstance, calls: readonly NamedCall[]): void {
  const made = lazily(() => {
    const references = describeCalls(calls);
    return { openapi: JSON.stringify(openapiDocument(references)), docs: docsPage(references) };
  });

  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(made().openapi),
  );
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(made().docs),
  );
}

function lazily<T>(make: () => T): () => T {
  let value: { readonly made: T } | undefined;
  return () => (value ??= { made: make() }).made;
}
