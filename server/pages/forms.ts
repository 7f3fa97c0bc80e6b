import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { fail } from '#server/http/answers/problem.ts';
import { checkTree } from '#server/http/requests/body.ts';

/* The forms of pages without script. */

/** Texts of forms are short; only homework is longer. */
export const formBytes = 50_000;

/** A text of a form; empty when it has none of that name. */
export const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Bodies are forms of at most so many bytes and nothing else. A route may allow less. */
export function acceptForms(app: FastifyInstance, most: { readonly plain: number; readonly files?: number }) {
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
  const parse = (type: string, bodyLimit: number) =>
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, read);
  parse('application/x-www-form-urlencoded', most.plain);
  if (most.files !== undefined) parse('multipart/form-data', most.files);
}

/** Refuses a form that another site sent. Pages without a referrer send the origin `null`. */
export function refuseOtherSites({ headers }: FastifyRequest, { appUrl }: Pick<Config, 'appUrl'>): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn =
    origin === undefined ||
    origin === 'null' ||
    origin === appUrl ||
    (URL.canParse(origin) && new URL(origin).host === headers.host);
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw fail('not_allowed');
}
